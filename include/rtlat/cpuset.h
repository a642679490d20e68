/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sets of CPUs, as lists such as 0,2-5, and the sets that the machine reports. */
#ifndef RTLAT_CPUSET_H
#define RTLAT_CPUSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * CPU sets. A value type: copy it, put it on the stack, nothing to free.
 */
#define RTLAT_MAX_CPUS 8192

struct rtlat_cpuset {
	uint64_t bits[RTLAT_MAX_CPUS / 64];
};

void rtlat_cpuset_zero(struct rtlat_cpuset *set);
/* CPUs outside 0 .. RTLAT_MAX_CPUS - 1 are ignored by add and remove, and never in a set. */
void rtlat_cpuset_add(struct rtlat_cpuset *set, int cpu);
void rtlat_cpuset_remove(struct rtlat_cpuset *set, int cpu);
bool rtlat_cpuset_has(const struct rtlat_cpuset *set, int cpu);
bool rtlat_cpuset_empty(const struct rtlat_cpuset *set);
bool rtlat_cpuset_equal(const struct rtlat_cpuset *a, const struct rtlat_cpuset *b);
bool rtlat_cpuset_intersects(const struct rtlat_cpuset *a, const struct rtlat_cpuset *b);
unsigned int rtlat_cpuset_count(const struct rtlat_cpuset *set);
/* The lowest CPU above `after`, or -1. Start with after = -1. */
int rtlat_cpuset_next(const struct rtlat_cpuset *set, int after);
/* to |= from, to &= from, to &= ~from */
void rtlat_cpuset_or(struct rtlat_cpuset *to, const struct rtlat_cpuset *from);
void rtlat_cpuset_and(struct rtlat_cpuset *to, const struct rtlat_cpuset *from);
void rtlat_cpuset_andnot(struct rtlat_cpuset *to, const struct rtlat_cpuset *from);

#define rtlat_for_each_cpu(cpu, set)                                                               \
	for ((cpu) = rtlat_cpuset_next((set), -1); (cpu) >= 0;                                     \
	     (cpu) = rtlat_cpuset_next((set), (cpu)))

/*
 * Parse a CPU list such as "0,2-5,8". Strict: no blanks, no descending ranges, no empty items but
 * one comma at the end.
 * -EINVAL: not a list (the empty string too); -ERANGE: a CPU number of RTLAT_MAX_CPUS or more.
 * On failure *set is unchanged.
 */
int rtlat_cpuset_parse(const char *list, struct rtlat_cpuset *set);
/* Write the list form, shortest ranges. Returns its length without NUL, or -ENOSPC. */
int rtlat_cpuset_format(const struct rtlat_cpuset *set, char *buffer, size_t size);

/*
 * The sets that the machine reports. Return -errno of the sysfs read, except that files which a
 * kernel may lack (isolated, nohz_full, siblings) give the empty set (siblings: the CPU alone) and
 * 0.
 */
int rtlat_cpuset_online(struct rtlat_cpuset *set);
int rtlat_cpuset_possible(struct rtlat_cpuset *set);
int rtlat_cpuset_isolated(struct rtlat_cpuset *set);
int rtlat_cpuset_nohz_full(struct rtlat_cpuset *set);
int rtlat_cpuset_siblings(int cpu, struct rtlat_cpuset *set);
/*
 * The online CPUs that this process may use: its affinity, and the isolated CPUs as well where
 * its cpuset contains them and the affinity was not narrowed by hand (isolcpus= takes isolated
 * CPUs out of every process's affinity, yet they are the ones people want to measure).
 */
int rtlat_cpuset_allowed(struct rtlat_cpuset *set);

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_CPUSET_H */

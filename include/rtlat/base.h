/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Constants, messages, parsing of numbers and times, and scheduling: the basis of all other parts.
 */
#ifndef RTLAT_BASE_H
#define RTLAT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RTLAT_NSEC_PER_USEC 1000ULL
#define RTLAT_NSEC_PER_MSEC 1000000ULL
#define RTLAT_NSEC_PER_SEC 1000000000ULL

#define RTLAT_NAME_SIZE 16

/*
 * Messages for people, one line each without a newline. `emit` may be called from any thread of
 * the run, one at a time; NULL drops them.
 */
enum rtlat_level { RTLAT_ERROR, RTLAT_WARNING, RTLAT_INFO, RTLAT_DEBUG };

struct rtlat_log {
	void (*emit)(void *data, enum rtlat_level level, const char *text);
	void *data;
};

/*
 * Strict parsing: decimal digits only, no sign, no blanks, no trailing text. On failure the
 * output is unchanged. -EINVAL: malformed; -ERANGE: well-formed but outside the range.
 */
int rtlat_parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *value);
/* rtlat_parse_u64() for signed numbers, which may begin with one '-'. */
int rtlat_parse_s64(const char *text, int64_t min, int64_t max, int64_t *value);

#define RTLAT_DURATION_MAX (3650ULL * 86400 * RTLAT_NSEC_PER_SEC)

/* "90", in seconds, "10m" or "1h30m": d, h, m, s, ms, us, ns, upper case too; 1 s .. 3650 d. */
int rtlat_parse_duration(const char *text, uint64_t *ns);

enum rtlat_policy {
	RTLAT_POLICY_OTHER,
	RTLAT_POLICY_FIFO,
	RTLAT_POLICY_RR,
	RTLAT_POLICY_DEADLINE,
};

/* How a thread is scheduled. Only the fields that belong to its policy count. */
struct rtlat_sched {
	enum rtlat_policy policy;
	int nice;            /* OTHER: -20 .. 19 */
	int priority;        /* FIFO, RR: 1 .. 99 */
	uint64_t runtime_ns; /* DEADLINE */
	uint64_t period_ns;  /* DEADLINE */
};

/*
 * o:NICE, f:PRIORITY, r:PRIORITY, d:RUNTIME:PERIOD where the times carry a unit (ns, us, ms or s)
 * and 1024 ns <= runtime <= period. The first letter may be in upper case.
 */
int rtlat_parse_sched(const char *text, struct rtlat_sched *sched);
/* The form that rtlat_parse_sched() reads. Returns the length without NUL, or -ENOSPC. */
int rtlat_sched_format(const struct rtlat_sched *sched, char *buffer, size_t size);
/* Apply to thread `tid` (0: the caller). -errno of the system call. */
int rtlat_sched_apply(int tid, const struct rtlat_sched *sched);

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_BASE_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Helpers of the checks. A check looks at one thing, says what it found with check_value(), and
 * ends with `return check_pass(...)` or one of its like.
 */
#ifndef LIB_CHECK_CHECK_H
#define LIB_CHECK_CHECK_H

#include "rtlat.h"

struct check_context {
	const struct rtlat_config *config;
	const struct rtlat_system *system;
	struct rtlat_cpuset cpus; /* CPUs that are, or would be, measured */
};

/* false: this machine has nothing to judge here. */
typedef bool check_function(const struct check_context *context, struct rtlat_check *check);

void check_value(struct rtlat_check *check, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* These return true. The text says how to mend it. */
bool check_pass(struct rtlat_check *check);
bool check_warn(struct rtlat_check *check, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
bool check_note(struct rtlat_check *check, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#define CHECK_LIST_SIZE 64

/* A CPU list short enough for a check's texts; "N CPUs" where the list itself is longer. */
const char *check_list(const struct rtlat_cpuset *set, char list[CHECK_LIST_SIZE]);

struct session;

/* Adds a warning to the run's notes for everything that falsifies its figures. */
void check_distortions(struct session *run, const struct rtlat_system *system);

/* privilege.c: what this process may do */
check_function check_rt_priority;
check_function check_tracefs;
check_function check_cpu_dma_latency;
/* Returns 0 if a thread of this process may have the configured priority, or a negative errno. */
int check_priority(const struct rtlat_config *config);

/* cpu.c: how the measured CPUs are set up */
check_function check_isolated;
check_function check_nohz_full;
check_function check_governor;
check_function check_idle_states;
check_function check_smt;

/* kernel.c: what the kernel does to all CPUs */
check_function check_preempt_rt;
check_function check_clocksource;
check_function check_rt_throttling;
check_function check_timer_migration;
check_function check_nmi_watchdog;
check_function check_mitigations;
check_function check_lockdown;

/* distortion.c: what makes a run's figures other than those of this machine */
check_function check_timer_resolution;
check_function check_other_tracing;
check_function check_cpu_limit;

/* memory.c */
check_function check_transparent_hugepages;
check_function check_swap;

/* virtualization.c */
check_function check_hypervisor;
check_function check_container;

#endif /* LIB_CHECK_CHECK_H */

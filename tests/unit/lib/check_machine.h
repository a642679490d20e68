/* SPDX-License-Identifier: GPL-2.0-only */
/* A fake machine on which every check passes, for tests that spoil one thing of it. */
#ifndef CHECK_MACHINE_H
#define CHECK_MACHINE_H

#include "rtlat.h"

#define CPU_DIR "/sys/devices/system/cpu/"
#define CLOCKSOURCE_DIR "/sys/devices/system/clocksource/clocksource0/"
#define SYSCTL_DIR "/proc/sys/kernel/"
#define FAIR_SERVER_DIR "/sys/kernel/debug/sched/fair_server/"

struct findings {
	int nr;
	struct rtlat_check checks[RTLAT_CHECKS_MAX];
};

/* CPUs 0-3: 2 and 3 are set up for real-time and measured; each has a core of its own. */
int check_machine_create(void **state);

/* Run all checks for the CPUs, a list. */
void find_all(struct findings *findings, const char *cpus);
/* NULL: there is no such check. */
const struct rtlat_check *find(const struct findings *findings, const char *name);
/* Asserts what one check says of the measured CPUs; `advice` is a part of it. */
void assert_check_of(const char *cpus, const char *name, enum rtlat_mark mark, const char *value,
		     const char *advice);
/* Asserts the same of CPUs 2-3. */
void assert_check(const char *name, enum rtlat_mark mark, const char *value, const char *advice);
void assert_no_check(const char *name);

#endif /* CHECK_MACHINE_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The machine: its description, and checks for what raises latency. */
#ifndef RTLAT_MACHINE_H
#define RTLAT_MACHINE_H

#include "rtlat/config.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A description of the machine. A text is "" where the machine does not tell.
 */
struct rtlat_system {
	char hostname[65];
	char kernel[65];         /* 6.12.0-rt */
	char kernel_version[65]; /* #1 SMP PREEMPT_RT ... */
	char machine[65];        /* x86_64 */
	char cpu_model[128];
	char clocksource[32];
	char governor[64];       /* one name, or a list when CPUs differ */
	char virtualization[64]; /* "", or the name of the hypervisor or container */
	char idle_states[256];   /* "POLL C1 C6": enabled states of the first CPU */
	char cmdline[4096];
	bool realtime; /* PREEMPT_RT */
	struct rtlat_cpuset online;
	struct rtlat_cpuset isolated;
	struct rtlat_cpuset nohz_full;
};

void rtlat_system_read(struct rtlat_system *system);

/*
 * Checks of settings that stand in the way of good latency.
 */
enum rtlat_mark { RTLAT_PASS, RTLAT_WARN, RTLAT_NOTE };

struct rtlat_check {
	const char *name; /* static: "preempt_rt", "clocksource", ... */
	enum rtlat_mark mark;
	char value[160];  /* the value that was found */
	char advice[240]; /* "" with RTLAT_PASS */
};

#define RTLAT_CHECKS_MAX 32

/* Run all checks for the CPUs of `config`; returns how many of `checks` were filled. */
int rtlat_check_system(const struct rtlat_config *config, const struct rtlat_system *system,
		       struct rtlat_check checks[RTLAT_CHECKS_MAX]);

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_MACHINE_H */

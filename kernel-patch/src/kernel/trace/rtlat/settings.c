// SPDX-License-Identifier: GPL-2.0-only
/* Settings of all CPUs, which tracer runs, and the state of each CPU. */
#include <linux/cpumask.h>

#include "rtlat.h"

DEFINE_PER_CPU(struct rtlat_cpu, rtlat_cpu);

struct rtlat_settings rtlat_settings = {
	.period_us = 1000000,
	.runtime_us = 1000000,
	.timerlat_period_us = 1000,
};

unsigned long rtlat_options = RTLAT_DEFAULT_OPTIONS;
enum rtlat_tracer rtlat_running;
struct cpumask rtlat_cpus;

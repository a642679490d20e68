// SPDX-License-Identifier: GPL-2.0-only
/* Settings of all CPUs, which tracer runs, and the grid of the timers. */
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/math64.h>

#include "rtlat.h"

struct rtlat_settings rtlat_settings = {
	.period = NSEC_PER_MSEC,
};

struct rtlat_tracer_settings rtlat_tracer_settings = {
	.period = NSEC_PER_SEC,
	.runtime = NSEC_PER_SEC,
};

unsigned long rtlat_options = RTLAT_DEFAULT_OPTIONS;
enum rtlat_tracer rtlat_running;
struct cpumask rtlat_cpus_wanted;

/* The first expiry of the next CPU to start, with the option TIMERLAT_ALIGN, or 0. */
static atomic64_t aligned_expiry;

void rtlat_align_begin(void)
{
	atomic64_set(&aligned_expiry, 0);
}

u64 rtlat_first_expiry(const struct rtlat_cpu *c, u64 now)
{
	u64 step = READ_ONCE(rtlat_tracer_settings.align);
	u64 period = READ_ONCE(c->settings->period), expiry;

	if (!rtlat_option(RTLAT_OPTION_ALIGN))
		return now + period;
	if (!atomic64_cmpxchg(&aligned_expiry, 0, now + period))
		return now + period;
	expiry = atomic64_add_return(step, &aligned_expiry);
	/* The expiry is on the grid, but not after periods in which nothing expires. */
	if (expiry > now + period)
		expiry -= div64_u64(expiry - now - 1, period) * period;
	return expiry;
}

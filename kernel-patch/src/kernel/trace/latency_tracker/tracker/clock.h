/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A clock for trackers, for which reading the kernel's clock twice would be most of their cost: the
 * processor's counter if the kernel's clock counts by it, else that clock. Only differences are
 * meaningful. They may deviate from those of CLOCK_MONOTONIC by 0.05 %, since they do not follow
 * its adjustment.
 */
#ifndef _LATENCY_TRACKER_CLOCK_H
#define _LATENCY_TRACKER_CLOCK_H

#include <linux/jump_label.h>
#include <linux/ktime.h>
#ifdef CONFIG_X86_64
#include <asm/msr.h>
#endif

DECLARE_STATIC_KEY_FALSE(tracker_clock_counts);
extern u64 tracker_clock_ratio; /* 2^32 times the ns of one */

void tracker_clock_get(void);
void tracker_clock_put(void);
void tracker_clock_refresh(void);

#ifdef CONFIG_X86_64

static __always_inline u64 tracker_clock(void)
{
	return static_branch_likely(&tracker_clock_counts) ? rdtsc() : ktime_get_mono_fast_ns();
}

/* Does what mul_u64_u64_shr() does, for whose __int128 the compiler would align the stack first. */
static __always_inline u64 tracker_clock_scale(u64 ticks)
{
	u64 low = ticks, high;

	asm("mulq %2" : "+a" (low), "=d" (high) : "rm" (tracker_clock_ratio) : "cc");
	return high << 32 | low >> 32;
}

#else

static __always_inline u64 tracker_clock(void)
{
	return ktime_get_mono_fast_ns();
}

static __always_inline u64 tracker_clock_scale(u64 ticks)
{
	return ticks;
}

#endif

/* Returns the ns between two times. Readings of two CPUs may differ slightly. */
static __always_inline u64 tracker_clock_ns(u64 from, u64 to)
{
	u64 ticks = to - from;

	if (unlikely((s64)ticks < 0))
		return 0;
	if (static_branch_likely(&tracker_clock_counts))
		return tracker_clock_scale(ticks);
	return ticks;
}

#endif /* _LATENCY_TRACKER_CLOCK_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The time, for trackers to which reading the kernel's clock twice would be most of what they do:
 * the processor's counter where it is what the kernel's clock counts, else that clock. Only its
 * differences mean anything, which may be 0.05 % off those of CLOCK_MONOTONIC: they are as they
 * are, where that is adjusted.
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

/* Returns what mul_u64_u64_shr() would, for whose __int128 the compiler aligns the stack first. */
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

/* From one time to another, in ns; what is read on two CPUs may differ by little. */
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

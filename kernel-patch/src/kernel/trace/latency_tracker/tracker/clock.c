// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which clock the trackers use: as nothing that is under way can change it, that is said when the
 * first of them is loaded.
 */
#include <linux/export.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/rtlat_compat.h>
#ifdef CONFIG_X86_64
#include <asm/tsc.h>
#endif

#include "clock.h"

struct static_key_false tracker_clock_counts = STATIC_KEY_FALSE_INIT;
EXPORT_SYMBOL_GPL(tracker_clock_counts);

u64 tracker_clock_ratio;
EXPORT_SYMBOL_GPL(tracker_clock_ratio);

static DEFINE_MUTEX(users_mutex);
static unsigned int users;

#ifdef CONFIG_X86_64

/*
 * True if the kernel's clock counts by the processor's counter. The kernel has made sure then that
 * the counter never stops, has one rate, and is the same on all CPUs.
 */
static bool kernel_counts(void)
{
	struct system_time_snapshot snapshot;
	u64 before, after;

	before = rdtsc_ordered();
	ktime_get_snapshot_id(CLOCK_MONOTONIC, &snapshot);
	after = rdtsc_ordered();
	return tsc_khz && before <= snapshot.cycles && snapshot.cycles <= after;
}

/* The kernel knows its rate better after the first second. */
static void set_ratio(void)
{
	WRITE_ONCE(tracker_clock_ratio, div_u64((u64)USEC_PER_SEC << 32, tsc_khz));
}

#else

static bool kernel_counts(void)
{
	return false;
}

static void set_ratio(void)
{
}

#endif

/* tracker_clock_get - before a tracker asks for the time */
void tracker_clock_get(void)
{
	mutex_lock(&users_mutex);
	if (!users++ && kernel_counts()) {
		set_ratio();
		static_branch_enable(&tracker_clock_counts);
	}
	mutex_unlock(&users_mutex);
}

/* tracker_clock_put - when it does so no more */
void tracker_clock_put(void)
{
	mutex_lock(&users_mutex);
	if (!--users)
		static_branch_disable(&tracker_clock_counts);
	mutex_unlock(&users_mutex);
}

/* tracker_clock_refresh - once in a while */
void tracker_clock_refresh(void)
{
	if (!static_branch_unlikely(&tracker_clock_counts))
		return;
	if (kernel_counts())
		set_ratio();
	else
		pr_warn_once("latency_tracker: the kernel's clock is another one: load trackers anew\n");
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The interface between the counts of delays and the file that shows them. */
#ifndef _LATENCY_TRACKER_HISTOGRAM_H
#define _LATENCY_TRACKER_HISTOGRAM_H

#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/stddef.h>
#include <linux/workqueue.h>
#include <uapi/linux/timerlat_hist.h>

#include "tracker.h"

#define MINUTES_KEPT	59

/* Counts of a minute, in which no CPU has 2^32 events. */
struct part {
	u64 sum;
	u64 min;
	u64 max;
	u32 bucket[TIMERLAT_HIST_BUCKETS];
};

/* The two parts of a CPU, which counts in the active one. */
struct parts {
	struct part *active;
	struct part *part[2];
};

/* A minute that is over: its buckets from that of min to that of max. */
struct minute {
	u64 begin;
	u64 count;
	u64 min;
	u64 max;
	u64 sum;
	u64 *bucket;
};

#define WINDOW_SIZE offsetof(struct latency_histogram_window, bucket[TIMERLAT_HIST_BUCKETS])

struct tracker_histogram {
	struct parts __percpu *parts;
	unsigned int active;
	u16 number;
	/* of all that is below */
	struct mutex mutex;
	struct latency_histogram_window *current_minute;
	struct latency_histogram_window *total; /* without the current minute */
	struct minute minute[MINUTES_KEPT];
	unsigned int newest;
	u64 turns; /* when the current minute is over */
	struct delayed_work turn;
};

/*
 * Counts as tracker_histogram_record() does, where nothing else that is counted there can come in
 * between, say with interrupts off. Who collects waits for all who cannot be preempted.
 */
static __always_inline void histogram_count(const struct tracker_histogram *histogram, u64 delay)
{
	struct part *part = this_cpu_read(histogram->parts->active);

	part->bucket[timerlat_hist_index(delay)]++;
	part->sum += delay;
	if (unlikely(delay < part->min))
		part->min = delay;
	if (unlikely(delay > part->max))
		part->max = delay;
}

void histogram_collect(struct tracker_histogram *histogram);
void histogram_start(struct tracker_histogram *histogram);
void window_clear(struct latency_histogram_window *window, u64 begin);
void window_add(struct latency_histogram_window *window,
		const struct latency_histogram_window *other);
void window_add_minute(struct latency_histogram_window *window, const struct minute *minute);

#endif /* _LATENCY_TRACKER_HISTOGRAM_H */

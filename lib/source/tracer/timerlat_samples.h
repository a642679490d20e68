/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Puts the timerlat tracer's entries, one for each latency, together into samples. Gaps in the
 * activation numbers are lost samples; holes in the sequence of expiries, which the tracer skips
 * silently, are missed periods.
 */
#ifndef LIB_SOURCE_TRACER_TIMERLAT_SAMPLES_H
#define LIB_SOURCE_TRACER_TIMERLAT_SAMPLES_H

#include "lib/session/pause.h"

struct timerlat_entry {
	uint64_t time; /* of the entry, CLOCK_MONOTONIC */
	uint64_t seq;
	uint64_t latency;
	enum rtlat_context context;
};

struct timerlat_samples {
	uint64_t period;
	uint64_t record_from;        /* samples that expired earlier are not recorded */
	uint64_t record_to;          /* nor do later expiries; UINT64_MAX: no such end */
	unsigned int contexts;       /* that every delivered sample must have: less is a loss */
	struct rtlat_sample pending; /* with nothing in `has`: none */
	bool has_grid;
	bool recording;
	uint64_t grid; /* expiry of the activation grid_seq */
	uint64_t grid_seq;
	uint64_t last_seq;
	uint64_t missed;           /* since grid_seq */
	struct pause_watch *pause; /* or NULL: samples across a pause count, too */
};

void timerlat_samples_init(struct timerlat_samples *samples, int cpu, uint64_t period,
			   uint64_t record_from, unsigned int contexts);

/* Begins the statistics anew: earlier expiries are not recorded. */
void timerlat_samples_record_from(struct timerlat_samples *samples, uint64_t record_from);

/*
 * Records the pending sample, if there is one, and counts the latencies of `contexts` that it lacks
 * as lost.
 */
void timerlat_samples_flush(struct timerlat_samples *samples, struct rtlat_recorder *recorder,
			    unsigned int contexts);

/*
 * Entries of one CPU in the order of their time. Inline: at short periods, finding and filling a
 * sample must not cost more than recording it.
 */
static inline void timerlat_samples_feed(struct timerlat_samples *samples,
					 struct rtlat_recorder *recorder,
					 const struct timerlat_entry *entry)
{
	struct rtlat_sample *pending = &samples->pending;
	uint64_t expiry = entry->time > entry->latency ? entry->time - entry->latency : 0;

	if (entry->context == RTLAT_IRQ || entry->seq != pending->seq)
		timerlat_samples_flush(samples, recorder, samples->contexts);
	if (!pending->has) {
		/*
		 * A signal has woken the thread after the timer's expiry, but before its interrupt,
		 * so that this is told of the activation before.
		 */
		if (entry->context != RTLAT_IRQ && samples->has_grid &&
		    entry->seq == samples->last_seq)
			return;
		pending->seq = entry->seq;
		pending->expiry = expiry;
		memset(pending->latency, 0, sizeof(pending->latency));
	}
	if (expiry < pending->expiry)
		pending->expiry = expiry;
	pending->latency[entry->context] = entry->latency;
	pending->has |= RTLAT_HAS(entry->context);
	if (entry->context == RTLAT_RETURN)
		timerlat_samples_flush(samples, recorder, samples->contexts);
}

/*
 * Ends at `end`, when the tracer was stopped: records the pending sample, and the periods missed up
 * to then.
 */
void timerlat_samples_finish(struct timerlat_samples *samples, struct rtlat_recorder *recorder,
			     uint64_t end);
/* Ends the samples where nothing could be read any more: the periods up to then are lost. */
void timerlat_samples_break_off(struct timerlat_samples *samples, struct rtlat_recorder *recorder,
				uint64_t end);

#endif /* LIB_SOURCE_TRACER_TIMERLAT_SAMPLES_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes samples of the records that read() of timerlat_fd returns. A record has the return latency
 * of the activation before it, so each sample waits for the next record.
 */
#ifndef LIB_SOURCE_TRACER_RECORD_PAGE_H
#define LIB_SOURCE_TRACER_RECORD_PAGE_H

#include <uapi/linux/timerlat.h>

#include "lib/session/pause.h"

struct record_samples {
	struct rtlat_sample pending; /* none while its `has` is 0; interference: in record */
	const struct timerlat_record *record;
	uint64_t period;
	uint64_t last_seq;
	bool recording;            /* a sample was recorded */
	struct pause_watch *pause; /* or NULL: samples across a pause count, too */
};

void record_samples_init(struct record_samples *samples, int cpu, uint64_t period);

/*
 * The next record of `size` bytes, a short one of an older kernel included. Samples that expired
 * before `from` are not recorded; lost ones are counted by gaps in the activations.
 */
void record_samples_feed(struct record_samples *samples, struct rtlat_recorder *recorder,
			 const struct timerlat_record *record, size_t size, uint64_t from);

/* The latest sample, still without a return latency, but with its interference. */
void record_samples_latest(const struct record_samples *samples, struct rtlat_sample *sample);

/*
 * The run ended at `to`: record the pending sample, unless it expired later, and the periods that
 * were missed since. `from` as above.
 */
void record_samples_finish(struct record_samples *samples, struct rtlat_recorder *recorder,
			   uint64_t from, uint64_t to);

#endif /* LIB_SOURCE_TRACER_RECORD_PAGE_H */

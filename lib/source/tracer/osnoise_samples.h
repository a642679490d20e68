/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples of the osnoise tracer on one CPU: each noise, and the periods that these were in. */
#ifndef LIB_SOURCE_TRACER_OSNOISE_SAMPLES_H
#define LIB_SOURCE_TRACER_OSNOISE_SAMPLES_H

#include "lib/trace/blame.h"
#include "lib/stats/recorder.h"
#include "lib/trace/reader.h"

struct osnoise_formats {
	struct trace_event gap;
	struct trace_field pid;
	struct trace_field start; /* by the local clock */
	struct trace_field duration;
	struct trace_field interference;
	struct trace_event period;
	/* In microseconds. */
	struct trace_field runtime;
	struct trace_field noise;
	struct trace_field longest;
	struct trace_field hardware;
	struct trace_field count[RTLAT_INTERFERERS];
};

/* Sums that the kernel makes of a period: they are complete even where noise was lost. */
struct osnoise_sums {
	uint64_t runtime;
	uint64_t noise;
	uint64_t longest; /* single noise */
	uint64_t hardware;
	uint64_t count[RTLAT_INTERFERERS];
};

/*
 * Only whole periods are recorded, and what there is of the last one. The period in which a warm-up
 * or a reset ends is left out; at the start of a run there is no such period.
 */
struct osnoise_samples {
	uint64_t period_ns;
	uint64_t runtime_ns;
	struct noise *noise; /* who interfered; NULL: that is not traced */
	uint64_t record_from;
	uint64_t counted_ns; /* noise of up to that is counted by the kernel, and not seen here */
	bool recording;
	uint64_t begin;           /* of this period, as far as is known */
	struct osnoise_sums told; /* sums of the period that have been recorded so far */
	uint64_t seq;
	/* The number of periods, and the noise of the current one. */
	struct rtlat_sample period;
};

/* `from_start`: the first period begins after record_from. */
void osnoise_samples_init(struct osnoise_samples *samples, int cpu,
			  const struct rtlat_config *config, struct noise *noise,
			  uint64_t record_from, bool from_start);
/* Begins the statistics anew: whatever happened before `record_from` is not recorded. */
void osnoise_samples_record_from(struct osnoise_samples *samples, uint64_t record_from);

/*
 * Take the tracer's entries of one CPU in the order of their time. False: the entry is not
 * recorded. A noise of `duration` ended at `time`, with that many interruptions in it; it is in
 * *sample afterwards.
 */
bool osnoise_samples_gap(struct osnoise_samples *samples, struct rtlat_recorder *recorder,
			 uint64_t time, uint64_t duration, uint64_t interruptions,
			 struct rtlat_sample *sample);
/*
 * Ends a period with its sums in whole microseconds, which replace those of its events. Its noise
 * is in *sample afterwards, with the number and the end of the period.
 */
bool osnoise_samples_period(struct osnoise_samples *samples, struct rtlat_recorder *recorder,
			    uint64_t time, const struct osnoise_sums *sums,
			    struct rtlat_sample *sample);
/* Notes that ends of periods were lost: nothing of those periods counts. */
void osnoise_samples_break_off(struct osnoise_samples *samples, struct rtlat_recorder *recorder);
/* Takes a noise event: somebody interfered. */
bool osnoise_samples_event(struct osnoise_samples *samples, struct rtlat_recorder *recorder,
			   const struct noise_event *event);

#endif /* LIB_SOURCE_TRACER_OSNOISE_SAMPLES_H */

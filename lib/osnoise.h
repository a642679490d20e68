/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the osnoise tracer tells of a CPU: each noise, and the periods that these were in. */
#ifndef RTLAT_OSNOISE_H
#define RTLAT_OSNOISE_H

#include "rtlat.h"
#include "trace_reader.h"

struct osnoise_formats {
	struct trace_event gap;
	struct trace_field duration;
	struct trace_field interference;
	struct trace_event period;
	struct trace_field runtime;                  /* us */
	struct trace_field count[RTLAT_INTERFERERS];
};

struct osnoise_samples {
	uint64_t from;  /* the run's, as it was at the last look */
	bool begun;     /* that was looked at */
	bool recording; /* the first period that is wholly in the run has begun */
	uint64_t begin; /* of this period, as far as is known */
	uint64_t told;  /* of its runtime, what has been recorded */
	uint64_t seq;
	/* How many periods there were, and the noise of this one. */
	struct rtlat_sample period;
};

#endif /* RTLAT_OSNOISE_H */

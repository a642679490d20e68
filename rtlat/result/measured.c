// SPDX-License-Identifier: GPL-2.0-only
/* The line that says how much was measured. */
#include <inttypes.h>

#include "rtlat/result/measured.h"

enum rtlat_context context_of_measure(enum rtlat_measure measure)
{
	static const enum rtlat_context contexts[RTLAT_MEASURES] = {
		[RTLAT_MEASURE_LATENCY] = RTLAT_THREAD,
		[RTLAT_MEASURE_NOISE] = RTLAT_NOISE,
		[RTLAT_MEASURE_DELAY] = RTLAT_DELAY,
	};

	return contexts[measure];
}

enum rtlat_context measured_context(const struct rtlat_result *result)
{
	return context_of_measure(result->config->measure);
}

void measured_print(FILE *file, const struct rtlat_result *result)
{
	const struct rtlat_config *config = result->config;

	if (config->measure == RTLAT_MEASURE_DELAY)
		fprintf(file, "track %s, source %s", rtlat_tracker_name(config->track.tracker),
			result->source);
	else
		fprintf(file, "source %s, period %" PRIu64 " us", result->source,
			(uint64_t)(config->period_ns / RTLAT_NSEC_PER_USEC));
	fprintf(file, ", %.1f s", (double)result->duration_ns / RTLAT_NSEC_PER_SEC);
}

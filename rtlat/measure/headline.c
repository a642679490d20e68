// SPDX-License-Identifier: GPL-2.0-only
/* Says in one line what measures: "measuring with clock: thread latency, ...". */
#include <stdio.h>

#include "lib/source/table.h"
#include "rtlat/measure/headline.h"

/* Returns the words for the causes of latencies: there, on request, or not with this source. */
static const char *causes(const struct rtlat_run *run, unsigned int contexts)
{
	if (contexts & RTLAT_HAS_INTERFERENCE)
		return ", with causes";
	if (source_can(rtlat_run_source(run), SOURCE_TRACED))
		return "; causes: -T";
	return ", no causes (rtlat check)";
}

static const char *latencies(unsigned int contexts)
{
	bool returns = contexts & RTLAT_HAS(RTLAT_RETURN);

	if (contexts & RTLAT_HAS(RTLAT_IRQ))
		return returns ? "IRQ, thread and return latency" : "IRQ and thread latency";
	return returns ? "thread and return latency" : "thread latency";
}

void headline(const struct rtlat_run *run, char *text, size_t size)
{
	unsigned int contexts = rtlat_run_contexts(run);
	const char *what, *more = "";

	switch (rtlat_run_config(run)->measure) {
	case RTLAT_MEASURE_NOISE:
		what = contexts & RTLAT_HAS_INTERFERENCE ? "noise and its sources" : "noise";
		break;
	case RTLAT_MEASURE_DELAY:
		what = "delays";
		break;
	default:
		what = latencies(contexts);
		more = causes(run, contexts);
		break;
	}
	snprintf(text, size, "measuring with %s: %s%s", rtlat_run_source(run), what, more);
}

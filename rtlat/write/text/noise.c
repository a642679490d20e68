// SPDX-License-Identifier: GPL-2.0-only
/* The table of those who made the noise. */
#include <inttypes.h>

#include "rtlat/result/noise_text.h"
#include "rtlat/write/text/text.h"

/* The most sources of all CPUs; each CPU has its largest beside its numbers. */
#define SOURCES_SHOWN 20
#define SOURCE_SIZE 64

static void print_source(FILE *file, const struct rtlat_noise *noise,
			 const struct rtlat_noise_source *source, const char *name,
			 bool nanoseconds)
{
	double runtime = noise->runtime ? (double)noise->runtime : 1;

	fprintf(file, "%12" PRIu64 " %14" PRIu64 " %12" PRIu64 " %9.5f  %s\n", source->count,
		text_time(source->time, nanoseconds), text_time(source->max, nanoseconds),
		100.0 * (double)source->time / runtime, name);
}

static void print_rest(FILE *file, const struct rtlat_noise *noise, bool nanoseconds)
{
	struct rtlat_noise_source rest = { 0 };
	char name[SOURCE_SIZE];
	unsigned int i;

	if (noise->nr_sources <= SOURCES_SHOWN)
		return;
	for (i = SOURCES_SHOWN; i < noise->nr_sources; i++) {
		const struct rtlat_noise_source *source = &noise->source[i];

		rest.count += source->count;
		rest.time += source->time;
		if (source->max > rest.max)
			rest.max = source->max;
	}
	snprintf(name, sizeof(name), "%u more", noise->nr_sources - SOURCES_SHOWN);
	print_source(file, noise, &rest, name, nanoseconds);
}

void text_noise_sources(FILE *file, const struct rtlat_result *result, bool nanoseconds)
{
	const struct rtlat_noise *noise = result->total.noise;
	char name[SOURCE_SIZE];
	unsigned int i;

	if (!noise || !(result->contexts & RTLAT_HAS_INTERFERENCE) || !noise->nr_sources)
		return;
	fprintf(file, "sources:\n%12s %14s %12s %9s  source\n", "count",
		nanoseconds ? "time (ns)" : "time (us)", nanoseconds ? "max (ns)" : "max (us)",
		"runtime %");
	for (i = 0; i < noise->nr_sources && i < SOURCES_SHOWN; i++) {
		rtlat_noise_source_format(&noise->source[i], name, sizeof(name));
		print_source(file, noise, &noise->source[i], name, nanoseconds);
	}
	print_rest(file, noise, nanoseconds);
}

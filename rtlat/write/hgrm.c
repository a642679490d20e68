// SPDX-License-Identifier: GPL-2.0-only
/*
 * HdrHistogram's percentile distribution, of the thread latency of all CPUs: for each of these
 * percentiles, which come closer together the closer they are to 100, the latency, how many samples
 * do not exceed it, and how many there are for each that does. The verdict is in comments.
 */
#include <errno.h>
#include <inttypes.h>

#include "rtlat/write/write.h"
#include "rtlat/result/verdict.h"
#include "rtlat/write/text/text.h"

/* Steps from 0 % to 50 %, from 50 % to 75 %, and so on. */
#define TICKS_PER_HALF 5
/* Beyond it steps are lost in rounding. */
#define PART_MAX (1 - 1e-12)

struct distribution {
	FILE *file;
	const struct rtlat_histogram *histogram;
	double unit; /* ns */
	int decimals;
};

static void print_row(const struct distribution *distribution, uint64_t ns, double part,
		      uint64_t count)
{
	fprintf(distribution->file, "%12.*f %2.12f %10" PRIu64, distribution->decimals,
		(double)ns / distribution->unit, part, count);
	if (part < 1)
		fprintf(distribution->file, " %14.2f", 1 / (1 - part));
	fputc('\n', distribution->file);
}

/* Returns the next percentile: each halving of the rest has the same number of steps. */
static double next_part(double part)
{
	double ticks = 2 * TICKS_PER_HALF, left;

	for (left = 0.5; 1 - part <= left; left /= 2)
		ticks *= 2;
	return part + 1 / ticks;
}

static uint64_t upper_edge(const struct rtlat_histogram *histogram, unsigned int index)
{
	uint64_t high = rtlat_histogram_high(index);

	return high > histogram->max || index == RTLAT_HISTOGRAM_BUCKETS - 1 ? histogram->max
									     : high;
}

static void hgrm_print_rows(const struct distribution *distribution)
{
	const struct rtlat_histogram *histogram = distribution->histogram;
	uint64_t seen = 0;
	double part = 0;
	unsigned int i;

	for (i = histogram->first; i <= histogram->last; i++) {
		seen += histogram->bucket[i];
		for (; seen < histogram->count && part < PART_MAX &&
		       (double)seen >= part * histogram->count;
		     part = next_part(part))
			print_row(distribution, upper_edge(histogram, i), part, seen);
	}
	print_row(distribution, histogram->max, 1, histogram->count);
}

int write_hgrm(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	bool delay = result->config->measure == RTLAT_MEASURE_DELAY;
	const struct rtlat_histogram *histogram =
		result->total.context[delay ? RTLAT_DELAY : RTLAT_THREAD].histogram;
	const struct distribution distribution = {
		.file = file,
		.histogram = histogram,
		.unit = view->nanoseconds ? 1 : RTLAT_NSEC_PER_USEC,
		.decimals = view->nanoseconds ? 0 : 3,
	};

	if (!histogram)
		return -ENODATA;
	fprintf(file, "%12s %14s %10s %14s\n\n", "Value", "Percentile", "TotalCount",
		"1/(1-Percentile)");
	hgrm_print_rows(&distribution);
	fprintf(file, "#[Mean    = %12.3f, StdDeviation   = %12.3f]\n",
		rtlat_histogram_mean(histogram) / distribution.unit,
		rtlat_histogram_stddev(histogram) / distribution.unit);
	fprintf(file, "#[Max     = %12.3f, Total count    = %12" PRIu64 "]\n",
		(double)histogram->max / distribution.unit, histogram->count);
	fprintf(file, "#[Buckets = %12d, SubBuckets     = %12d]\n",
		RTLAT_HISTOGRAM_TOP - RTLAT_HISTOGRAM_BITS + 1, 1 << RTLAT_HISTOGRAM_BITS);
	verdict_print(file, "# ", result);
	return 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Histograms of latencies with buckets that grow with the value: fixed size, no allocation, merged
 * by addition.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "lib/stats/histogram.h"

void rtlat_histogram_init(struct rtlat_histogram *histogram)
{
	memset(histogram, 0, sizeof(*histogram));
	histogram->min = UINT64_MAX;
	histogram->first = RTLAT_HISTOGRAM_BUCKETS;
}

unsigned int rtlat_histogram_index(uint64_t value)
{
	return histogram_index(value);
}

void rtlat_histogram_add(struct rtlat_histogram *histogram, uint64_t value)
{
	histogram_add(histogram, value);
}

/* Buckets below 2^(BITS + 1) are one value wide; each later group doubles the width. */
static unsigned int bucket_shift(unsigned int index)
{
	unsigned int group = index >> RTLAT_HISTOGRAM_BITS;

	return group ? group - 1 : 0;
}

uint64_t rtlat_histogram_low(unsigned int index)
{
	unsigned int shift = bucket_shift(index);

	return (uint64_t)(index - (shift << RTLAT_HISTOGRAM_BITS)) << shift;
}

uint64_t rtlat_histogram_high(unsigned int index)
{
	return rtlat_histogram_low(index) + (1ULL << bucket_shift(index)) - 1;
}

void rtlat_histogram_merge(struct rtlat_histogram *to, const struct rtlat_histogram *from)
{
	unsigned int i;

	if (!from->count)
		return;
	to->count += from->count;
	to->sum += from->sum;
	to->over += from->over;
	to->square_low += from->square_low;
	to->square_high += from->square_high + (to->square_low < from->square_low);
	if (from->min < to->min)
		to->min = from->min;
	if (from->max > to->max)
		to->max = from->max;
	if (from->first < to->first)
		to->first = from->first;
	if (from->last > to->last)
		to->last = from->last;
	for (i = from->first; i <= from->last; i++)
		to->bucket[i] += from->bucket[i];
}

/* While a writer is at work the range may be torn; the caller finds that out and retries. */
static bool has_range(const struct rtlat_histogram *histogram)
{
	return histogram->first <= histogram->last && histogram->last < RTLAT_HISTOGRAM_BUCKETS;
}

void rtlat_histogram_clear(struct rtlat_histogram *histogram)
{
	if (has_range(histogram))
		memset(histogram->bucket + histogram->first, 0,
		       (histogram->last - histogram->first + 1) * sizeof(histogram->bucket[0]));
	memset(histogram, 0, offsetof(struct rtlat_histogram, bucket));
	histogram->min = UINT64_MAX;
	histogram->first = RTLAT_HISTOGRAM_BUCKETS;
}

void rtlat_histogram_fill(struct rtlat_histogram *to, const struct rtlat_histogram *from)
{
	memcpy(to, from, offsetof(struct rtlat_histogram, bucket));
	if (has_range(to))
		memcpy(to->bucket + to->first, from->bucket + to->first,
		       (to->last - to->first + 1) * sizeof(to->bucket[0]));
}

double rtlat_histogram_mean(const struct rtlat_histogram *histogram)
{
	return histogram->count ? (double)histogram->sum / histogram->count : 0;
}

/*
 * Squares of large values that differ little cancel in floating point. So the squares of the
 * distances from the mean's integer part are formed from the exact sums first, in integers.
 */
double rtlat_histogram_stddev(const struct rtlat_histogram *histogram)
{
	unsigned __int128 squares;
	uint64_t mean, rest;
	long double offset, variance;

	if (!histogram->count)
		return 0;
	mean = histogram->sum / histogram->count;
	rest = histogram->sum % histogram->count;
	squares = (unsigned __int128)histogram->square_high << 64 | histogram->square_low;
	squares -= ((unsigned __int128)histogram->sum + rest) * mean;
	offset = (long double)rest / histogram->count;
	variance = (long double)squares / histogram->count - offset * offset;
	return variance > 0 ? (double)sqrtl(variance) : 0;
}

/* At least one of count values lies beyond the percentile with 95 %: ln(0.05) is about -3. */
static bool percentile_supported(uint64_t count, uint32_t percentile)
{
	uint64_t whole = 100ULL * RTLAT_PERCENT;

	if (percentile >= whole)
		return count > 0;
	return (unsigned __int128)count * (whole - percentile) >= 3 * whole;
}

int rtlat_histogram_percentile(const struct rtlat_histogram *histogram, uint32_t percentile,
			       uint64_t *value)
{
	uint64_t whole = 100ULL * RTLAT_PERCENT, rank, seen = 0;
	unsigned int i;

	if (!percentile_supported(histogram->count, percentile))
		return -ENODATA;
	rank = ((unsigned __int128)histogram->count * percentile + whole - 1) / whole;
	for (i = histogram->first; i < histogram->last; i++) {
		seen += histogram->bucket[i];
		if (seen >= rank)
			break;
	}
	*value = rtlat_histogram_high(i);
	if (*value > histogram->max || i == RTLAT_HISTOGRAM_BUCKETS - 1)
		*value = histogram->max;
	return 0;
}

uint64_t rtlat_stats_entry(const struct rtlat_stats *stats, uint32_t entry)
{
	return stats->linear && entry < stats->nr_linear ? stats->linear[entry] : 0;
}

int rtlat_histogram_tail(const struct rtlat_histogram *histogram, struct rtlat_tail *tail)
{
	memset(tail, 0, sizeof(*tail));
	if (histogram->count < 3)
		return -ENODATA;
	tail->bound = histogram->max;
	tail->probability = 3.0 / (double)histogram->count;
	return 0;
}

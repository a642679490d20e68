/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The recording side of the histogram, inline for the measuring loop. */
#ifndef LIB_STATS_HISTOGRAM_H
#define LIB_STATS_HISTOGRAM_H

#include "rtlat.h"

static inline unsigned int histogram_index(uint64_t value)
{
	unsigned int shift;

	if (value > RTLAT_HISTOGRAM_MAX)
		return RTLAT_HISTOGRAM_BUCKETS - 1;
	/* Without a branch for small values: with a shift of 0 they are their own index. */
	shift = 63 - __builtin_clzll(value | 1ULL << RTLAT_HISTOGRAM_BITS) - RTLAT_HISTOGRAM_BITS;
	return (shift << RTLAT_HISTOGRAM_BITS) + (value >> shift);
}

static inline void histogram_add(struct rtlat_histogram *histogram, uint64_t value)
{
	unsigned __int128 square = (unsigned __int128)value * value;
	unsigned int index;

	if (value > RTLAT_HISTOGRAM_MAX)
		histogram->over++;
	index = histogram_index(value);
	histogram->count++;
	histogram->sum += value;
	histogram->square_low += (uint64_t)square;
	histogram->square_high +=
		(uint64_t)(square >> 64) + (histogram->square_low < (uint64_t)square);
	if (value < histogram->min) {
		histogram->min = value;
		histogram->first = index;
	}
	if (value >= histogram->max) {
		histogram->max = value;
		histogram->last = index;
	}
	histogram->bucket[index]++;
}

/*
 * A copy in two steps, of which only the second reads the source: clear an initialised histogram,
 * then fill it. Both touch only the buckets in use.
 */
void rtlat_histogram_clear(struct rtlat_histogram *histogram);
void rtlat_histogram_fill(struct rtlat_histogram *to, const struct rtlat_histogram *from);

#endif /* LIB_STATS_HISTOGRAM_H */

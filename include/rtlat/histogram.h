/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Percentiles, histograms of latencies, and a bound on values larger than those seen. */
#ifndef RTLAT_HISTOGRAM_H
#define RTLAT_HISTOGRAM_H

#include "rtlat/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A percentile in millionths of a percent: 99.9 % is 99900000. */
#define RTLAT_PERCENT 1000000U
#define RTLAT_PERCENTILES_MAX 16

struct rtlat_percentiles {
	unsigned int nr;
	uint32_t value[RTLAT_PERCENTILES_MAX]; /* ascending, no duplicates */
};

/*
 * "50,99,99.9": up to RTLAT_PERCENTILES_MAX numbers above 0 and up to 100, at most six decimals,
 * in any order. -E2BIG: more than that.
 */
int rtlat_parse_percentiles(const char *list, struct rtlat_percentiles *percentiles);
/* "99.9": no trailing zeros. Returns the length without NUL, or -ENOSPC. */
int rtlat_percentile_format(uint32_t percentile, char *buffer, size_t size);

/*
 * Log-linear histogram. Values up to 255 have a bucket each; above, every power of two is split
 * into 128 buckets, so that a bucket is at most 1/128 (0.8 %) as wide as its values, up to
 * RTLAT_HISTOGRAM_MAX (73 minutes in ns). Larger values count in the last bucket and in `over`.
 * count, min, max, sum and the sum of squares are exact.
 */
#define RTLAT_HISTOGRAM_BITS 7
#define RTLAT_HISTOGRAM_TOP 42
#define RTLAT_HISTOGRAM_BUCKETS                                                                    \
	((RTLAT_HISTOGRAM_TOP - RTLAT_HISTOGRAM_BITS + 1) << RTLAT_HISTOGRAM_BITS)
#define RTLAT_HISTOGRAM_MAX ((1ULL << RTLAT_HISTOGRAM_TOP) - 1)

struct rtlat_histogram {
	uint64_t count;
	uint64_t min; /* UINT64_MAX when empty */
	uint64_t max; /* 0 when empty */
	uint64_t sum;
	uint64_t square_low; /* sum of squares, 128 bits */
	uint64_t square_high;
	uint64_t over;
	uint32_t first; /* lowest and highest bucket in use; first > last when empty */
	uint32_t last;
	uint64_t bucket[RTLAT_HISTOGRAM_BUCKETS];
};

void rtlat_histogram_init(struct rtlat_histogram *histogram);
void rtlat_histogram_add(struct rtlat_histogram *histogram, uint64_t value);
/* to += from */
void rtlat_histogram_merge(struct rtlat_histogram *to, const struct rtlat_histogram *from);
/* The bucket that counts `value`, and the lowest and highest value of a bucket. */
unsigned int rtlat_histogram_index(uint64_t value);
uint64_t rtlat_histogram_low(unsigned int index);
uint64_t rtlat_histogram_high(unsigned int index);
/* 0 when empty. */
double rtlat_histogram_mean(const struct rtlat_histogram *histogram);
/* Population standard deviation; 0 when empty. */
double rtlat_histogram_stddev(const struct rtlat_histogram *histogram);
/*
 * The value that `percentile` of the counted values do not exceed: the upper edge of its bucket,
 * but never above the exact maximum. -ENODATA when the count cannot support it: with 95 %
 * confidence at least one value must lie beyond it, which takes 3 / (1 - percentile) values.
 * 100 % is the maximum and wants one value.
 */
int rtlat_histogram_percentile(const struct rtlat_histogram *histogram, uint32_t percentile,
			       uint64_t *value);

/*
 * The bound that values support for larger ones: no value was above `bound`, so with 95 %
 * confidence no more than `probability` of all are: 3 / count. The values count as independent
 * draws from one distribution, which latencies are not: they come in groups, and change with the
 * load.
 */
struct rtlat_tail {
	uint64_t bound; /* ns, the maximum */
	double probability;
};

/* Returns 0, or -ENODATA for fewer than 3 values. */
int rtlat_histogram_tail(const struct rtlat_histogram *histogram, struct rtlat_tail *tail);

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_HISTOGRAM_H */

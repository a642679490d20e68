/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Computes how likely two runs differ as much as they do though nothing has changed. The samples
 * are taken for independent draws from one distribution, which latencies are not: see
 * rtlat-compare(1).
 */
#ifndef RTLAT_COMPARE_CHANCE_H
#define RTLAT_COMPARE_CHANCE_H

#include "rtlat.h"

/* Less than that, for all that was looked at together, is not called chance. */
#define CHANCE_LIMIT 0.01

/*
 * Returns how likely it is by chance that of `na` events in one run and `nb` in the other, `a` and
 * `b` are of one kind: Fisher's exact test, by the smaller tail, doubled. 1 where there is nothing
 * to tell them apart.
 */
double chance_of_counts(uint64_t a, uint64_t na, uint64_t b, uint64_t nb);

/* The means: Welch's test, for as many samples that their means are normally distributed. */
double chance_of_means(const struct rtlat_histogram *a, const struct rtlat_histogram *b);

/* A percentile: how many of each run's samples are above that of both together. */
double chance_of_percentile(const struct rtlat_histogram *a, const struct rtlat_histogram *b,
			    uint32_t percentile);

/*
 * Compares the samples above the 99th percentile of both runs together: their mean in each run, and
 * how far one run's rank before the other's (Mann-Whitney). -ENODATA: there are too few, or one run
 * has so many more that their number tells all.
 */
struct chance_tail {
	double mean[2]; /* ns, to the width of a bucket */
	double chance;
};

int chance_of_tail(const struct rtlat_histogram *a, const struct rtlat_histogram *b,
		   struct chance_tail *tail);

/* Compare the ends: how many samples of one run are beyond all samples of the other. */
double chance_of_max(const struct rtlat_histogram *a, const struct rtlat_histogram *b);
double chance_of_min(const struct rtlat_histogram *a, const struct rtlat_histogram *b);

#endif /* RTLAT_COMPARE_CHANCE_H */

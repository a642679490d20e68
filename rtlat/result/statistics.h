/* SPDX-License-Identifier: GPL-2.0-only */
/* The statistics of a latency, each with its name. */
#ifndef RTLAT_RESULT_STATISTICS_H
#define RTLAT_RESULT_STATISTICS_H

#include "rtlat.h"

struct statistic {
	char name[16]; /* "min", "avg", "max", "stddev", "p99.9" */
	double ns;
};

#define STATISTICS_MAX (4 + RTLAT_PERCENTILES_MAX)

/*
 * Gets the percentiles that the samples can support. Returns how many: none of an empty histogram.
 */
unsigned int statistics_get(const struct rtlat_histogram *histogram,
			    const struct rtlat_percentiles *percentiles,
			    struct statistic statistics[STATISTICS_MAX]);

#endif /* RTLAT_RESULT_STATISTICS_H */

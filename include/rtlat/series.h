/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Latency over time: what each interval of a run has measured, in bounded memory. */
#ifndef RTLAT_SERIES_H
#define RTLAT_SERIES_H

#include "rtlat/histogram.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most intervals. When all are in use, each two become one of twice the time. */
#define RTLAT_SERIES_MAX 120

struct rtlat_series_point {
	uint64_t count;
	uint64_t missed;
	uint64_t max; /* ns, to within a bucket of the histogram; 0 where nothing was counted */
	uint64_t p99; /* of two intervals that became one the larger: an upper bound */
};

struct rtlat_series_line {
	struct rtlat_series_point point[RTLAT_SERIES_MAX];
};

/* Counts at the end of the interval before. */
struct rtlat_series_seen {
	uint64_t missed;
	struct rtlat_histogram histogram;
};

struct rtlat_series {
	uint64_t interval_ns;
	unsigned int nr; /* intervals in use */
	unsigned int nr_lines;
	struct rtlat_series_seen *seen;  /* of each line; NULL: the series is not added to */
	struct rtlat_series_line line[]; /* one for each CPU, then one for all of them */
};

/* Makes a series of `nr_lines`, with intervals of one second. NULL: no memory. */
struct rtlat_series *rtlat_series_create(unsigned int nr_lines);
void rtlat_series_free(struct rtlat_series *series);
/* Forgets everything, as for a run that was reset. */
void rtlat_series_reset(struct rtlat_series *series);
/*
 * Begins the interval that `elapsed` ns of the run belong to, unless it has begun. Returns its
 * number.
 */
unsigned int rtlat_series_begin(struct rtlat_series *series, uint64_t elapsed);
/*
 * Adds to the interval what a histogram, and the periods missed, have more than the last time.
 * Where they have less, the run was reset, and all of it is new.
 */
void rtlat_series_add(struct rtlat_series *series, unsigned int line, unsigned int interval,
		      const struct rtlat_histogram *histogram, uint64_t missed);

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_SERIES_H */

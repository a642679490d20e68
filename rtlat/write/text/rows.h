/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of a histogram that fits a screen: narrow over the bulk of the values, wider above. */
#ifndef RTLAT_WRITE_TEXT_ROWS_H
#define RTLAT_WRITE_TEXT_ROWS_H

#include <stdint.h>

#include "rtlat.h"

#define ROWS_MAX 80

/* Row i has the values from edge[i] up to, but not including, edge[i + 1] ns. */
struct histogram_rows {
	unsigned int nr;
	uint64_t edge[ROWS_MAX + 1];
};

/*
 * Chooses the rows for what the histograms have counted, of which some may be NULL. Edges are round
 * numbers of `unit` ns. Up to the 95th percentile, rows are of one width; above, each is a share of
 * its value. No counts, no rows.
 */
void rows_choose(struct histogram_rows *rows, const struct rtlat_histogram *const *histogram,
		 unsigned int nr, uint64_t unit);

/* Adds up the buckets of each row. A bucket belongs to the row of its lowest value. */
void rows_count(const struct histogram_rows *rows, const struct rtlat_histogram *histogram,
		uint64_t count[ROWS_MAX]);

#endif /* RTLAT_WRITE_TEXT_ROWS_H */

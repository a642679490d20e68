/* SPDX-License-Identifier: GPL-2.0-only */
/* Maxima over time as a line of marks: the higher the mark, the larger the maximum. */
#ifndef RTLAT_RESULT_SPARKLINE_H
#define RTLAT_RESULT_SPARKLINE_H

#include <stdbool.h>

#include "rtlat.h"

/* The bytes of a mark, and of a line. */
#define SPARKLINE_MARK_SIZE 4
#define SPARKLINE_SIZE (RTLAT_SERIES_MAX * SPARKLINE_MARK_SIZE + 1)

struct sparkline {
	char text[SPARKLINE_SIZE];
	unsigned int nr;  /* marks */
	uint64_t mark_ns; /* the time of a mark */
	uint64_t lowest;  /* of the maxima of the marks, ns */
	uint64_t highest;
};

/*
 * Draws a line of a series with no more than `width` marks, each of one interval or of several. In
 * Unicode marks are blocks. False: there are fewer than two intervals, or nothing was measured.
 */
bool sparkline_draw(struct sparkline *sparkline, const struct rtlat_series *series,
		    unsigned int line, unsigned int width, bool unicode);

#endif /* RTLAT_RESULT_SPARKLINE_H */

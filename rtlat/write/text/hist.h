/* SPDX-License-Identifier: GPL-2.0-only */
/* The two tables of a histogram: one with rows that fit the values, and one with every bucket. */
#ifndef RTLAT_WRITE_TEXT_HIST_H
#define RTLAT_WRITE_TEXT_HIST_H

#include "rtlat/write/text/text.h"

struct hist_table {
	FILE *file;
	const struct rtlat_result *result;
	const struct view *view;
	unsigned int contexts; /* mask of the contexts that are shown */
};

static inline bool hist_shows(const struct hist_table *table, unsigned int context)
{
	return table->contexts & RTLAT_HAS(context);
}

/* Prints the table of linear histograms, with what the view wants of it. */
void hist_print_linear(const struct hist_table *table);
/* Prints the table with rows that fit the values, and columns as far as they fit. -ENOMEM */
int hist_print_fitted(const struct hist_table *table);

#endif /* RTLAT_WRITE_TEXT_HIST_H */

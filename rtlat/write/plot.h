/* SPDX-License-Identifier: GPL-2.0-only */
/* Pictures of a result, which gnuplot draws. */
#ifndef RTLAT_WRITE_PLOT_H
#define RTLAT_WRITE_PLOT_H

#include <stdio.h>

#include "rtlat.h"

/* `terminal` is gnuplot's: "svg size 1000,1000". */
int plot_write(FILE *file, const struct rtlat_result *result, const char *terminal);

enum plot_figure {
	PLOT_HISTOGRAMS,  /* of each CPU's thread latency, or noise */
	PLOT_PERCENTILES, /* of each latency, or of noise, of all CPUs */
};

/* Draws only one of the two. */
int plot_figure(FILE *file, const struct rtlat_result *result, enum plot_figure figure,
		const char *terminal);
/*
 * The percentiles of the thread latencies, or of noise, of several runs, with a name each. What the
 * first has is drawn of all.
 */
int plot_runs(FILE *file, const struct rtlat_result *const *results, const char *const *names,
	      unsigned int nr, const char *terminal);

/* Prints a string of the script, quoted. */
void plot_string(FILE *file, const char *text);
/*
 * plot_limits.c: sets lines at limits and gates, and takes them away after the plot. Returns the
 * end of the axis, us; 0: there are no lines.
 */
double plot_limits(FILE *file, const struct rtlat_result *result);
void plot_limits_end(FILE *file);
/* plot_title.c: a line each, to be freed. -ENOMEM */
int plot_title(const struct rtlat_result *result, char **title);

#endif /* RTLAT_WRITE_PLOT_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* An HTML page about one or several runs. */
#ifndef RTLAT_REPORT_REPORT_H
#define RTLAT_REPORT_REPORT_H

#include <stdio.h>

#include "rtlat/json/result_file.h"

static inline bool report_is_noise(const struct rtlat_result *result)
{
	return result->config->measure == RTLAT_MEASURE_NOISE;
}

static inline bool report_is_delay(const struct rtlat_result *result)
{
	return result->config->measure == RTLAT_MEASURE_DELAY;
}

/* The words of a report, of latencies, noise or delays. */
struct report_words {
	const char *title;      /* of the page, before "of HOST" */
	const char *main;       /* the main quantity */
	const char *all;        /* the quantity of the percentiles */
	const char *statistics; /* captions of tables */
	const char *column;
	const char *samples;
	const char *heat_map;
	const char *worst;
	const char *worst_caption;
};

/* words.c */
const struct report_words *report_words(const struct rtlat_result *result);

/* Writes the page. The other runs are compared with the first. Returns 0 or a negative errno. */
int report_write(FILE *file, struct result_file *const *files, unsigned int nr);

/* The parts of report_write(). */
extern const char report_style[];
/* run.c: writes everything about one run. `index` makes its names in the page unique. */
int report_run(FILE *file, const struct result_file *run, unsigned int index);
/* setup.c: the set-up that runs have in common, and a table of that in which they differ */
void report_differences(FILE *file, struct result_file *const *files, unsigned int nr);
void report_setup(FILE *file, struct result_file *const *files, unsigned int nr);
/* tables.c */
void report_verdict(FILE *file, const struct result_file *run);
void report_statistics(FILE *file, const struct rtlat_result *result);
void report_heat_map(FILE *file, const struct rtlat_result *result);
/* over_time.c: a map of the maxima, if the run kept them */
void report_over_time(FILE *file, const struct rtlat_result *result);
void report_worst(FILE *file, const struct rtlat_result *result);
/* noise.c: how much there was, and who made it; of latencies nothing */
void report_noise(FILE *file, const struct rtlat_result *result);
/* track.c: how many were too long, and the longest ones with their stacks; else nothing */
void report_delays(FILE *file, const struct rtlat_result *result);
/* "183 noises in 4.0 s, 99.990904 % available, 0 lost" */
void report_noise_summary(FILE *file, const struct rtlat_result *result);
/* compare.c */
int report_compare(FILE *file, struct result_file *const *files, unsigned int nr);
/* A drawing by gnuplot, with a text for readers who do not see it. `draw` prints it. */
struct report_drawing {
	const char *label;
	const char *name; /* of the drawing, unique in the page */
	int (*draw)(FILE *file, const void *data, const char *terminal);
	const void *data;
};

int report_drawing(FILE *file, const struct report_drawing *drawing);

#endif /* RTLAT_REPORT_REPORT_H */

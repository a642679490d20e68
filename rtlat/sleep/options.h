/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line of rtlat sleep. */
#ifndef RTLAT_SLEEP_OPTIONS_H
#define RTLAT_SLEEP_OPTIONS_H

#include "rtlat/sleep/report.h"
#include "lib/sleep/source.h"

#define SLEEP_OUTPUTS_MAX 8

struct sleep_output {
	int (*write)(FILE *file, const struct sleep_report *report);
	const char *path; /* NULL: standard output */
};

struct sleep_options {
	struct sleep_settings settings;
	uint64_t min_us;
	char min[24]; /* the same number as text, for the settings */
	bool exclude_voluntary;
	uint64_t duration_ns; /* 0: until a signal */
	uint64_t interval_ns; /* 0: only at the end */
	enum sleep_sort sort;
	unsigned int nr_text;
	int pid; /* 0: all */
	const char *comm;
	unsigned int nr_outputs;
	struct sleep_output outputs[SLEEP_OUTPUTS_MAX];
};

/* OPTIONS_GO_ON, or the exit status. */
int sleep_options_parse(struct sleep_options *options, int argc, char **argv);

#endif /* RTLAT_SLEEP_OPTIONS_H */

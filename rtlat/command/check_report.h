/* SPDX-License-Identifier: GPL-2.0-only */
/* The findings of `rtlat check`, and the formats in which it prints them. */
#ifndef RTLAT_COMMAND_CHECK_REPORT_H
#define RTLAT_COMMAND_CHECK_REPORT_H

#include <stdio.h>

#include "rtlat.h"

#define CHECK_SOURCES_MAX 16

struct check_report {
	struct rtlat_system system;
	unsigned int nr_sources;
	struct check_source {
		const char *name;
		enum rtlat_measure measures;
		bool usable;
		bool used; /* by -S auto */
		char reason[256];
	} sources[CHECK_SOURCES_MAX];
	unsigned int nr_checks;
	struct rtlat_check checks[RTLAT_CHECKS_MAX];
};

/* Both leave write errors in the file, for its owner to find. */
void check_report_text(FILE *file, const struct check_report *report);
/* 0 or -ENOMEM */
int check_report_json(FILE *file, const struct check_report *report);

#endif /* RTLAT_COMMAND_CHECK_REPORT_H */

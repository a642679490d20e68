/* SPDX-License-Identifier: GPL-2.0-only */
/* What `rtlat sleep` found out, and the formats in which it says so. */
#ifndef RTLAT_SLEEP_REPORT_H
#define RTLAT_SLEEP_REPORT_H

#include <stdio.h>

#include "lib/sleep/names.h"
#include "lib/sleep/profile.h"

struct sleep_report {
	struct sleep_profile profile; /* sorted, those that are wanted */
	enum sleep_sort sort;
	struct sleep_names *names;
	unsigned int nr_text; /* so many tasks at most in text */
};

/* What the program asked for, "user"; the kernel's own words. */
const char *sleep_stacks_name(unsigned int stacks);
const char *sleep_sort_name(enum sleep_sort sort);
/* How many of the tasks text has. */
unsigned int sleep_report_shown(const struct sleep_report *report);

/* These leave write errors in the file, for its owner to find. 0 or -ENOMEM. */
int sleep_write_text(FILE *file, const struct sleep_report *report);
/* As Documentation/rtlat-sleep.schema.json has it. */
int sleep_write_json(FILE *file, const struct sleep_report *report);
int sleep_write_csv(FILE *file, const struct sleep_report *report);

#endif /* RTLAT_SLEEP_REPORT_H */

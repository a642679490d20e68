/* SPDX-License-Identifier: GPL-2.0-only */
/* The findings of `rtlat sleep`, and the formats in which it prints them. */
#ifndef RTLAT_SLEEP_REPORT_H
#define RTLAT_SLEEP_REPORT_H

#include <stdio.h>

#include "lib/sleep/names.h"
#include "lib/sleep/profile.h"

struct sleep_report {
	struct sleep_profile profile; /* the tasks that are wanted, sorted */
	enum sleep_sort sort;
	struct sleep_names *names;
	unsigned int nr_text; /* the most tasks in text */
};

/* Returns the kernel's own word for the stacks that the program asked for: "user". */
const char *sleep_stacks_name(unsigned int stacks);
const char *sleep_sort_name(enum sleep_sort sort);
/* Returns how many of the tasks the text has. */
unsigned int sleep_report_shown(const struct sleep_report *report);

/* These leave write errors in the file, for its owner to find. 0 or -ENOMEM. */
int sleep_write_text(FILE *file, const struct sleep_report *report);
/* Writes the report in the form of Documentation/rtlat-sleep.schema.json. */
int sleep_write_json(FILE *file, const struct sleep_report *report);
int sleep_write_csv(FILE *file, const struct sleep_report *report);

#endif /* RTLAT_SLEEP_REPORT_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The table from which options are parsed and explained. */
#ifndef RTLAT_OPTION_TABLE_H
#define RTLAT_OPTION_TABLE_H

#include "rtlat/option/options.h"

enum option_group {
	GROUP_WHAT,
	GROUP_STOP,
	GROUP_TRACE,
	GROUP_TUNE,
	GROUP_SHOW,
	GROUP_GENERAL,
	GROUPS
};

enum option_value { VALUE_NONE, VALUE_REQUIRED, VALUE_OPTIONAL };

struct option_setting {
	struct options *options;
	const char *value;  /* NULL where an optional value was not given */
	bool letter;        /* by that, not by the long name */
	char expected[240]; /* for set(): what would have been right, where the table can't know */
};

struct option_spec {
	int letter; /* 0: it has only the long name */
	const char *name;
	unsigned int commands;
	enum option_group group;
	enum option_value value;
	const char *metavar;
	const char *help;
	const char *expected;                       /* "a period from 20 to 1000000 (us)" */
	int (*set)(struct option_setting *setting); /* 0, or a negative errno: a bad value */
	size_t flag; /* without set(): the bool of struct options that becomes true */
};

extern const struct option_spec option_table[];
extern const unsigned int option_table_size;

/* Print the options of a command, by group. */
void option_table_print(FILE *file, enum command command);

#endif /* RTLAT_OPTION_TABLE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Options of the commands that do not measure: a few each. */
#ifndef RTLAT_OPTION_SIMPLE_H
#define RTLAT_OPTION_SIMPLE_H

#include <stdbool.h>

#include "rtlat/util/status.h"

#define SIMPLE_GO_ON (-1)

struct simple_option {
	int letter; /* one that is not printable is the number of one without */
	const char *name;
	const char *metavar; /* NULL: it takes no value */
	/* SIMPLE_GO_ON, or the exit status once it was said what is wrong. */
	int (*set)(void *data, const char *value);
};

struct simple_command {
	const char *name;
	const struct simple_option *options;
	unsigned int nr_options;
	const char *help;    /* for -h, --help */
	const char *operand; /* that it takes any number of, "RUN.json"; NULL: none */
	int min_operands;
};

/* SIMPLE_GO_ON with the operands from argv[*first] on, or the exit status. */
int simple_options_parse(const struct simple_command *command, void *data, int argc, char **argv,
			 int *first);

/* For set() of -o where that is text or json. */
int simple_option_format(const struct simple_command *command, const char *value, bool *json);

#endif /* RTLAT_OPTION_SIMPLE_H */

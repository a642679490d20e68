/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parser of every command's options. A command has an array of rows, one an option, from which
 * its command line is parsed and its help printed.
 */
#ifndef RTLAT_OPTION_PARSER_H
#define RTLAT_OPTION_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rtlat.h"
#include "rtlat/util/status.h"

#define OPTIONS_GO_ON (-1)

struct options;

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

/* How a row's value is stored in its field. */
enum option_kind {
	OPTION_OTHER,  /* it has no field: set() takes the value, or there is only the flag */
	OPTION_NUMBER, /* an integer of 4 or 8 bytes: a number of min..max, times the scale */
	OPTION_TIME,   /* a uint64_t: a duration in ns */
	OPTION_SPAN,   /* a time: a bare number of min..max units, or with a suffix: "1ms" */
	OPTION_WORD,   /* an unsigned int or enum: the index of one of the words */
	OPTION_HELP,   /* it prints the help, and ends */
	OPTION_VERSION,
};

/* A value for set(). */
struct option_setting {
	union {
		struct options *options; /* of a command that measures, or shows a result */
		void *data;
	};
	const char *value;  /* NULL where an optional value was not given */
	bool letter;        /* by that, not by the long name */
	char expected[240]; /* from set(): the expected value, if the row cannot know it */
};

struct option_spec {
	int letter; /* 0: it has only the long name */
	const char *name;
	/* mask of the commands that have the row; 0: all commands with the table */
	unsigned int commands;
	enum option_group group;
	enum option_value value;
	const char *metavar;
	const char *help;
	const char *expected; /* "expected a period from 20 to 1000000 (us)" */
	size_t flag;          /* offset of the bool that becomes true; 0: none */
	enum option_kind kind;
	size_t at; /* offset of the field */
	size_t size;
	int64_t min, max;
	uint64_t scale; /* of a number: what it is multiplied by; of a span: ns of the field's 1 */
	uint64_t unit;  /* of a span: ns of a bare 1 */
	const char *const *words;                   /* up to NULL */
	int (*set)(struct option_setting *setting); /* 0, or a negative errno: a bad value */
};

#define OPTION_FIELD(type, field) .at = offsetof(type, field), .size = sizeof(((type *)0)->field)
#define OPTION_NUMBER_IN(type, field, low, high, unit)                                             \
	.kind = OPTION_NUMBER, OPTION_FIELD(type, field), .min = (low), .max = (high),             \
	.scale = (unit)

#define OPTION_SPAN_IN(type, field, low, high, bare, ns)                                           \
	.kind = OPTION_SPAN, OPTION_FIELD(type, field), .min = (low), .max = (high),               \
	.unit = (bare), .scale = (ns)

struct option_parser {
	const char *name;  /* of the command, for messages */
	const char *usage; /* the command line, for the help: "merge [options] RUN.json..." */
	/* a description of the command; NULL: the help has the options by group */
	const char *about;
	const struct option_spec *table;
	unsigned int nr;
	unsigned int command; /* only rows of this one */
	const char *operand;  /* "RUN.json": words that are no options; NULL: there are none */
	int min_operands;
	bool cyclictest; /* people come to the command from there: see habits.h */
};

/*
 * Parses the arguments, and stores the values in `data`, the structure of the table. Returns
 * OPTIONS_GO_ON with the operands from argv[*first] on, or the exit status after everything has
 * been printed.
 */
int options_read(const struct option_parser *parser, void *data, int argc, char **argv, int *first);

/* Prints the help of a command. */
void option_help(FILE *file, const struct option_parser *parser);
/* Finds the row of an index: NULL if the command lacks it. False: there are no more rows. */
bool option_row(const struct option_parser *parser, unsigned int index,
		const struct option_spec **row);

/*
 * Parses a time from `min` to `max` units, of `unit` ns each: a bare number of them, or one with a
 * suffix. Where a unit is a microsecond, a time with a suffix is whole microseconds, too.
 */
int option_parse_span(const char *value, uint64_t min, uint64_t max, uint64_t unit, uint64_t *ns);
/* For set(): parses the mode of colours, and sets it. */
int option_set_color(struct option_setting *setting);
/* A row of a table whose command prints in colour. */
#define OPTION_COLOR(of, where)                                                                    \
	{                                                                                          \
		0, "color", of, where, VALUE_REQUIRED, "WHEN",                                     \
			"auto (on a terminal, unless NO_COLOR is set),\nalways or never",          \
			"expected auto, always or never", .set = option_set_color                  \
	}

/* A number from `min` to `max`, in decimal or, after 0x, in hexadecimal digits. */
int option_parse_number(const char *value, uint64_t min, uint64_t max, uint64_t *number);
/* For set(): parses a list of CPUs that are all among those of `read_known`. */
int option_parse_cpus(struct option_setting *setting, struct rtlat_cpuset *set,
		      int (*read_known)(struct rtlat_cpuset *known));

#endif /* RTLAT_OPTION_PARSER_H */

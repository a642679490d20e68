// SPDX-License-Identifier: GPL-2.0-only
/* Prints the help of a command from the table of options. */
#include <stdio.h>
#include <string.h>

#include "rtlat/option/table.h"

#define HELP_COLUMN 30

static const char *const group_titles[GROUPS] = {
	[GROUP_WHAT] = "What to measure", [GROUP_STOP] = "When to stop",
	[GROUP_TRACE] = "What to trace",  [GROUP_TUNE] = "Tuning while it runs",
	[GROUP_SHOW] = "What to show",    [GROUP_GENERAL] = "General",
};

static void print_option(FILE *file, const struct option_spec *spec)
{
	const char *line = spec->help, *end;
	char left[64];
	int length;

	length = spec->letter ? snprintf(left, sizeof(left), "  -%c, ", spec->letter)
			      : snprintf(left, sizeof(left), "      ");
	snprintf(left + length, sizeof(left) - length, "--%s%s%s%s", spec->name,
		 spec->value == VALUE_OPTIONAL   ? "[="
		 : spec->value == VALUE_REQUIRED ? " "
						 : "",
		 spec->metavar ? spec->metavar : "", spec->value == VALUE_OPTIONAL ? "]" : "");
	for (;;) {
		end = strchrnul(line, '\n');
		fprintf(file, "%-*s %.*s\n", HELP_COLUMN, left, (int)(end - line), line);
		if (!*end)
			break;
		line = end + 1;
		left[0] = '\0';
	}
}

void option_table_print(FILE *file, enum command command)
{
	unsigned int group, i;
	bool titled;

	for (group = 0; group < GROUPS; group++) {
		titled = false;
		for (i = 0; i < option_table_size; i++) {
			if (option_table[i].group != group || !(option_table[i].commands & command))
				continue;
			if (!titled)
				fprintf(file, "\n%s:\n", group_titles[group]);
			titled = true;
			print_option(file, &option_table[i]);
		}
	}
}

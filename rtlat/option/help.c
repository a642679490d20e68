// SPDX-License-Identifier: GPL-2.0-only
/* The rows of a command, and the help that is printed from them. */
#include <stdio.h>
#include <string.h>

#include "rtlat/option/parser.h"

#define HELP_COLUMN 30

/* The options of every command, shown behind those of its table. */
static const struct option_spec general[] = {
	{ 'h', "help", 0, GROUP_GENERAL, VALUE_NONE, NULL, "print this help", NULL,
	  .kind = OPTION_HELP },
	{ 0, "version", 0, GROUP_GENERAL, VALUE_NONE, NULL, "print the version", NULL,
	  .kind = OPTION_VERSION },
};

bool option_row(const struct option_parser *parser, unsigned int index,
		const struct option_spec **row)
{
	unsigned int nr_general = parser->about ? 1 : 2;

	if (index >= parser->nr + nr_general)
		return false;
	*row = index < parser->nr ? &parser->table[index] : &general[index - parser->nr];
	if ((*row)->commands && !((*row)->commands & parser->command))
		*row = NULL;
	return true;
}

static const char *const group_titles[GROUPS] = {
	[GROUP_WHAT] = "What to measure", [GROUP_STOP] = "When to stop",
	[GROUP_TRACE] = "What to trace",  [GROUP_TUNE] = "Tuning while it runs",
	[GROUP_SHOW] = "What to show",    [GROUP_GENERAL] = "General",
};

static void print_row(FILE *file, const struct option_spec *row)
{
	const char *line = row->help, *end;
	char left[64];
	int length;

	length = row->letter ? snprintf(left, sizeof(left), "  -%c, ", row->letter)
			     : snprintf(left, sizeof(left), "      ");
	snprintf(left + length, sizeof(left) - length, "--%s%s%s%s", row->name,
		 row->value == VALUE_OPTIONAL   ? "[="
		 : row->value == VALUE_REQUIRED ? " "
						: "",
		 row->metavar ? row->metavar : "", row->value == VALUE_OPTIONAL ? "]" : "");
	for (;;) {
		end = strchrnul(line, '\n');
		fprintf(file, "%-*s %.*s\n", HELP_COLUMN, left, (int)(end - line), line);
		if (!*end)
			break;
		line = end + 1;
		left[0] = '\0';
	}
}

static void help_print_group(FILE *file, const struct option_parser *parser, unsigned int group)
{
	const struct option_spec *row;
	bool titled = false;
	unsigned int i;

	for (i = 0; option_row(parser, i, &row); i++) {
		if (!row || (row->group != group && !parser->about))
			continue;
		if (!titled && !parser->about)
			fprintf(file, "\n%s:\n", group_titles[group]);
		titled = true;
		print_row(file, row);
	}
}

void option_help(FILE *file, const struct option_parser *parser)
{
	unsigned int group;

	fprintf(file, "Usage: rtlat %s\n", parser->usage);
	if (parser->about)
		fprintf(file, "\n%s\n\n", parser->about);
	for (group = 0; group < (parser->about ? 1 : GROUPS); group++)
		help_print_group(file, parser, group);
	if (!parser->about && !parser->operand)
		fprintf(file, "\nA time may have a unit of its own: -T 100us, -p 1ms, -d 1h30m.\n");
}

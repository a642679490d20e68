// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parses the command line of a command that does not measure, from its own short table of options.
 */
#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/util/message.h"
#include "rtlat/option/simple.h"

#define OPTIONS_MAX 16

static const struct simple_option *simple_find(const struct simple_command *command, int letter)
{
	unsigned int i;

	for (i = 0; i < command->nr_options; i++) {
		if (command->options[i].letter == letter)
			return &command->options[i];
	}
	return NULL;
}

static int report_missing(const struct simple_command *command, int letter)
{
	const struct simple_option *option = simple_find(command, letter);
	char name[32];

	if (option && !isprint(letter))
		snprintf(name, sizeof(name), "--%s", option->name);
	else
		snprintf(name, sizeof(name), "-%c", letter);
	return usage_error(command->name, "%s: missing %s", name, option ? option->metavar : "");
}

static int report_bad_option(const struct simple_command *command, int code, char **argv)
{
	const char *word = argv[optind - 1];

	/* A known long option has its letter in optopt: then it is its value that is wrong. */
	if (code == ':')
		return report_missing(command, optopt);
	if (optopt && strncmp(word, "--", 2))
		return usage_error(command->name, "-%c: unknown option", optopt);
	if (optopt)
		return usage_error(command->name, "%s: expected no value", word);
	return usage_error(command->name, "%s: unknown option", word);
}

static void make_tables(const struct simple_command *command, struct option *longs, char *letters)
{
	unsigned int i;

	*letters++ = ':';
	*letters++ = 'h';
	*longs++ = (struct option){ "help", no_argument, NULL, 'h' };
	for (i = 0; i < command->nr_options; i++) {
		const struct simple_option *option = &command->options[i];

		*longs++ = (struct option){ option->name,
					    option->metavar ? required_argument : no_argument, NULL,
					    option->letter };
		if (!isprint(option->letter))
			continue;
		*letters++ = option->letter;
		if (option->metavar)
			*letters++ = ':';
	}
	*letters = '\0';
	memset(longs, 0, sizeof(*longs));
}

static int check_operands(const struct simple_command *command, int argc, char **argv)
{
	if (!command->operand && optind < argc)
		return usage_error(command->name, "%s: unexpected argument", argv[optind]);
	if (argc - optind < command->min_operands)
		return usage_error(command->name, "expected %d or more of %s, there are %d",
				   command->min_operands, command->operand, argc - optind);
	return SIMPLE_GO_ON;
}

int simple_options_parse(const struct simple_command *command, void *data, int argc, char **argv,
			 int *first)
{
	struct option longs[OPTIONS_MAX + 2];
	char letters[2 * OPTIONS_MAX + 3];
	int code, status = SIMPLE_GO_ON;

	make_tables(command, longs, letters);
	optind = 0;
	while (status == SIMPLE_GO_ON &&
	       (code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		const struct simple_option *option = simple_find(command, code);

		if (option) {
			status = option->set(data, optarg);
		} else if (code == 'h') {
			fputs(command->help, stdout);
			status = finish_stdout(command->name);
		} else {
			status = report_bad_option(command, code, argv);
		}
	}
	if (status == SIMPLE_GO_ON)
		status = check_operands(command, argc, argv);
	*first = optind;
	return status;
}

int simple_option_format(const struct simple_command *command, const char *value, bool *json)
{
	*json = !strcmp(value, "json");
	if (*json || !strcmp(value, "text"))
		return SIMPLE_GO_ON;
	return usage_error(command->name, "-o %s: expected text or json", *value ? value : "''");
}

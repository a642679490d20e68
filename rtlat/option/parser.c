// SPDX-License-Identifier: GPL-2.0-only
/* Parses a command line with getopt_long() and the rows of the command. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/parse.h"
#include "rtlat/option/habits.h"
#include "rtlat/util/message.h"
#include "rtlat/util/nearest.h"
#include "rtlat/option/parser.h"
#include "rtlat/util/terminal.h"

#define OPTIONS_MAX 64
/* getopt_long() returns this plus the index of the row for a long option. */
#define LONG_BASE 256

/* A command's rows, as getopt_long() wants them. */
struct getopt_tables {
	char letters[3 * OPTIONS_MAX + 3];
	struct option longs[OPTIONS_MAX + 1];
};

static void fill_getopt_tables(struct getopt_tables *tables, const struct option_parser *parser)
{
	static const int has_arg[] = { no_argument, required_argument, optional_argument };
	const struct option_spec *row;
	char *letters = tables->letters;
	struct option *next = tables->longs;
	unsigned int i;

	/* '+': stop at the first word that is no option; ':': leave the messages to us. */
	if (!parser->operand)
		*letters++ = '+';
	*letters++ = ':';
	for (i = 0; option_row(parser, i, &row); i++) {
		if (!row)
			continue;
		*next++ = (struct option){ .name = row->name,
					   .has_arg = has_arg[row->value],
					   .val = LONG_BASE + i };
		if (!row->letter)
			continue;
		*letters++ = row->letter;
		memset(letters, ':', row->value);
		letters += row->value;
	}
	*letters = '\0';
	*next = (struct option){ 0 };
}

static const struct option_spec *find_row(const struct option_parser *parser, int code)
{
	const struct option_spec *row;
	unsigned int i;

	for (i = 0; option_row(parser, i, &row); i++) {
		if (row && (code >= LONG_BASE ? code == LONG_BASE + (int)i : code == row->letter))
			return row;
	}
	return NULL;
}

/* Returns how many of the command's long options begin with the given word. */
static unsigned int count_matches(const struct option_parser *parser, const char *given)
{
	const struct option_spec *row;
	unsigned int i, matches = 0;

	for (i = 0; option_row(parser, i, &row); i++)
		matches += row && !strncmp(row->name, given, strcspn(given, "="));
	return matches;
}

static int report_unknown_name(const struct option_parser *parser, const char *word)
{
	const char *here = parser->cyclictest ? habit_of_name(word + 2) : NULL;
	char given[64], hint[NEAREST_HINT_SIZE];
	struct nearest nearest = { .word = given };
	const struct option_spec *row;
	unsigned int i;

	if (here)
		return usage_error(parser->name, "%s: cyclictest's %s %s", word, word, here);
	snprintf(given, sizeof(given), "%.*s", (int)strcspn(word + 2, "="), word + 2);
	for (i = 0; option_row(parser, i, &row); i++) {
		if (row)
			nearest_try(&nearest, row->name);
	}
	return usage_error(parser->name, "%s: unknown option%s", word,
			   nearest_hint(&nearest, "--", hint));
}

/* getopt_long() did not like argv[optind - 1], or the letter in optopt. */
static int report_unknown(const struct option_parser *parser, char **argv)
{
	const char *word = argv[optind - 1], *here;

	if (optopt >= LONG_BASE)
		return usage_error(parser->name, "%s: expected no value", word);
	here = optopt && parser->cyclictest ? habit_of_letter(optopt) : NULL;
	if (here)
		return usage_error(parser->name, "-%c: cyclictest's -%c %s", optopt, optopt, here);
	if (optopt)
		return usage_error(parser->name, "-%c: unknown option", optopt);
	if (count_matches(parser, word + 2) > 1)
		return usage_error(parser->name, "%s: ambiguous option", word);
	return report_unknown_name(parser, word);
}

/*
 * Reports a value that is one for cyclictest: of an option without any, that is the rest of its
 * word, or the word after it. OPTIONS_GO_ON: it is none.
 */
static int report_habit(const struct option_parser *parser, const struct option_spec *row, int argc,
			char **argv)
{
	const char *value = optarg, *blank = " ";
	struct habit habit;

	/* getopt_long() is still within the word, "-D10". */
	if (!value && optind < argc && argv[optind][0] == '-' && argv[optind][1] == row->letter &&
	    argv[optind][2]) {
		value = argv[optind] + 2;
		blank = "";
	} else if (!value && optind < argc) {
		value = argv[optind];
	} else if (value == argv[optind - 1] + 2) {
		blank = "";
	}
	if (!value || !habit_of_value(row->letter, value, !*blank, &habit))
		return OPTIONS_GO_ON;
	if (!habit.with_value)
		return usage_error(parser->name, "-%c: cyclictest's -%c %s", row->letter,
				   row->letter, habit.here);
	return usage_error(parser->name, "-%c%s%s: cyclictest's -%c%s%s is %s%s%s", row->letter,
			   blank, value, row->letter, blank, value, habit.here, value, habit.also);
}

static int report_missing(const struct option_parser *parser)
{
	const struct option_spec *row = find_row(parser, optopt);

	if (optopt >= LONG_BASE)
		return usage_error(parser->name, "--%s: missing %s", row->name, row->metavar);
	return usage_error(parser->name, "-%c: missing %s", optopt, row->metavar);
}

static int report_value(const struct option_parser *parser, const struct option_spec *row,
			const struct option_setting *setting)
{
	const char *value = setting->value && *setting->value ? setting->value : "''";
	const char *expected = setting->expected[0] ? setting->expected : row->expected;

	if (!setting->letter)
		return usage_error(parser->name, "--%s %s: %s", row->name, value, expected);
	return usage_error(parser->name, "-%c %s: %s", row->letter, value, expected);
}

/* Sixteen digits at most, which always fit. */
static int parse_hexadecimal(const char *digits, uint64_t *number)
{
	size_t length = strspn(digits, "0123456789abcdefABCDEF");

	if (!length || digits[length])
		return -EINVAL;
	if (length > 16)
		return -ERANGE;
	*number = strtoull(digits, NULL, 16);
	return 0;
}

int option_parse_number(const char *value, uint64_t min, uint64_t max, uint64_t *number)
{
	uint64_t parsed;
	int err;

	if (value[0] != '0' || (value[1] != 'x' && value[1] != 'X'))
		return rtlat_parse_u64(value, min, max, number);
	err = parse_hexadecimal(value + 2, &parsed);
	if (!err && (parsed < min || parsed > max))
		err = -ERANGE;
	if (!err)
		*number = parsed;
	return err;
}

int option_parse_cpus(struct option_setting *setting, struct rtlat_cpuset *set,
		      int (*read_known)(struct rtlat_cpuset *known))
{
	struct rtlat_cpuset cpus, known, others;
	char list[160];
	int err, unknown;

	err = rtlat_cpuset_parse(setting->value, &cpus);
	if (err == -EINVAL)
		return err;
	unknown = read_known(&known);
	others = cpus;
	rtlat_cpuset_andnot(&others, &known);
	if (!err && (unknown || rtlat_cpuset_empty(&others))) {
		*set = cpus;
		return 0;
	}
	if (unknown || rtlat_cpuset_format(&known, list, sizeof(list)) < 0)
		snprintf(list, sizeof(list), "0-%d", RTLAT_MAX_CPUS - 1);
	snprintf(setting->expected, sizeof(setting->expected), "no such CPU, expected CPUs of %s",
		 list);
	return -ERANGE;
}

static int store_number(const struct option_spec *row, const char *value, void *field)
{
	uint64_t number = 0;
	int64_t negative = 0;
	int err;

	err = row->min < 0 ? rtlat_parse_s64(value, row->min, row->max, &negative)
			   : option_parse_number(value, row->min, row->max, &number);
	number = row->min < 0 ? (uint64_t)negative : number * row->scale;
	if (!err && row->size == sizeof(uint64_t))
		*(uint64_t *)field = number;
	else if (!err)
		*(uint32_t *)field = (uint32_t)number;
	return err;
}

int option_parse_span(const char *value, uint64_t min, uint64_t max, uint64_t unit, uint64_t *ns)
{
	uint64_t time;
	int err = option_parse_number(value, min, max, &time);

	if (!err)
		*ns = time * unit;
	if (err != -EINVAL)
		return err;
	err = parse_time(value, unit, &time);
	if (!err && unit == RTLAT_NSEC_PER_USEC && time % unit)
		err = -EINVAL;
	if (!err && (time < min * unit || time > max * unit))
		err = -ERANGE;
	if (!err)
		*ns = time;
	return err;
}

static int store_span(const struct option_spec *row, const char *value, void *field)
{
	uint64_t ns;
	int err = option_parse_span(value, row->min, row->max, row->unit, &ns);

	if (!err && row->size == sizeof(uint64_t))
		*(uint64_t *)field = ns / row->scale;
	else if (!err)
		*(uint32_t *)field = (uint32_t)(ns / row->scale);
	return err;
}

static int store_word(const struct option_spec *row, const char *value, unsigned int *field)
{
	unsigned int i;

	for (i = 0; row->words[i]; i++) {
		if (!strcmp(row->words[i], value)) {
			*field = i;
			return 0;
		}
	}
	return -EINVAL;
}

static int store(const struct option_spec *row, const char *value, char *data)
{
	switch (row->kind) {
	case OPTION_NUMBER:
		return store_number(row, value, data + row->at);
	case OPTION_SPAN:
		return store_span(row, value, data + row->at);
	case OPTION_TIME:
		return rtlat_parse_duration(value, (uint64_t *)(data + row->at));
	case OPTION_WORD:
		return store_word(row, value, (unsigned int *)(data + row->at));
	default:
		break;
	}
	return 0;
}

int option_set_color(struct option_setting *setting)
{
	unsigned int i;

	for (i = 0; color_modes[i]; i++) {
		if (strcmp(color_modes[i], setting->value))
			continue;
		color_choose((enum color_mode)i);
		return 0;
	}
	return -EINVAL;
}

static int apply(const struct option_parser *parser, int code, void *data, int argc, char **argv)
{
	const struct option_spec *row = find_row(parser, code);
	struct option_setting setting = {
		.data = data,
		.value = optarg,
		.letter = code < LONG_BASE,
	};
	int err;

	if (parser->cyclictest && setting.letter) {
		err = report_habit(parser, row, argc, argv);
		if (err != OPTIONS_GO_ON)
			return err;
	}
	if (row->kind == OPTION_HELP)
		option_help(stdout, parser);
	if (row->kind == OPTION_VERSION)
		printf("rtlat %s\n", RTLAT_VERSION);
	if (row->kind == OPTION_HELP || row->kind == OPTION_VERSION)
		return finish_stdout(parser->name);
	/* An optional value may be a word of its own: there is no other use for a word. */
	if (row->value == VALUE_OPTIONAL && !optarg && optind < argc && argv[optind][0] != '-')
		setting.value = argv[optind++];
	if (row->flag)
		*((bool *)data + row->flag) = true;
	err = store(row, setting.value, data);
	if (!err && row->set)
		err = row->set(&setting);
	return err ? report_value(parser, row, &setting) : OPTIONS_GO_ON;
}

int options_read(const struct option_parser *parser, void *data, int argc, char **argv, int *first)
{
	struct getopt_tables tables = { .letters = "" };
	int code, status;

	fill_getopt_tables(&tables, parser);
	optind = 0;
	while ((code = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1) {
		if (code == '?')
			status = report_unknown(parser, argv);
		else if (code == ':')
			status = report_missing(parser);
		else
			status = apply(parser, code, data, argc, argv);
		if (status != OPTIONS_GO_ON)
			return status;
	}
	*first = optind;
	if (!parser->operand && optind < argc)
		return usage_error(parser->name, "%s: unexpected argument", argv[optind]);
	if (argc - optind < parser->min_operands)
		return usage_error(parser->name, "expected %d or more of %s, there are %d",
				   parser->min_operands, parser->operand, argc - optind);
	return OPTIONS_GO_ON;
}

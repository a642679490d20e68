// SPDX-License-Identifier: GPL-2.0-only
/* Parses the command line of a measuring command with getopt and the table of options. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/util/message.h"
#include "rtlat/option/table.h"
#include "rtlat/option/check.h"
#include "rtlat/option/options.h"

#define OPTIONS_MAX 64
/* Commands of which the words that are no options are files. */
#define TAKES_FILES COMMAND_MERGE
/* getopt_long() returns this plus the index in the table for a long option. */
#define LONG_BASE 256
#define HIST_ENTRIES 256
#define INTERVAL_DEFAULT (15 * RTLAT_NSEC_PER_SEC)

/* A command's part of the table, as getopt_long() wants it. */
struct getopt_tables {
	char letters[3 * OPTIONS_MAX + 3];
	struct option longs[OPTIONS_MAX + 1];
};

static void fill_getopt_tables(struct getopt_tables *tables, enum command command)
{
	static const int has_arg[] = { no_argument, required_argument, optional_argument };
	char *letters = tables->letters;
	struct option *next = tables->longs;
	unsigned int i;

	/* '+': stop at the first word that is no option; ':': leave the messages to us. */
	if (!(command & TAKES_FILES))
		*letters++ = '+';
	*letters++ = ':';
	for (i = 0; i < option_table_size; i++) {
		const struct option_spec *spec = &option_table[i];

		if (!(spec->commands & command))
			continue;
		*next++ = (struct option){ .name = spec->name,
					   .has_arg = has_arg[spec->value],
					   .val = LONG_BASE + i };
		if (!spec->letter)
			continue;
		*letters++ = spec->letter;
		memset(letters, ':', spec->value);
		letters += spec->value;
	}
	*letters = '\0';
	*next = (struct option){ 0 };
}

static const struct option_spec *find_spec(int code, enum command command)
{
	unsigned int i;

	if (code >= LONG_BASE)
		return &option_table[code - LONG_BASE];
	for (i = 0; i < option_table_size; i++) {
		if (option_table[i].letter == code && option_table[i].commands & command)
			return &option_table[i];
	}
	return NULL;
}

/* How many of the command's long options begin with what was given. */
static unsigned int count_matches(const char *given, enum command command)
{
	size_t length = strcspn(given, "=");
	unsigned int i, matches = 0;

	for (i = 0; i < option_table_size; i++)
		matches += option_table[i].commands & command &&
			   !strncmp(option_table[i].name, given, length);
	return matches;
}

/* getopt_long() did not like argv[optind - 1], or the letter in optopt. */
static int report_unknown(const struct options *options, char **argv)
{
	const char *word = argv[optind - 1];

	if (optopt >= LONG_BASE)
		return usage_error(options->name, "--%s: expected no value",
				   option_table[optopt - LONG_BASE].name);
	if (optopt)
		return usage_error(options->name, "-%c: unknown option", optopt);
	if (count_matches(word + 2, options->command) > 1)
		return usage_error(options->name, "%s: ambiguous option", word);
	return usage_error(options->name, "%s: unknown option", word);
}

static int report_missing(const struct options *options)
{
	const struct option_spec *spec = find_spec(optopt, options->command);

	if (optopt >= LONG_BASE)
		return usage_error(options->name, "--%s: missing %s", spec->name, spec->metavar);
	return usage_error(options->name, "-%c: missing %s", optopt, spec->metavar);
}

static int report_value(const struct options *options, int code,
			const struct option_setting *setting, const char *expected)
{
	const char *value = setting->value ? setting->value : "";

	if (!*value)
		value = "''";
	if (code >= LONG_BASE)
		return usage_error(options->name, "--%s %s: %s",
				   option_table[code - LONG_BASE].name, value, expected);
	return usage_error(options->name, "-%c %s: %s", code, value, expected);
}

/* An optional value may be a word of its own: there is no other use for a word. */
static const char *next_word(int argc, char **argv)
{
	if (optind < argc && argv[optind][0] != '-')
		return argv[optind++];
	return NULL;
}

static int apply_option(struct options *options, int code, int argc, char **argv)
{
	const struct option_spec *spec = find_spec(code, options->command);
	struct option_setting setting = {
		.options = options,
		.value = optarg,
		.letter = code < LONG_BASE,
	};

	if (!spec->set) {
		*(bool *)((char *)options + spec->flag) = true;
		return OPTIONS_GO_ON;
	}
	if (spec->value == VALUE_OPTIONAL && !optarg)
		setting.value = next_word(argc, argv);
	if (!spec->set(&setting))
		return OPTIONS_GO_ON;
	return report_value(options, code, &setting,
			    setting.expected[0] ? setting.expected : spec->expected);
}

/* Text goes to standard output unless another format does. */
static int add_default_output(struct options *options)
{
	unsigned int i;

	for (i = 0; i < options->nr_outputs; i++) {
		if (!options->outputs[i].path)
			return OPTIONS_GO_ON;
	}
	if (options->nr_outputs == OUTPUTS_MAX)
		return usage_error(options->name, "-o: expected at most %d files", OUTPUTS_MAX - 1);
	options->outputs[options->nr_outputs++].writer =
		writer_find("text", strlen("text"), options->command);
	return OPTIONS_GO_ON;
}

static int print_help(const struct options *options)
{
	printf("Usage: rtlat %s [options]%s\n",
	       options->command == COMMAND_TRACK ? "track wakeup|offcpu|block|syscall|irq|net"
						 : options->name,
	       options->command & TAKES_FILES ? " RUN.json..." : "");
	option_table_print(stdout, options->command);
	return finish_stdout(options->name);
}

static int print_version(const struct options *options)
{
	printf("rtlat %s\n", RTLAT_VERSION);
	return finish_stdout(options->name);
}

static int read_arguments(struct options *options, int argc, char **argv)
{
	struct getopt_tables tables;
	int code, status;

	fill_getopt_tables(&tables, options->command);
	optind = 0;
	while ((code = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1) {
		if (code == '?')
			status = report_unknown(options, argv);
		else if (code == ':')
			status = report_missing(options);
		else
			status = apply_option(options, code, argc, argv);
		if (status != OPTIONS_GO_ON)
			return status;
		if (options->help)
			return print_help(options);
		if (options->version)
			return print_version(options);
	}
	options->operands = argv + optind;
	options->nr_operands = argc - optind;
	if (optind == argc && options->command & TAKES_FILES)
		return usage_error(options->name, "expected one RUN.json or more");
	if (optind < argc && !(options->command & TAKES_FILES))
		return usage_error(options->name, "%s: unexpected argument", argv[optind]);
	return OPTIONS_GO_ON;
}

/*
 * True if the user has asked for what there is to explain: an explanation makes an activation
 * dearer.
 */
static bool wants_explanation(const struct options *options)
{
	const struct rtlat_config *config = &options->config;

	if (config->measure == RTLAT_MEASURE_DELAY)
		return false;
	if (config->measure == RTLAT_MEASURE_NOISE)
		return !options->no_explanation;
	return !options->no_explanation && (config->stop_irq_ns || config->stop_thread_ns ||
					    (options->worst_given && config->worst));
}

static void init_config(struct rtlat_config *config, enum command command,
			enum rtlat_tracker tracker)
{
	if (command & COMMANDS_NOISE)
		rtlat_config_init_noise(config);
	else if (command == COMMAND_TRACK)
		rtlat_config_init_track(config, tracker);
	else
		rtlat_config_init(config);
	config->hardware_only = command == COMMAND_HWNOISE;
	if (command & (COMMAND_HIST | COMMAND_OSNOISE_HIST | COMMAND_TRACK))
		config->entries = HIST_ENTRIES;
}

static const char *command_name(enum command command, unsigned int tracker)
{
	static const char *const track_names[] = { "track wakeup",  "track offcpu", "track block",
						   "track syscall", "track irq",    "track net",
						   "track" };

	switch (command) {
	case COMMAND_TOP:
		return "top";
	case COMMAND_HIST:
		return "hist";
	case COMMAND_MERGE:
		return "merge";
	case COMMAND_OSNOISE_TOP:
		return "osnoise top";
	case COMMAND_OSNOISE_HIST:
		return "osnoise hist";
	case COMMAND_HWNOISE:
		return "hwnoise";
	case COMMAND_TRACK:
		return track_names[tracker];
	}
	return NULL;
}

/* Finds the tracker in the last word of the command's name, "track wakeup". */
static unsigned int find_tracker(const char *name)
{
	unsigned int i;

	for (i = 0; i < RTLAT_TRACKERS && strcmp(name, rtlat_tracker_name(i)); i++)
		;
	return i;
}

int options_parse(struct options *options, enum command command, int argc, char **argv)
{
	unsigned int tracker;
	int status;

	memset(options, 0, sizeof(*options));
	options->command = command;
	tracker = find_tracker(argv[0]);
	options->name = command_name(command, tracker);
	options->bucket = 1;
	options->interval_ns = INTERVAL_DEFAULT;
	options->iterations = 1;
	options->gate_quorum = 1;
	init_config(&options->config, command, tracker);
	status = read_arguments(options, argc, argv);
	if (status == OPTIONS_GO_ON)
		status = options_check(options);
	if (status == OPTIONS_GO_ON)
		status = add_default_output(options);
	options->config.go_on = actions_have(&options->on_threshold, ACTION_CONTINUE);
	options->config.explain = wants_explanation(options);
	options->config.bucket_ns = options->bucket;
	if (!options->view.nanoseconds)
		options->config.bucket_ns *= RTLAT_NSEC_PER_USEC;
	return status;
}

const struct writer *options_text_writer(const struct options *options)
{
	unsigned int i;

	for (i = 0; i < options->nr_outputs; i++) {
		const struct output_spec *spec = &options->outputs[i];

		if (!spec->path)
			return strcmp(spec->writer->name, "text") ? NULL : spec->writer;
	}
	return NULL;
}

// SPDX-License-Identifier: GPL-2.0-only
/* The command line of a command that measures, or shows a result. */
#include <stdio.h>
#include <string.h>

#include "rtlat/util/message.h"
#include "rtlat/option/table.h"
#include "rtlat/option/check.h"
#include "rtlat/option/options.h"
#include "rtlat/option/profile.h"

#define HIST_ENTRIES 256
#define INTERVAL_DEFAULT (15 * RTLAT_NSEC_PER_SEC)

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

/* True if the user has asked for an explanation, which makes an activation more expensive. */
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

static const struct option_parser parsers[] = {
	{ "top", "top [options]", .command = COMMAND_TOP },
	{ "hist", "hist [options]", .command = COMMAND_HIST },
	{ "merge", "merge [options] RUN.json...", .command = COMMAND_MERGE, .operand = "RUN.json",
	  .min_operands = 1 },
	{ "osnoise top", "osnoise top [options]", .command = COMMAND_OSNOISE_TOP },
	{ "osnoise hist", "osnoise hist [options]", .command = COMMAND_OSNOISE_HIST },
	{ "hwnoise", "hwnoise [options]", .command = COMMAND_HWNOISE },
	{ "track", "track wakeup|offcpu|block|syscall|irq|net [options]",
	  .command = COMMAND_TRACK },
};

static const char *const track_names[] = {
	"track wakeup", "track offcpu", "track block", "track syscall",
	"track irq",    "track net",    "track",
};

static int read_arguments(struct options *options, unsigned int tracker, int argc, char **argv)
{
	struct option_parser parser;
	unsigned int i = 0;
	int first, status;

	while (parsers[i].command != options->command)
		i++;
	parser = parsers[i];
	parser.table = option_table;
	parser.nr = option_table_size;
	parser.cyclictest = options->command & COMMANDS_LATENCY;
	if (options->command == COMMAND_TRACK)
		parser.name = track_names[tracker];
	options->name = parser.name;
	status = profile_expand(parser.name, &argc, &argv);
	if (status != OPTIONS_GO_ON)
		return status;
	status = options_read(&parser, options, argc, argv, &first);
	if (status == OPTIONS_GO_ON) {
		options->operands = argv + first;
		options->nr_operands = argc - first;
	}
	return status;
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
	options->bucket = 1;
	options->interval_ns = INTERVAL_DEFAULT;
	options->iterations = 1;
	options->gate_quorum = 1;
	init_config(&options->config, command, tracker);
	status = read_arguments(options, tracker, argc, argv);
	if (status == OPTIONS_GO_ON)
		status = options_check(options);
	if (status == OPTIONS_GO_ON)
		status = add_default_output(options);
	options->view.linear |= options->view.with_zeros;
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

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of a command line, each up to a NUL, a space or a newline, the first of which is the
 * command: what is accepted is in the ranges that the manual pages have. Nothing is measured.
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "rtlat/option/options.h"
#include "rtlat/sleep/options.h"

#define WORDS_MAX 64
#define SLEEP 0

static const struct {
	const char *name;
	unsigned int command;
} commands[] = {
	{ "top", COMMAND_TOP },
	{ "hist", COMMAND_HIST },
	{ "merge", COMMAND_MERGE },
	{ "osnoise-top", COMMAND_OSNOISE_TOP },
	{ "osnoise-hist", COMMAND_OSNOISE_HIST },
	{ "hwnoise", COMMAND_HWNOISE },
	{ "wakeup", COMMAND_TRACK },
	{ "offcpu", COMMAND_TRACK },
	{ "block", COMMAND_TRACK },
	{ "syscall", COMMAND_TRACK },
	{ "irq", COMMAND_TRACK },
	{ "net", COMMAND_TRACK },
	{ "sleep", SLEEP },
};

static int split(char *text, size_t size, char **words)
{
	char *end = text + size;
	int nr = 0;

	while (text < end && nr < WORDS_MAX) {
		words[nr++] = text;
		text += strcspn(text, " \n");
		*text++ = '\0';
	}
	words[nr] = NULL;
	return nr;
}

static void check_config(const struct rtlat_config *config)
{
	unsigned int i;

	require(config->period_ns >= RTLAT_PERIOD_MIN);
	require(config->measure != RTLAT_MEASURE_LATENCY || config->period_ns <= RTLAT_PERIOD_MAX);
	require(config->runtime_ns <= config->period_ns || config->measure != RTLAT_MEASURE_NOISE);
	require(config->duration_ns <= RTLAT_DURATION_MAX);
	require(config->dma_latency_us >= RTLAT_DMA_LATENCY_UNCHANGED &&
		config->dma_latency_us <= RTLAT_DMA_LATENCY_MAX);
	require(config->deepest_idle >= RTLAT_IDLE_UNCHANGED &&
		config->deepest_idle <= IDLE_STATE_MAX);
	require(config->worst <= RTLAT_WORST_MAX && config->entries <= RTLAT_ENTRIES_MAX);
	require(config->nr_events <= RTLAT_EVENTS_MAX && config->nr_gates <= RTLAT_GATES_MAX);
	require(config->percentiles.nr <= RTLAT_PERCENTILES_MAX);
	require(!rtlat_cpuset_intersects(&config->cpus, &config->housekeeping));
	for (i = 0; i < config->nr_gates; i++)
		require(config->gates[i].text[0]);
	for (i = 0; i < config->nr_events; i++)
		require(config->events[i].name[0] && !strchr(config->events[i].name, '/'));
}

static void check_outputs(const struct options *options)
{
	unsigned int i, to_stdout = 0;

	require(options->nr_outputs >= 1 && options->nr_outputs <= OUTPUTS_MAX);
	for (i = 0; i < options->nr_outputs; i++) {
		require(options->outputs[i].writer->commands & options->command);
		require(!options->outputs[i].path || options->outputs[i].path[0]);
		to_stdout += !options->outputs[i].path;
	}
	require(to_stdout == 1);
}

static void parse(enum command command, int argc, char **argv)
{
	struct options *options = malloc(sizeof(*options));
	int status;

	require(options);
	status = options_parse(options, command, argc, argv);
	if (status == OPTIONS_GO_ON) {
		check_config(&options->config);
		check_outputs(options);
		require(options->bucket >= 1 && options->iterations >= 1);
		require(options->on_threshold.nr <= ACTIONS_MAX);
		require(options->on_end.nr <= ACTIONS_MAX);
		require(command == COMMAND_MERGE || !options->nr_operands);
	} else {
		require(status == STATUS_USAGE || status == STATUS_ERROR || status == 0);
	}
	free(options);
}

static void parse_sleep(int argc, char **argv)
{
	struct sleep_options options;
	int status = sleep_options_parse(&options, argc, argv);

	require(status == OPTIONS_GO_ON || status == STATUS_USAGE || status == 0);
	if (status != OPTIONS_GO_ON)
		return;
	require(options.nr_outputs >= 1 && options.nr_outputs <= SLEEP_OUTPUTS_MAX);
	require(options.duration_ns <= RTLAT_DURATION_MAX && options.nr_text >= 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *words[WORDS_MAX + 1];
	int nr = split(text, size, words);
	size_t i;

	for (i = 0; nr && i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(words[0], commands[i].name))
			continue;
		if (commands[i].command == SLEEP)
			parse_sleep(nr, words);
		else
			parse(commands[i].command, nr, words);
		break;
	}
	free(text);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/* Options on what is printed and when: outputs, intervals, gates, repetitions. */
#include <errno.h>
#include <string.h>

#include "rtlat/option/show.h"
#include "rtlat/option/stop.h"

int option_set_output(struct option_setting *setting)
{
	struct options *options = setting->options;
	const char *colon = strchrnul(setting->value, ':');
	struct output_spec *spec;
	char names[160];

	if (options->nr_outputs == OUTPUTS_MAX) {
		snprintf(setting->expected, sizeof(setting->expected),
			 "expected at most %d outputs", OUTPUTS_MAX);
		return -E2BIG;
	}
	spec = &options->outputs[options->nr_outputs];
	spec->writer = writer_find(setting->value, colon - setting->value, options->command);
	spec->path = *colon && strcmp(colon + 1, "-") ? colon + 1 : NULL;
	if (!spec->writer || (spec->path && !*spec->path)) {
		writer_names(options->command, names, sizeof(names));
		snprintf(setting->expected, sizeof(setting->expected),
			 "expected FORMAT or FORMAT:FILE with a format of %s", names);
		return -EINVAL;
	}
	options->nr_outputs++;
	return 0;
}

int option_set_interval(struct option_setting *setting)
{
	setting->options->interval_given = true;
	return rtlat_parse_duration(setting->value, &setting->options->interval_ns);
}

int option_set_gate(struct option_setting *setting)
{
	struct rtlat_config *config = &setting->options->config;
	unsigned int i;
	int err;

	if (config->nr_gates == RTLAT_GATES_MAX)
		return -E2BIG;
	/* Outputs with a name for each gate cannot have two of one name. */
	for (i = 0; i < config->nr_gates; i++) {
		if (!strcmp(config->gates[i].text, setting->value)) {
			snprintf(setting->expected, sizeof(setting->expected),
				 "expected each gate once");
			return -EEXIST;
		}
	}
	err = rtlat_gate_parse(setting->value, &config->gates[config->nr_gates]);
	if (!err)
		config->nr_gates++;
	return err;
}

static int parse_count(const char *value, uint32_t *count)
{
	uint64_t number;
	int err = option_parse_number(value, 1, ITERATIONS_MAX, &number);

	if (!err)
		*count = number;
	return err;
}

int option_set_iterations(struct option_setting *setting)
{
	return parse_count(setting->value, &setting->options->iterations);
}

int option_set_gate_quorum(struct option_setting *setting)
{
	return parse_count(setting->value, &setting->options->gate_quorum);
}

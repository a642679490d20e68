// SPDX-License-Identifier: GPL-2.0-only
/* Options whose values need more than to be stored in a field. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "lib/source/track/track.h"
#include "lib/stats/gate_parse.h"
#include "rtlat/action/trace_file.h"
#include "rtlat/option/setters.h"
#include "rtlat/util/nearest.h"

int option_set_cpus(struct option_setting *setting)
{
	return option_parse_cpus(setting, &setting->options->config.cpus, rtlat_cpuset_possible);
}

int option_set_housekeeping(struct option_setting *setting)
{
	return option_parse_cpus(setting, &setting->options->config.housekeeping,
				 rtlat_cpuset_possible);
}

int option_set_source(struct option_setting *setting)
{
	enum rtlat_measure measure = setting->options->config.measure;
	char *expected = setting->expected;
	size_t size = sizeof(setting->expected);
	struct nearest nearest = { .word = setting->value };
	char hint[NEAREST_HINT_SIZE];
	const char *name;
	unsigned int i;

	setting->options->config.source = setting->value;
	if (!strcmp(setting->value, "auto"))
		return 0;
	if (measure == RTLAT_MEASURE_LATENCY && !strcmp(setting->value, "timerlat"))
		return 0;
	snprintf(expected, size, "expected auto%s",
		 measure == RTLAT_MEASURE_LATENCY ? ", timerlat" : "");
	for (i = 0; (name = rtlat_source_name(i)); i++) {
		if (rtlat_source_measures(i) != measure)
			continue;
		if (!strcmp(setting->value, name))
			return 0;
		nearest_try(&nearest, name);
		snprintf(expected + strlen(expected), size - strlen(expected), ", %s", name);
	}
	snprintf(expected + strlen(expected), size - strlen(expected), "%s",
		 nearest_hint(&nearest, "", hint));
	return -EINVAL;
}

/* Sets the source, or the limit of a period's noise: -S NUMBER is rtla's option of osnoise. */
int option_set_source_or_total(struct option_setting *setting)
{
	int err;

	if (!setting->letter || !isdigit((unsigned char)setting->value[0]))
		return option_set_source(setting);
	err = option_parse_span(setting->value, 0, LIMIT_MAX_US, RTLAT_NSEC_PER_USEC,
				&setting->options->config.stop_period_ns);
	if (err)
		snprintf(setting->expected, sizeof(setting->expected),
			 "expected a source, or a time from 1 to %d (us), 0 for none",
			 LIMIT_MAX_US);
	return err;
}

int option_set_priority(struct option_setting *setting)
{
	return rtlat_parse_sched(setting->value, &setting->options->config.sched);
}

int option_set_cgroup(struct option_setting *setting)
{
	const char *name = setting->value ? setting->value : "";

	/* rtla has "-C=NAME", of which getopt makes "=NAME". */
	if (*name == '=')
		name++;
	setting->options->config.cgroup = name;
	return setting->value && !*name ? -EINVAL : 0;
}

int option_set_track_comm(struct option_setting *setting)
{
	if (!*setting->value || !track_comm_is_plain(setting->value))
		return -EINVAL;
	strcpy(setting->options->config.track.comm, setting->value);
	return 0;
}

const char *option_trace_default(const struct options *options)
{
	return options->config.measure == RTLAT_MEASURE_NOISE ? TRACE_FILE_NOISE
							      : TRACE_FILE_LATENCY;
}

/* Sets -i and -s to the value of -T. Later options override them. */
int option_set_all_limits(struct option_setting *setting)
{
	struct rtlat_config *config = &setting->options->config;

	config->stop_irq_ns = config->stack_ns = config->stop_thread_ns;
	return 0;
}

/* Asks for a trace, in the file that is given before or after. */
static void want_trace(struct options *options)
{
	if (!options->trace_path)
		options->trace_path = option_trace_default(options);
}

int option_set_automatic(struct option_setting *setting)
{
	want_trace(setting->options);
	return option_set_all_limits(setting);
}

/* Sets -T 1 and -t beside -s: of the thresholds the last one given counts. */
int option_set_noise_automatic(struct option_setting *setting)
{
	want_trace(setting->options);
	setting->options->config.threshold_ns = RTLAT_NSEC_PER_USEC;
	return 0;
}

int option_set_trace(struct option_setting *setting)
{
	const char *path = setting->value ? setting->value : option_trace_default(setting->options);

	/* -t=FILE arrives as "=FILE": accept it, as -C=NAME. */
	if (*path == '=')
		path++;
	setting->options->trace_path = path;
	return *path ? 0 : -EINVAL;
}

int option_set_event(struct option_setting *setting)
{
	struct rtlat_config *config = &setting->options->config;
	const char *name = setting->value, *colon = strchrnul(name, ':');

	if (config->nr_events == RTLAT_EVENTS_MAX)
		return -E2BIG;
	if (colon == name || (*colon && (!colon[1] || strchr(colon + 1, ':'))) || strchr(name, '/'))
		return -EINVAL;
	config->events[config->nr_events++].name = name;
	return 0;
}

/* Returns the event that was given before. */
static struct rtlat_event *last_event(struct option_setting *setting)
{
	struct rtlat_config *config = &setting->options->config;

	return config->nr_events ? &config->events[config->nr_events - 1] : NULL;
}

int option_set_filter(struct option_setting *setting)
{
	struct rtlat_event *event = last_event(setting);

	if (!event || !*setting->value)
		return -EINVAL;
	event->filter = setting->value;
	return 0;
}

int option_set_trigger(struct option_setting *setting)
{
	struct rtlat_event *event = last_event(setting);

	if (!event || !*setting->value || !strchr(event->name, ':'))
		return -EINVAL;
	event->trigger = setting->value;
	return 0;
}

int option_set_on_threshold(struct option_setting *setting)
{
	return action_parse(setting->value, option_trace_default(setting->options),
			    &setting->options->on_threshold);
}

int option_set_on_end(struct option_setting *setting)
{
	return action_parse(setting->value, option_trace_default(setting->options),
			    &setting->options->on_end);
}

int option_set_bucket(struct option_setting *setting)
{
	struct options *options = setting->options;
	uint64_t bucket;
	int err;

	if (!strcmp(setting->value, "auto"))
		return 0;
	err = option_parse_number(setting->value, 1, BUCKET_MAX, &bucket);
	options->bucket = (uint32_t)bucket;
	options->view.linear = true;
	return err;
}

int option_set_percentiles(struct option_setting *setting)
{
	return rtlat_parse_percentiles(setting->value, &setting->options->config.percentiles);
}

int option_set_output(struct option_setting *setting)
{
	struct options *options = setting->options;
	const char *colon = strchrnul(setting->value, ':');
	char names[160], word[32], hint[NEAREST_HINT_SIZE];
	struct nearest nearest = { .word = word };
	struct output_spec *spec;

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
		snprintf(word, sizeof(word), "%.*s", (int)(colon - setting->value), setting->value);
		writer_nearest(&nearest, options->command);
		snprintf(setting->expected, sizeof(setting->expected),
			 "expected FORMAT or FORMAT:FILE with a format of %s%s", names,
			 nearest_hint(&nearest, "", hint));
		return -EINVAL;
	}
	options->nr_outputs++;
	return 0;
}

/* Tells what is expected of the part of a gate that is wrong, and where. */
static void expect_gate(struct option_setting *setting, const struct rtlat_gate *gate,
			enum gate_part part, size_t at)
{
	static const char *const metrics[] = {
		[RTLAT_MEASURE_LATENCY] = "irq, thread or return with .min, .avg, .max, .stddev or "
					  ".p99.9, or count, missed, lost or duration",
		[RTLAT_MEASURE_NOISE] = "noise with .min, .avg, .max, .stddev or .p99.9, or "
					"available, period.max, hardware, count, lost or duration",
		[RTLAT_MEASURE_DELAY] = "delay with .min, .avg, .max, .stddev or .p99.9, or count, "
					"lost or duration",
	};
	const char *text = setting->value, *wrong = text[at] ? text + at : "the end";
	size_t size = sizeof(setting->expected);

	if (part == GATE_SCOPE)
		snprintf(setting->expected, size, "expected all., worst. or cpuN., N being 0 to %d",
			 RTLAT_MAX_CPUS - 1);
	else if (part == GATE_METRIC)
		snprintf(setting->expected, size, "expected a metric at %.20s: %s", wrong,
			 metrics[setting->options->config.measure]);
	else if (part == GATE_COMPARISON)
		snprintf(setting->expected, size, "expected <=, <, >=, >, == or != at %.20s",
			 wrong);
	else
		snprintf(setting->expected, size, "expected %s at %.20s",
			 gate->metric == RTLAT_GATE_DURATION    ? "a duration such as 10m"
			 : gate->metric == RTLAT_GATE_AVAILABLE ? "a percentage such as 99.9%"
			 : rtlat_gate_is_time(gate)             ? "a latency such as 50 or 50us"
								: "a whole number",
			 wrong);
}

int option_set_gate(struct option_setting *setting)
{
	struct rtlat_config *config = &setting->options->config;
	struct rtlat_gate gate;
	enum gate_part part;
	size_t at;
	unsigned int i;
	int err;

	if (config->nr_gates == RTLAT_GATES_MAX) {
		snprintf(setting->expected, sizeof(setting->expected), "expected up to %d gates",
			 RTLAT_GATES_MAX);
		return -E2BIG;
	}
	/* Outputs with a name for each gate cannot have two of one name. */
	for (i = 0; i < config->nr_gates; i++) {
		if (!strcmp(config->gates[i].text, setting->value)) {
			snprintf(setting->expected, sizeof(setting->expected),
				 "expected each gate once");
			return -EEXIST;
		}
	}
	err = gate_parse(setting->value, &gate, &part, &at);
	if (err)
		expect_gate(setting, &gate, part, at);
	else
		config->gates[config->nr_gates++] = gate;
	return err;
}

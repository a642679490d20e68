// SPDX-License-Identifier: GPL-2.0-only
/* The values of the options that end a run and say why. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/option/stop.h"
#include "rtlat/action/trace_file.h"

static bool is_hexadecimal(const char *value)
{
	return value[0] == '0' && (value[1] == 'x' || value[1] == 'X');
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

	if (!is_hexadecimal(value))
		return rtlat_parse_u64(value, min, max, number);
	err = parse_hexadecimal(value + 2, &parsed);
	if (!err && (parsed < min || parsed > max))
		err = -ERANGE;
	if (!err)
		*number = parsed;
	return err;
}

int option_parse_scaled(const char *value, uint64_t min, uint64_t max, uint64_t scale,
			uint64_t *number)
{
	uint64_t unscaled;
	int err = option_parse_number(value, min, max, &unscaled);

	if (!err)
		*number = unscaled * scale;
	return err;
}

int option_parse_limit(const char *value, uint64_t *ns)
{
	return option_parse_scaled(value, 0, LIMIT_MAX_US, RTLAT_NSEC_PER_USEC, ns);
}

int option_set_limit_irq(struct option_setting *setting)
{
	return option_parse_limit(setting->value, &setting->options->config.stop_irq_ns);
}

int option_set_limit_thread(struct option_setting *setting)
{
	return option_parse_limit(setting->value, &setting->options->config.stop_thread_ns);
}

/* -i, -T and -s at once: of these the last one given counts. */
static int set_limits(struct option_setting *setting, uint64_t min)
{
	struct rtlat_config *config = &setting->options->config;
	int err = option_parse_scaled(setting->value, min, LIMIT_MAX_US, RTLAT_NSEC_PER_USEC,
				      &config->stop_thread_ns);

	if (!err)
		config->stop_irq_ns = config->stack_ns = config->stop_thread_ns;
	return err;
}

/* -t with the file that was given, before or after. */
int option_set_automatic(struct option_setting *setting)
{
	struct options *options = setting->options;

	options->automatic = true;
	if (!options->trace_path)
		options->trace_path = option_trace_default(options);
	return set_limits(setting, 0);
}

int option_set_only_explanation(struct option_setting *setting)
{
	setting->options->view.only_explanation = true;
	return set_limits(setting, 1);
}

int option_set_stack(struct option_setting *setting)
{
	return option_parse_limit(setting->value, &setting->options->config.stack_ns);
}

int option_set_stack_format(struct option_setting *setting)
{
	static const char *const names[] = {
		[STACK_TRUNCATE] = "truncate",
		[STACK_SKIP] = "skip",
		[STACK_FULL] = "full",
	};
	unsigned int i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!strcmp(setting->value, names[i])) {
			setting->options->view.stack_format = i;
			return 0;
		}
	}
	return -EINVAL;
}

const char *option_trace_default(const struct options *options)
{
	return options->config.measure == RTLAT_MEASURE_NOISE ? TRACE_FILE_NOISE
							      : TRACE_FILE_LATENCY;
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

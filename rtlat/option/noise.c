// SPDX-License-Identifier: GPL-2.0-only
/* The options of what measures noise, not latency. */
#include <ctype.h>
#include <errno.h>

#include "lib/source/table.h"
#include "rtlat/util/message.h"
#include "rtlat/option/noise.h"
#include "rtlat/option/stop.h"
#include "rtlat/option/what.h"

#define THRESHOLD_MAX_US 1000000

int option_set_noise_period(struct option_setting *setting)
{
	return option_parse_scaled(setting->value, 1, RTLAT_NOISE_PERIOD_MAX / RTLAT_NSEC_PER_USEC,
				   RTLAT_NSEC_PER_USEC, &setting->options->config.period_ns);
}

int option_set_runtime(struct option_setting *setting)
{
	setting->options->runtime_given = true;
	return option_parse_scaled(setting->value, RTLAT_NOISE_RUNTIME_MIN / RTLAT_NSEC_PER_USEC,
				   RTLAT_NOISE_PERIOD_MAX / RTLAT_NSEC_PER_USEC,
				   RTLAT_NSEC_PER_USEC, &setting->options->config.runtime_ns);
}

int option_set_threshold(struct option_setting *setting)
{
	return option_parse_scaled(setting->value, 0, THRESHOLD_MAX_US, RTLAT_NSEC_PER_USEC,
				   &setting->options->config.threshold_ns);
}

int option_set_stop_noise(struct option_setting *setting)
{
	return option_parse_limit(setting->value, &setting->options->config.stop_noise_ns);
}

int option_set_stop_total(struct option_setting *setting)
{
	return option_parse_limit(setting->value, &setting->options->config.stop_period_ns);
}

/* Sets -s, -T 1 and -t: of the first two the last one given counts. */
int option_set_noise_automatic(struct option_setting *setting)
{
	struct options *options = setting->options;

	options->automatic = true;
	options->config.threshold_ns = RTLAT_NSEC_PER_USEC;
	if (!options->trace_path)
		options->trace_path = option_trace_default(options);
	return option_set_stop_noise(setting);
}

/* -S is the limit for those who know rtla's osnoise, and the source for those of rtlat's top. */
int option_set_source_or_total(struct option_setting *setting)
{
	int err;

	if (!setting->letter || !isdigit((unsigned char)setting->value[0]))
		return option_set_source(setting);
	err = option_set_stop_total(setting);
	if (err)
		snprintf(setting->expected, sizeof(setting->expected),
			 "expected a source, or a time from 1 to %d (us), 0 for none",
			 LIMIT_MAX_US);
	return err;
}

static void expand(struct options *options)
{
	struct rtlat_config *config = &options->config;

	if (!options->runtime_given) {
		config->runtime_ns = config->period_ns;
		if (config->hardware_only)
			config->runtime_ns = config->period_ns / 4 * 3;
	}
}

int options_check_noise(struct options *options)
{
	const struct rtlat_config *config = &options->config;
	unsigned long long period, runtime;

	if (config->measure != RTLAT_MEASURE_NOISE)
		return OPTIONS_GO_ON;
	expand(options);
	period = config->period_ns / RTLAT_NSEC_PER_USEC;
	runtime = config->runtime_ns / RTLAT_NSEC_PER_USEC;
	if (config->runtime_ns > config->period_ns)
		return usage_error(options->name, "-r %llu: expected at most the period, %llu (us)",
				   runtime, period);
	if (config->runtime_ns < RTLAT_NOISE_RUNTIME_MIN)
		return usage_error(options->name,
				   "-p %llu: expected a period with a runtime of 100 (us) or more",
				   period);
	if (!config->threshold_ns && !source_can(config->source, SOURCE_ANY_NOISE))
		return usage_error(options->name,
				   "-T 0: not possible with -S %s, expected 1 or more (us)",
				   config->source);
	if (options->no_explanation && !source_can(config->source, SOURCE_KNOWS_CAUSES))
		return usage_error(options->name,
				   "--no-sources: not possible with -S %s, which knows none",
				   config->source);
	if (config->hardware_only && !source_can(config->source, SOURCE_HARDWARE_ONLY))
		return usage_error(options->name, "-S %s: cannot turn interrupts off",
				   config->source);
	return OPTIONS_GO_ON;
}

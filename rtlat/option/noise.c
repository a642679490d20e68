// SPDX-License-Identifier: GPL-2.0-only
/* Checks the options for noise. */
#include "lib/source/table.h"
#include "rtlat/util/message.h"
#include "rtlat/option/check.h"

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

// SPDX-License-Identifier: GPL-2.0-only
/* The values of the options that say what is measured, and kept. */
#include <errno.h>
#include <string.h>

#include "rtlat/option/stop.h"
#include "rtlat/option/what.h"

static int parse_u32(const char *value, uint32_t min, uint32_t max, uint32_t *number)
{
	uint64_t wide;
	int err = option_parse_number(value, min, max, &wide);

	if (!err)
		*number = wide;
	return err;
}

static bool is_subset(const struct rtlat_cpuset *set, const struct rtlat_cpuset *of)
{
	struct rtlat_cpuset rest = *set;

	rtlat_cpuset_andnot(&rest, of);
	return rtlat_cpuset_empty(&rest);
}

/* Only CPUs that exist; whether they are online is the machine's state, not the user's error. */
static int set_cpu_list(struct option_setting *setting, struct rtlat_cpuset *set)
{
	struct rtlat_cpuset cpus, possible;
	char list[160];
	int err, unknown;

	err = rtlat_cpuset_parse(setting->value, &cpus);
	if (err == -EINVAL)
		return err;
	unknown = rtlat_cpuset_possible(&possible);
	if (!err && (unknown || is_subset(&cpus, &possible))) {
		*set = cpus;
		return 0;
	}
	if (unknown || rtlat_cpuset_format(&possible, list, sizeof(list)) < 0)
		snprintf(list, sizeof(list), "0-%d", RTLAT_MAX_CPUS - 1);
	snprintf(setting->expected, sizeof(setting->expected), "no such CPU, expected CPUs of %s",
		 list);
	return -ERANGE;
}

int option_set_cpus(struct option_setting *setting)
{
	return set_cpu_list(setting, &setting->options->config.cpus);
}

int option_set_housekeeping(struct option_setting *setting)
{
	return set_cpu_list(setting, &setting->options->config.housekeeping);
}

int option_set_period(struct option_setting *setting)
{
	return option_parse_scaled(setting->value, RTLAT_PERIOD_MIN / RTLAT_NSEC_PER_USEC,
				   RTLAT_PERIOD_MAX / RTLAT_NSEC_PER_USEC, RTLAT_NSEC_PER_USEC,
				   &setting->options->config.period_ns);
}

int option_set_duration(struct option_setting *setting)
{
	return rtlat_parse_duration(setting->value, &setting->options->config.duration_ns);
}

int option_set_source(struct option_setting *setting)
{
	enum rtlat_measure measure = setting->options->config.measure;
	char *expected = setting->expected;
	size_t size = sizeof(setting->expected);
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
		snprintf(expected + strlen(expected), size - strlen(expected), ", %s", name);
	}
	return -EINVAL;
}

int option_set_align(struct option_setting *setting)
{
	setting->options->config.align = true;
	return option_parse_scaled(setting->value, 0, ALIGN_MAX_US, RTLAT_NSEC_PER_USEC,
				   &setting->options->config.align_ns);
}

int option_set_warm_up(struct option_setting *setting)
{
	return option_parse_scaled(setting->value, 0, WARM_UP_MAX_S, RTLAT_NSEC_PER_SEC,
				   &setting->options->config.warm_up_ns);
}

int option_set_priority(struct option_setting *setting)
{
	setting->options->config.sched_given = true;
	return rtlat_parse_sched(setting->value, &setting->options->config.sched);
}

int option_set_cgroup(struct option_setting *setting)
{
	const char *name = setting->value ? setting->value : "";

	/* "-C=NAME" is how rtla has it; getopt takes the '=' of a short option as its value's. */
	if (*name == '=')
		name++;
	setting->options->config.cgroup = name;
	return setting->value && !*name ? -EINVAL : 0;
}

int option_set_trace_buffer(struct option_setting *setting)
{
	return parse_u32(setting->value, 1, TRACE_BUFFER_MAX_KB,
			 &setting->options->config.trace_buffer_kb);
}

int option_set_dma_latency(struct option_setting *setting)
{
	uint32_t us;
	int err = parse_u32(setting->value, 0, RTLAT_DMA_LATENCY_MAX, &us);

	if (!err)
		setting->options->config.dma_latency_us = us;
	return err;
}

int option_set_deepest_idle(struct option_setting *setting)
{
	int64_t state;
	int err = rtlat_parse_s64(setting->value, RTLAT_IDLE_NONE, IDLE_STATE_MAX, &state);

	if (!err)
		setting->options->config.deepest_idle = state;
	return err;
}

int option_set_bucket(struct option_setting *setting)
{
	return parse_u32(setting->value, 1, BUCKET_MAX, &setting->options->bucket);
}

int option_set_entries(struct option_setting *setting)
{
	return parse_u32(setting->value, RTLAT_ENTRIES_MIN, RTLAT_ENTRIES_MAX,
			 &setting->options->config.entries);
}

int option_set_percentiles(struct option_setting *setting)
{
	setting->options->percentiles_given = true;
	return rtlat_parse_percentiles(setting->value, &setting->options->config.percentiles);
}

int option_set_worst(struct option_setting *setting)
{
	setting->options->worst_given = true;
	return parse_u32(setting->value, 0, RTLAT_WORST_MAX, &setting->options->config.worst);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Metrics of noise: how much there was, how often, and who made it. */
#include <inttypes.h>
#include <stddef.h>

#include "rtlat/write/openmetrics_parts.h"

/* A time of each CPU: a family for each field of struct rtlat_noise. */
static void print_times(const struct metrics *metrics)
{
	static const struct {
		const char *name, *help;
		size_t field;
	} times[] = {
		{ "noise_runtime_seconds", "How long the thread would have run.",
		  offsetof(struct rtlat_noise, runtime) },
		{ "noise_time_seconds", "All noise in the runtime.",
		  offsetof(struct rtlat_noise, time) },
		{ "noise_max_period_seconds", "The most noise in one period.",
		  offsetof(struct rtlat_noise, max_period) },
	};
	const struct rtlat_result *result = metrics->result;
	unsigned int i, j;

	for (i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		openmetrics_family(metrics, times[i].name, "gauge", times[i].help);
		for (j = 0; j < result->nr_cpus; j++) {
			const struct rtlat_cpu_result *cpu = &result->cpus[j];

			openmetrics_cpu(metrics, times[i].name, cpu->cpu);
			fputs("} ", metrics->file);
			openmetrics_seconds(metrics->file,
					    *(uint64_t *)((char *)cpu->noise + times[i].field));
			fputc('\n', metrics->file);
		}
	}
}

static void print_available(const struct metrics *metrics)
{
	const struct rtlat_result *result = metrics->result;
	double available;
	unsigned int i;

	openmetrics_family(metrics, "noise_available_ratio", "gauge",
			   "The part of the runtime that was not noise.");
	for (i = 0; i < result->nr_cpus; i++) {
		if (rtlat_noise_available(result->cpus[i].noise, &available))
			continue;
		openmetrics_cpu(metrics, "noise_available_ratio", result->cpus[i].cpu);
		fprintf(metrics->file, "} %.9f\n", available / (100.0 * RTLAT_PERCENT));
	}
}

static void print_count(const struct metrics *metrics, int cpu, const char *kind, uint64_t count)
{
	openmetrics_cpu(metrics, "noise_interferences", cpu);
	openmetrics_label(metrics->file, "kind", kind);
	fprintf(metrics->file, "} %" PRIu64 "\n", count);
}

static void openmetrics_noise_print_counts(const struct metrics *metrics)
{
	const struct rtlat_result *result = metrics->result;
	unsigned int i, by;

	openmetrics_family(metrics, "noise_periods", "gauge", "Periods that ended.");
	for (i = 0; i < result->nr_cpus; i++)
		openmetrics_count(metrics, "noise_periods", result->cpus[i].cpu,
				  result->cpus[i].noise->periods);
	if (!(result->contexts & RTLAT_HAS_COUNTS))
		return;
	openmetrics_family(
		metrics, "noise_interferences", "gauge",
		"How often each kind interfered; hardware: noises without interference.");
	for (i = 0; i < result->nr_cpus; i++) {
		const struct rtlat_noise *noise = result->cpus[i].noise;

		print_count(metrics, result->cpus[i].cpu, "hardware", noise->hardware);
		for (by = RTLAT_INTERFERERS; by-- > 0;)
			print_count(metrics, result->cpus[i].cpu, rtlat_interferer_name(by),
				    noise->count[by]);
	}
}

static void openmetrics_noise_print_sources(const struct metrics *metrics)
{
	const struct rtlat_result *result = metrics->result;
	FILE *file = metrics->file;
	unsigned int i, j;

	if (!(result->contexts & RTLAT_HAS_INTERFERENCE))
		return;
	openmetrics_family(metrics, "noise_source_seconds", "gauge",
			   "Who had the CPU for how long; without a name: all others of the kind.");
	for (i = 0; i < result->nr_cpus; i++) {
		const struct rtlat_noise *noise = result->cpus[i].noise;

		for (j = 0; j < noise->nr_sources; j++) {
			const struct rtlat_noise_source *source = &noise->source[j];

			openmetrics_cpu(metrics, "noise_source_seconds", result->cpus[i].cpu);
			openmetrics_label(file, "kind", rtlat_interferer_name(source->by));
			fprintf(file, ",id=\"%d\"", source->id);
			openmetrics_label(file, "name", source->name);
			fputs("} ", file);
			openmetrics_seconds(file, source->time);
			fputc('\n', file);
		}
	}
}

void openmetrics_noise(const struct metrics *metrics)
{
	openmetrics_time(metrics, "runtime_seconds", "How long the thread runs in each period.",
			 metrics->result->config->runtime_ns);
	openmetrics_threshold(metrics, metrics->result->config->threshold_ns);
	print_times(metrics);
	print_available(metrics);
	openmetrics_noise_print_counts(metrics);
	openmetrics_noise_print_sources(metrics);
}

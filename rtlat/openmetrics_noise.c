// SPDX-License-Identifier: GPL-2.0-only
/* Metrics of noise: how much there was, how often, and who made it. */
#include <inttypes.h>
#include <stddef.h>

#include "openmetrics.h"

/* A time of each CPU: a family for each field of struct rtlat_noise. */
static void print_times(FILE *file, const struct rtlat_result *result)
{
	static const struct {
		const char *name, *help;
		size_t field;
	} times[] = {
		{ "noise_runtime_seconds", "For how long the thread would have run.",
		  offsetof(struct rtlat_noise, runtime) },
		{ "noise_time_seconds", "Of the runtime, all noise together.",
		  offsetof(struct rtlat_noise, time) },
		{ "noise_max_period_seconds", "The most noise in one period.",
		  offsetof(struct rtlat_noise, max_period) },
	};
	unsigned int i, j;

	for (i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		openmetrics_family(file, times[i].name, "gauge", times[i].help);
		for (j = 0; j < result->nr_cpus; j++) {
			const struct rtlat_cpu_result *cpu = &result->cpus[j];

			fprintf(file, "rtlat_%s{cpu=\"%d\"} ", times[i].name, cpu->cpu);
			openmetrics_seconds(file,
					    *(uint64_t *)((char *)cpu->noise + times[i].field));
			fputc('\n', file);
		}
	}
}

static void print_available(FILE *file, const struct rtlat_result *result)
{
	double available;
	unsigned int i;

	openmetrics_family(file, "noise_available_ratio", "gauge",
			   "The part of the runtime that was not noise.");
	for (i = 0; i < result->nr_cpus; i++) {
		if (!rtlat_noise_available(result->cpus[i].noise, &available))
			fprintf(file, "rtlat_noise_available_ratio{cpu=\"%d\"} %.9f\n",
				result->cpus[i].cpu, available / (100.0 * RTLAT_PERCENT));
	}
}

static void print_count(FILE *file, int cpu, const char *kind, uint64_t count)
{
	fprintf(file, "rtlat_noise_interferences{cpu=\"%d\",kind=\"%s\"} %" PRIu64 "\n", cpu, kind,
		count);
}

static void print_counts(FILE *file, const struct rtlat_result *result)
{
	unsigned int i, by;

	openmetrics_family(file, "noise_periods", "gauge", "Periods that ended.");
	for (i = 0; i < result->nr_cpus; i++)
		fprintf(file, "rtlat_noise_periods{cpu=\"%d\"} %" PRIu64 "\n", result->cpus[i].cpu,
			result->cpus[i].noise->periods);
	if (!(result->contexts & RTLAT_HAS_COUNTS))
		return;
	openmetrics_family(file, "noise_interferences", "gauge",
			   "How often which kind interfered; hardware: noises without any.");
	for (i = 0; i < result->nr_cpus; i++) {
		const struct rtlat_noise *noise = result->cpus[i].noise;

		print_count(file, result->cpus[i].cpu, "hardware", noise->hardware);
		for (by = RTLAT_INTERFERERS; by-- > 0;)
			print_count(file, result->cpus[i].cpu, rtlat_interferer_name(by),
				    noise->count[by]);
	}
}

static void print_sources(FILE *file, const struct rtlat_result *result)
{
	unsigned int i, j;

	if (!(result->contexts & RTLAT_HAS_INTERFERENCE))
		return;
	openmetrics_family(file, "noise_source_seconds", "gauge",
			   "Who had the CPU for how long; without a name: all others of the kind.");
	for (i = 0; i < result->nr_cpus; i++) {
		const struct rtlat_noise *noise = result->cpus[i].noise;

		for (j = 0; j < noise->nr_sources; j++) {
			const struct rtlat_noise_source *source = &noise->source[j];

			fprintf(file, "rtlat_noise_source_seconds{cpu=\"%d\",kind=\"%s\",id=\"%d\"",
				result->cpus[i].cpu, rtlat_interferer_name(source->by), source->id);
			openmetrics_label(file, ",", "name", source->name);
			fputs("} ", file);
			openmetrics_seconds(file, source->time);
			fputc('\n', file);
		}
	}
}

void openmetrics_noise(FILE *file, const struct rtlat_result *result)
{
	openmetrics_time(file, "runtime_seconds", "For how much of each period the thread runs.",
			 result->config->runtime_ns);
	openmetrics_time(file, "threshold_seconds", "What keeps it for as long is noise.",
			 result->config->threshold_ns);
	print_times(file, result);
	print_available(file, result);
	print_counts(file, result);
	print_sources(file, result);
}

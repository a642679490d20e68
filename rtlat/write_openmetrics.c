// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metrics for Prometheus, in what OpenMetrics and its older text format have in common, so that
 * node_exporter's textfile collector takes them: gauges and histograms, in seconds. (A counter is
 * declared in different ways by the two.)
 */
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "openmetrics.h"
#include "output.h"
#include "statistics.h"
#include "utf8.h"
#include "whole.h"

/*
 * The buckets end below 2^N and 1.5 * 2^N ns, where buckets of the recorded histogram end, too:
 * their counts are exact. They are the same for every run, from 1 us to 1 s.
 */
#define FIRST_POWER 10
#define LAST_POWER 30

static const char *escape(char character)
{
	switch (character) {
	case '\\':
		return "\\\\";
	case '"':
		return "\\\"";
	case '\n':
		return "\\n";
	}
	return (unsigned char)character < ' ' || character == '\x7f' ? UTF8_REPLACEMENT : NULL;
}

static bool is_noise(const struct rtlat_result *result)
{
	return result->config->measure == RTLAT_MEASURE_NOISE;
}

static bool is_delay(const struct rtlat_result *result)
{
	return result->config->measure == RTLAT_MEASURE_DELAY;
}

void openmetrics_family(FILE *file, const char *name, const char *type, const char *help)
{
	fprintf(file, "# HELP rtlat_%s %s\n# TYPE rtlat_%s %s\n", name, help, name, type);
}

void openmetrics_label(FILE *file, const char *separator, const char *name, const char *value)
{
	fprintf(file, "%s%s=\"", separator, name);
	utf8_print(file, value, escape);
	fputc('"', file);
}

void openmetrics_seconds(FILE *file, uint64_t ns)
{
	fprintf(file, "%" PRIu64 ".%09" PRIu64, (uint64_t)(ns / RTLAT_NSEC_PER_SEC),
		(uint64_t)(ns % RTLAT_NSEC_PER_SEC));
}

static void print_info(FILE *file, const struct rtlat_result *result)
{
	const struct rtlat_system *system = result->system;

	openmetrics_family(file, "info", "gauge", "What was measured, and with what; always 1.");
	fputs("rtlat_info{", file);
	openmetrics_label(file, "", "version", RTLAT_VERSION);
	openmetrics_label(file, ",", "source", result->source);
	openmetrics_label(file, ",", "kernel", system->kernel);
	openmetrics_label(file, ",", "realtime", system->realtime ? "1" : "0");
	openmetrics_label(file, ",", "cpu_model", system->cpu_model);
	if (is_delay(result))
		openmetrics_label(file, ",", "tracker",
				  rtlat_tracker_name(result->config->track.tracker));
	fputs("} 1\n", file);
}

static void print_gauge(FILE *file, const char *name, const char *help, uint64_t value)
{
	openmetrics_family(file, name, "gauge", help);
	fprintf(file, "rtlat_%s %" PRIu64 "\n", name, value);
}

void openmetrics_time(FILE *file, const char *name, const char *help, uint64_t ns)
{
	openmetrics_family(file, name, "gauge", help);
	fprintf(file, "rtlat_%s ", name);
	openmetrics_seconds(file, ns);
	fputc('\n', file);
}

static void print_run(FILE *file, const struct rtlat_result *result)
{
	const struct timespec *start = &result->start;

	print_gauge(file, "running", "Whether the run still goes on.", result->running);
	openmetrics_family(file, "start_time_seconds", "gauge", "When it began, since the epoch.");
	fprintf(file, "rtlat_start_time_seconds %lld.%03ld\n", (long long)start->tv_sec,
		start->tv_nsec / 1000000);
	openmetrics_time(file, "duration_seconds", "How long was measured so far.",
			 result->duration_ns);
	if (!is_delay(result))
		openmetrics_time(file, "period_seconds",
				 is_noise(result) ? "The period of every CPU's runtime."
						  : "The period of every CPU's timer.",
				 result->config->period_ns);
	print_gauge(file, "complete",
		    "Whether no sample was lost and every CPU was measured to the end.",
		    result->complete);
}

static void print_verdict(FILE *file, const struct rtlat_result *result)
{
	enum rtlat_status status;

	openmetrics_family(file, "verdict", "gauge",
			   "1 for the verdict, while running that of so far.");
	for (status = 0; status <= RTLAT_STATUS_ERROR; status++)
		fprintf(file, "rtlat_verdict{status=\"%s\"} %d\n", rtlat_status_name(status),
			result->status == status);
}

static void print_gate(FILE *file, const char *name, const struct rtlat_gate_result *verdict)
{
	fprintf(file, "rtlat_%s{", name);
	openmetrics_label(file, "", "gate", verdict->gate->text);
	fputs("} ", file);
}

/* What gates are about, in a family for each unit. */
static const struct unit {
	const char *name, *help;
	int decimals;
	double scale;
} units[] = {
	{ "gate_measured_seconds", "The time that a gate is about.", 12, RTLAT_NSEC_PER_SEC },
	{ "gate_measured", "The number that a gate is about.", 0, 1 },
	{ "gate_measured_ratio", "The part that a gate is about.", 9, 100.0 * RTLAT_PERCENT },
};

static const struct unit *unit_of(const struct rtlat_gate *gate)
{
	if (gate->metric == RTLAT_GATE_AVAILABLE)
		return &units[2];
	return &units[rtlat_gate_is_time(gate) ? 0 : 1];
}

static void print_measured(FILE *file, const struct rtlat_result *result, const struct unit *unit)
{
	unsigned int i;

	openmetrics_family(file, unit->name, "gauge", unit->help);
	for (i = 0; i < result->nr_gates; i++) {
		const struct rtlat_gate_result *verdict = &result->gates[i];

		if (unit_of(verdict->gate) != unit || !rtlat_gate_measured(verdict))
			continue;
		print_gate(file, unit->name, verdict);
		fprintf(file, "%.*f\n", unit->decimals, verdict->measured / unit->scale);
	}
}

static void print_gates(FILE *file, const struct rtlat_result *result)
{
	unsigned int i;

	if (!result->nr_gates)
		return;
	openmetrics_family(file, "gate_held", "gauge", "Whether the result holds the gate.");
	for (i = 0; i < result->nr_gates; i++) {
		print_gate(file, "gate_held", &result->gates[i]);
		fprintf(file, "%d\n", result->gates[i].outcome == RTLAT_GATE_HELD);
	}
	print_measured(file, result, &units[0]);
	print_measured(file, result, &units[1]);
	if (is_noise(result))
		print_measured(file, result, &units[2]);
}

/* A number of each CPU: a family for each field of struct rtlat_cpu_result. */
static void print_counts(FILE *file, const struct rtlat_result *result)
{
	static const char *const recorded[] = { "Activations that were recorded.",
						"Noises that were recorded.",
						"Delays that were recorded." };
	const struct {
		const char *name, *help;
		size_t field;
	} counts[] = {
		{ "samples", recorded[result->config->measure],
		  offsetof(struct rtlat_cpu_result, count) },
		{ "missed_periods", "Periods that passed while the thread was still late.",
		  offsetof(struct rtlat_cpu_result, missed) },
		{ "lost_samples", "Samples that could not be delivered.",
		  offsetof(struct rtlat_cpu_result, lost) },
		{ "clamped_samples", "Negative latencies that were recorded as 0.",
		  offsetof(struct rtlat_cpu_result, clamped) },
	};
	size_t i;
	unsigned int j;

	for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		openmetrics_family(file, counts[i].name, "gauge", counts[i].help);
		for (j = 0; j < result->nr_cpus; j++) {
			const struct rtlat_cpu_result *cpu = &result->cpus[j];

			fprintf(file, "rtlat_%s{cpu=\"%d\"} %" PRIu64 "\n", counts[i].name,
				cpu->cpu, *(uint64_t *)((char *)cpu + counts[i].field));
		}
	}
}

static void print_series(FILE *file, const char *name, const struct rtlat_cpu_result *cpu,
			 enum rtlat_context context)
{
	bool latency = context < RTLAT_LATENCIES;

	fprintf(file, "rtlat_%s_%s{", latency ? "latency" : rtlat_context_name(context), name);
	if (cpu->cpu < 0)
		fputs("cpu=\"all\"", file);
	else
		fprintf(file, "cpu=\"%d\"", cpu->cpu);
	if (latency)
		fprintf(file, ",context=\"%s\"", rtlat_context_name(context));
}

/*
 * The samples below `end`, where a bucket ends: `*index` and `*seen` are those of the one before.
 */
static uint64_t count_below(const struct rtlat_histogram *histogram, uint64_t end,
			    unsigned int *index, uint64_t *seen)
{
	unsigned int stop = rtlat_histogram_index(end);

	for (; *index < stop; (*index)++)
		*seen += histogram->bucket[*index];
	return *seen;
}

static void print_bucket(FILE *file, const struct rtlat_cpu_result *cpu, enum rtlat_context context,
			 uint64_t end, uint64_t count)
{
	print_series(file, "seconds_bucket", cpu, context);
	fputs(",le=\"", file);
	openmetrics_seconds(file, end - 1);
	fprintf(file, "\"} %" PRIu64 "\n", count);
}

static void print_histogram(FILE *file, const struct rtlat_cpu_result *cpu,
			    enum rtlat_context context)
{
	const struct rtlat_histogram *histogram = cpu->context[context].histogram;
	unsigned int power, index = 0;
	uint64_t seen = 0, end;

	for (power = FIRST_POWER; power <= LAST_POWER; power++) {
		end = 1ULL << power;
		print_bucket(file, cpu, context, end, count_below(histogram, end, &index, &seen));
		end += end / 2;
		if (power < LAST_POWER)
			print_bucket(file, cpu, context, end,
				     count_below(histogram, end, &index, &seen));
	}
	print_series(file, "seconds_bucket", cpu, context);
	fprintf(file, ",le=\"+Inf\"} %" PRIu64 "\n", histogram->count);
	print_series(file, "seconds_sum", cpu, context);
	fputs("} ", file);
	openmetrics_seconds(file, histogram->sum);
	fputc('\n', file);
	print_series(file, "seconds_count", cpu, context);
	fprintf(file, "} %" PRIu64 "\n", histogram->count);
}

/* What `name` begins with of the statistics; percentiles have theirs as a label. */
static void print_statistics(FILE *file, const struct rtlat_result *result, const char *name,
			     const struct rtlat_cpu_result *cpu, enum rtlat_context context)
{
	struct statistic statistics[STATISTICS_MAX];
	unsigned int nr, i;
	char series[32];

	nr = statistics_get(cpu->context[context].histogram, &result->config->percentiles,
			    statistics);
	for (i = 0; i < nr; i++) {
		bool percentile = statistics[i].name[0] == 'p';

		if (strcmp(percentile ? "percentile" : statistics[i].name, name))
			continue;
		snprintf(series, sizeof(series), "%s_seconds", name);
		print_series(file, series, cpu, context);
		if (percentile)
			openmetrics_label(file, ",", "percentile", statistics[i].name + 1);
		fprintf(file, "} %.12f\n", statistics[i].ns / RTLAT_NSEC_PER_SEC);
	}
}

static void print_latencies(FILE *file, const struct rtlat_result *result)
{
	static const struct {
		const char *name, *family, *help;
		enum rtlat_measure measure;
	} families[] = {
		{ "min", "latency_min_seconds", "The least latency, exact.",
		  RTLAT_MEASURE_LATENCY },
		{ "max", "latency_max_seconds", "The largest latency, exact.",
		  RTLAT_MEASURE_LATENCY },
		{ "stddev", "latency_stddev_seconds", "Standard deviation of the latency.",
		  RTLAT_MEASURE_LATENCY },
		{ "percentile", "latency_percentile_seconds",
		  "Percentiles that the number of samples can support, to 0.8 %.",
		  RTLAT_MEASURE_LATENCY },
		{ "min", "noise_min_seconds", "The shortest noise, exact.", RTLAT_MEASURE_NOISE },
		{ "max", "noise_max_seconds", "The longest noise, exact.", RTLAT_MEASURE_NOISE },
		{ "stddev", "noise_stddev_seconds", "Standard deviation of the noise.",
		  RTLAT_MEASURE_NOISE },
		{ "percentile", "noise_percentile_seconds",
		  "Percentiles that the number of noises can support, to 0.8 %.",
		  RTLAT_MEASURE_NOISE },
		{ "min", "delay_min_seconds", "The shortest delay, exact.", RTLAT_MEASURE_DELAY },
		{ "max", "delay_max_seconds", "The longest delay, exact.", RTLAT_MEASURE_DELAY },
		{ "stddev", "delay_stddev_seconds", "Standard deviation of the delay.",
		  RTLAT_MEASURE_DELAY },
		{ "percentile", "delay_percentile_seconds",
		  "Percentiles that the number of delays can support, to 0.8 %.",
		  RTLAT_MEASURE_DELAY },
	};
	const struct rtlat_cpu_result *parts;
	enum rtlat_context context;
	unsigned int i, j, nr;

	parts = result_parts(result, &nr);
	for (i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		if (families[i].measure != result->config->measure)
			continue;
		openmetrics_family(file, families[i].family, "gauge", families[i].help);
		for (j = 0; j < nr; j++) {
			for (context = 0; context < RTLAT_CONTEXTS; context++)
				print_statistics(file, result, families[i].name, &parts[j],
						 context);
		}
	}
}

static void print_histograms(FILE *file, const struct rtlat_result *result)
{
	const struct rtlat_cpu_result *parts;
	enum rtlat_context context;
	unsigned int i, nr;

	if (is_noise(result))
		openmetrics_family(file, "noise_seconds", "histogram",
				   "How long each noise kept a CPU's thread from running.");
	else if (is_delay(result))
		openmetrics_family(file, "delay_seconds", "histogram", "How long each delay was.");
	else
		openmetrics_family(file, "latency_seconds", "histogram",
				   "How late after the expiry of a CPU's timer.");
	parts = result_parts(result, &nr);
	for (i = 0; i < nr; i++) {
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			if (parts[i].context[context].histogram)
				print_histogram(file, &parts[i], context);
		}
	}
}

int write_openmetrics(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	(void)view;
	print_info(file, result);
	print_run(file, result);
	print_verdict(file, result);
	print_gates(file, result);
	print_counts(file, result);
	print_histograms(file, result);
	print_latencies(file, result);
	if (is_noise(result))
		openmetrics_noise(file, result);
	if (is_delay(result))
		openmetrics_track(file, result);
	fputs("# EOF\n", file);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metrics for Prometheus, in what OpenMetrics and its older text format have in common, so that
 * node_exporter's textfile collector takes them: gauges and histograms, in seconds. (A counter is
 * declared in different ways by the two.)
 */
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "rtlat/write/openmetrics_parts.h"
#include "rtlat/write/write.h"
#include "rtlat/result/statistics.h"
#include "rtlat/result/whole.h"

/*
 * The buckets end below 2^N and 1.5 * 2^N ns, where the recorded histogram's buckets end too, so
 * their counts are exact. They are the same for every run, from 1 us to 1 s.
 */
#define FIRST_POWER 10
#define LAST_POWER 30

static bool is_noise(const struct rtlat_result *result)
{
	return result->config->measure == RTLAT_MEASURE_NOISE;
}

static bool is_delay(const struct rtlat_result *result)
{
	return result->config->measure == RTLAT_MEASURE_DELAY;
}

static void print_info(const struct metrics *metrics)
{
	const struct rtlat_result *result = metrics->result;
	const struct rtlat_system *system = result->system;
	FILE *file = metrics->file;

	openmetrics_family(metrics, "info", "gauge", "What was measured, and with what; always 1.");
	openmetrics_series(metrics, "info");
	openmetrics_label(file, "version", RTLAT_VERSION);
	openmetrics_label(file, "source", result->source);
	openmetrics_label(file, "kernel", system->kernel);
	openmetrics_label(file, "realtime", system->realtime ? "1" : "0");
	openmetrics_label(file, "cpu_model", system->cpu_model);
	fputs("} 1\n", file);
}

static void print_gauge(const struct metrics *metrics, const char *name, const char *help,
			uint64_t value)
{
	openmetrics_family(metrics, name, "gauge", help);
	openmetrics_series(metrics, name);
	fprintf(metrics->file, "} %" PRIu64 "\n", value);
}

static void print_run(const struct metrics *metrics)
{
	const struct rtlat_result *result = metrics->result;
	const struct timespec *start = &result->start;

	print_gauge(metrics, "running", "Whether the run still goes on.", result->running);
	openmetrics_family(metrics, "start_time_seconds", "gauge",
			   "When the run began, since the epoch.");
	openmetrics_series(metrics, "start_time_seconds");
	fprintf(metrics->file, "} %lld.%03ld\n", (long long)start->tv_sec,
		start->tv_nsec / 1000000);
	openmetrics_time(metrics, "duration_seconds", "How long was measured so far.",
			 result->duration_ns);
	if (!is_delay(result))
		openmetrics_time(metrics, "period_seconds",
				 "The period of every CPU's timer, or of its runtime.",
				 result->config->period_ns);
	print_gauge(metrics, "complete",
		    "Whether no sample was lost and every CPU was measured to the end.",
		    result->complete);
}

static void openmetrics_print_verdict(const struct metrics *metrics)
{
	enum rtlat_status status;

	openmetrics_family(metrics, "verdict", "gauge",
			   "1 for the verdict; during the run, a preliminary one.");
	for (status = 0; status <= RTLAT_STATUS_ERROR; status++) {
		openmetrics_series(metrics, "verdict");
		openmetrics_label(metrics->file, "status", rtlat_status_name(status));
		fprintf(metrics->file, "} %d\n", metrics->result->status == status);
	}
}

static void print_gate(const struct metrics *metrics, const char *name,
		       const struct rtlat_gate_result *verdict)
{
	openmetrics_series(metrics, name);
	openmetrics_label(metrics->file, "gate", verdict->gate->text);
	fputs("} ", metrics->file);
}

/* The metrics of gates, in a family for each unit. */
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

static void print_measured(const struct metrics *metrics, const struct unit *unit)
{
	const struct rtlat_result *result = metrics->result;
	unsigned int i;

	openmetrics_family(metrics, unit->name, "gauge", unit->help);
	for (i = 0; i < result->nr_gates; i++) {
		const struct rtlat_gate_result *verdict = &result->gates[i];

		if (unit_of(verdict->gate) != unit || !rtlat_gate_measured(verdict))
			continue;
		print_gate(metrics, unit->name, verdict);
		fprintf(metrics->file, "%.*f\n", unit->decimals, verdict->measured / unit->scale);
	}
}

static void openmetrics_print_gates(const struct metrics *metrics)
{
	const struct rtlat_result *result = metrics->result;
	unsigned int i;

	if (!result->nr_gates)
		return;
	openmetrics_family(metrics, "gate_held", "gauge", "Whether the gate holds.");
	for (i = 0; i < result->nr_gates; i++) {
		print_gate(metrics, "gate_held", &result->gates[i]);
		fprintf(metrics->file, "%d\n", result->gates[i].outcome == RTLAT_GATE_HELD);
	}
	print_measured(metrics, &units[0]);
	print_measured(metrics, &units[1]);
	if (is_noise(result))
		print_measured(metrics, &units[2]);
}

/* A number of each CPU: a family for each field of struct rtlat_cpu_result. */
static void openmetrics_print_counts(const struct metrics *metrics)
{
	static const struct {
		const char *name, *help;
		size_t field;
	} counts[] = {
		{ "samples", "Activations, noises or delays that were recorded.",
		  offsetof(struct rtlat_cpu_result, count) },
		{ "missed_periods", "Periods that passed while the thread was still late.",
		  offsetof(struct rtlat_cpu_result, missed) },
		{ "lost_samples", "Samples that could not be delivered.",
		  offsetof(struct rtlat_cpu_result, lost) },
		{ "clamped_samples", "Negative latencies that were recorded as 0.",
		  offsetof(struct rtlat_cpu_result, clamped) },
	};
	const struct rtlat_result *result = metrics->result;
	size_t i;
	unsigned int j;

	for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		openmetrics_family(metrics, counts[i].name, "gauge", counts[i].help);
		for (j = 0; j < result->nr_cpus; j++) {
			const struct rtlat_cpu_result *cpu = &result->cpus[j];

			openmetrics_count(metrics, counts[i].name, cpu->cpu,
					  *(uint64_t *)((char *)cpu + counts[i].field));
		}
	}
}

static void print_series(const struct metrics *metrics, const char *name,
			 const struct rtlat_cpu_result *cpu, enum rtlat_context context)
{
	bool latency = context < RTLAT_LATENCIES;
	char series[48];

	snprintf(series, sizeof(series), "%s_%s", latency ? "latency" : rtlat_context_name(context),
		 name);
	openmetrics_cpu(metrics, series, cpu->cpu);
	if (latency)
		openmetrics_label(metrics->file, "context", rtlat_context_name(context));
}

/*
 * Counts the samples below `end`, where a bucket ends. *index and *seen are those of the previous
 * call.
 */
static uint64_t count_below(const struct rtlat_histogram *histogram, uint64_t end,
			    unsigned int *index, uint64_t *seen)
{
	unsigned int stop = rtlat_histogram_index(end);

	for (; *index < stop; (*index)++)
		*seen += histogram->bucket[*index];
	return *seen;
}

static void print_bucket(const struct metrics *metrics, const struct rtlat_cpu_result *cpu,
			 enum rtlat_context context, uint64_t end, uint64_t count)
{
	FILE *file = metrics->file;

	print_series(metrics, "seconds_bucket", cpu, context);
	fputs(",le=\"", file);
	openmetrics_seconds(file, end - 1);
	fprintf(file, "\"} %" PRIu64 "\n", count);
}

static void openmetrics_print_histogram(const struct metrics *metrics,
					const struct rtlat_cpu_result *cpu,
					enum rtlat_context context)
{
	const struct rtlat_histogram *histogram = cpu->context[context].histogram;
	unsigned int power, index = 0;
	uint64_t seen = 0, end;
	FILE *file = metrics->file;

	for (power = FIRST_POWER; power <= LAST_POWER; power++) {
		end = 1ULL << power;
		print_bucket(metrics, cpu, context, end,
			     count_below(histogram, end, &index, &seen));
		end += end / 2;
		if (power < LAST_POWER)
			print_bucket(metrics, cpu, context, end,
				     count_below(histogram, end, &index, &seen));
	}
	print_series(metrics, "seconds_bucket", cpu, context);
	fprintf(file, ",le=\"+Inf\"} %" PRIu64 "\n", histogram->count);
	print_series(metrics, "seconds_sum", cpu, context);
	fputs("} ", file);
	openmetrics_seconds(file, histogram->sum);
	fputc('\n', file);
	print_series(metrics, "seconds_count", cpu, context);
	fprintf(file, "} %" PRIu64 "\n", histogram->count);
}

/* Prints the statistics that begin with `name`; percentiles have theirs as a label. */
static void openmetrics_print_statistics(const struct metrics *metrics, const char *name,
					 const struct rtlat_cpu_result *cpu,
					 enum rtlat_context context)
{
	struct statistic statistics[STATISTICS_MAX];
	unsigned int nr, i;
	char series[32];

	nr = statistics_get(cpu->context[context].histogram, &metrics->result->config->percentiles,
			    statistics);
	for (i = 0; i < nr; i++) {
		bool percentile = statistics[i].name[0] == 'p';

		if (strcmp(percentile ? "percentile" : statistics[i].name, name))
			continue;
		snprintf(series, sizeof(series), "%s_seconds", name);
		print_series(metrics, series, cpu, context);
		if (percentile)
			openmetrics_label(metrics->file, "percentile", statistics[i].name + 1);
		fprintf(metrics->file, "} %.12f\n", statistics[i].ns / RTLAT_NSEC_PER_SEC);
	}
}

/* The families with one number of each CPU and context, for each kind of measurement. */
static const struct {
	const char *name, *family, *help;
	enum rtlat_measure measure;
} families[] = {
	{ "min", "latency_min_seconds", "The least latency, exact.", RTLAT_MEASURE_LATENCY },
	{ "max", "latency_max_seconds", "The largest latency, exact.", RTLAT_MEASURE_LATENCY },
	{ "stddev", "latency_stddev_seconds", "Standard deviation of the latency.",
	  RTLAT_MEASURE_LATENCY },
	{ "percentile", "latency_percentile_seconds",
	  "Percentiles that the number of samples can support, to 0.8 %.", RTLAT_MEASURE_LATENCY },
	{ "min", "noise_min_seconds", "The shortest noise, exact.", RTLAT_MEASURE_NOISE },
	{ "max", "noise_max_seconds", "The longest noise, exact.", RTLAT_MEASURE_NOISE },
	{ "stddev", "noise_stddev_seconds", "Standard deviation of the noise.",
	  RTLAT_MEASURE_NOISE },
	{ "percentile", "noise_percentile_seconds",
	  "Percentiles that the number of noises can support, to 0.8 %.", RTLAT_MEASURE_NOISE },
	{ "min", "delay_min_seconds", "The shortest delay, exact.", RTLAT_MEASURE_DELAY },
	{ "max", "delay_max_seconds", "The longest delay, exact.", RTLAT_MEASURE_DELAY },
	{ "stddev", "delay_stddev_seconds", "Standard deviation of the delay.",
	  RTLAT_MEASURE_DELAY },
	{ "percentile", "delay_percentile_seconds",
	  "Percentiles that the number of delays can support, to 0.8 %.", RTLAT_MEASURE_DELAY },
};

static void print_latencies(const struct metrics *metrics)
{
	const struct rtlat_result *result = metrics->result;
	const struct rtlat_cpu_result *parts;
	enum rtlat_context context;
	unsigned int i, j, nr;

	parts = result_parts(result, &nr);
	for (i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		if (families[i].measure != result->config->measure)
			continue;
		openmetrics_family(metrics, families[i].family, "gauge", families[i].help);
		for (j = 0; j < nr; j++) {
			for (context = 0; context < RTLAT_CONTEXTS; context++)
				openmetrics_print_statistics(metrics, families[i].name, &parts[j],
							     context);
		}
	}
}

static void print_histograms(const struct metrics *metrics)
{
	const struct rtlat_result *result = metrics->result;
	const struct rtlat_cpu_result *parts;
	enum rtlat_context context;
	unsigned int i, nr;

	if (is_noise(result))
		openmetrics_family(metrics, "noise_seconds", "histogram",
				   "How long each noise kept a CPU's thread from running.");
	else if (is_delay(result))
		openmetrics_family(metrics, "delay_seconds", "histogram",
				   "How long each delay was.");
	else
		openmetrics_family(metrics, "latency_seconds", "histogram",
				   "How late after the expiry of a CPU's timer.");
	parts = result_parts(result, &nr);
	for (i = 0; i < nr; i++) {
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			if (parts[i].context[context].histogram)
				openmetrics_print_histogram(metrics, &parts[i], context);
		}
	}
}

int write_openmetrics(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	const struct metrics metrics = {
		.file = file,
		.result = result,
		.run = view->run ? view->run : "rtlat",
	};

	print_info(&metrics);
	print_run(&metrics);
	openmetrics_print_verdict(&metrics);
	openmetrics_print_gates(&metrics);
	openmetrics_print_counts(&metrics);
	print_histograms(&metrics);
	print_latencies(&metrics);
	if (is_noise(result))
		openmetrics_noise(&metrics);
	if (is_delay(result))
		openmetrics_track(&metrics);
	fputs("# EOF\n", file);
	return 0;
}

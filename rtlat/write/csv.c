// SPDX-License-Identifier: GPL-2.0-only
/*
 * Comma-separated values: one line per CPU and context, then one per context for all CPUs. The
 * fields are numbers and fixed words, so none ever needs quotes; what is not known is empty.
 */
#include <inttypes.h>

#include "rtlat/write/write.h"

static const char *state_name(const struct rtlat_result *result, const struct rtlat_cpu_result *cpu)
{
	if (cpu->cpu >= 0)
		return rtlat_cpu_state_name(cpu->state);
	return result->complete ? "complete" : "incomplete";
}

static void csv_print_titles(FILE *file, const struct rtlat_result *result)
{
	const struct rtlat_percentiles *percentiles = &result->config->percentiles;
	unsigned int i;
	char name[16];

	fprintf(file, "cpu,context,count,min_ns,avg_ns,max_ns,stddev_ns");
	for (i = 0; i < percentiles->nr; i++) {
		rtlat_percentile_format(percentiles->value[i], name, sizeof(name));
		fprintf(file, ",p%s_ns", name);
	}
	fprintf(file, ",missed,lost");
	if (result->config->measure == RTLAT_MEASURE_NOISE)
		fprintf(file,
			",periods,runtime_ns,noise_ns,available_percent,max_period_ns,hardware,nmi,"
			"irq,softirq,thread");
	fprintf(file, ",state,verdict");
	for (i = 0; i < result->nr_gates; i++)
		fprintf(file, ",%s,%s measured", result->gates[i].gate->text,
			result->gates[i].gate->text);
	fputc('\n', file);
}

/* Prints the verdict of the whole run, the same in every line. */
static void csv_print_verdict(FILE *file, const struct rtlat_result *result)
{
	unsigned int i;

	fprintf(file, ",%s", rtlat_status_name(result->status));
	for (i = 0; i < result->nr_gates; i++) {
		const struct rtlat_gate_result *verdict = &result->gates[i];

		fprintf(file, ",%s,", rtlat_gate_outcome_name(verdict->outcome));
		if (!rtlat_gate_measured(verdict))
			continue;
		if (verdict->gate->metric == RTLAT_GATE_AVAILABLE)
			fprintf(file, "%.6f", verdict->measured / RTLAT_PERCENT);
		else
			fprintf(file, "%.*f", verdict->gate->metric <= RTLAT_GATE_STDDEV ? 3 : 0,
				verdict->measured);
	}
	fputc('\n', file);
}

static void csv_print_statistics(FILE *file, const struct rtlat_histogram *histogram,
				 const struct rtlat_percentiles *percentiles)
{
	uint64_t value;
	unsigned int i;

	fprintf(file, ",%" PRIu64, histogram->count);
	if (histogram->count)
		fprintf(file, ",%" PRIu64 ",%.3f,%" PRIu64 ",%.3f", histogram->min,
			rtlat_histogram_mean(histogram), histogram->max,
			rtlat_histogram_stddev(histogram));
	else
		fprintf(file, ",,,,");
	for (i = 0; i < percentiles->nr; i++) {
		fputc(',', file);
		if (!rtlat_histogram_percentile(histogram, percentiles->value[i], &value))
			fprintf(file, "%" PRIu64, value);
	}
}

static void csv_print_noise(FILE *file, const struct rtlat_result *result,
			    const struct rtlat_noise *noise)
{
	bool counts = result->contexts & RTLAT_HAS_COUNTS;
	double available;
	unsigned int i;

	fprintf(file, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", noise->periods, noise->runtime,
		noise->time);
	if (!rtlat_noise_available(noise, &available))
		fprintf(file, "%.6f", available / RTLAT_PERCENT);
	fprintf(file, ",%" PRIu64, noise->max_period);
	if (counts)
		fprintf(file, ",%" PRIu64, noise->hardware);
	for (i = RTLAT_INTERFERERS; i-- > 0 && counts;)
		fprintf(file, ",%" PRIu64, noise->count[i]);
	if (!counts)
		fputs(",,,,,", file);
}

static void csv_print_cpu(FILE *file, const struct rtlat_result *result,
			  const struct rtlat_cpu_result *cpu)
{
	unsigned int context;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		const struct rtlat_histogram *histogram = cpu->context[context].histogram;

		if (!histogram)
			continue;
		if (cpu->cpu < 0)
			fprintf(file, "all");
		else
			fprintf(file, "%d", cpu->cpu);
		fprintf(file, ",%s", rtlat_context_name(context));
		csv_print_statistics(file, histogram, &result->config->percentiles);
		fprintf(file, ",%" PRIu64 ",%" PRIu64, cpu->missed, cpu->lost);
		if (cpu->noise)
			csv_print_noise(file, result, cpu->noise);
		fprintf(file, ",%s", state_name(result, cpu));
		csv_print_verdict(file, result);
	}
}

int write_csv(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	unsigned int i;

	(void)view;
	csv_print_titles(file, result);
	for (i = 0; i < result->nr_cpus; i++)
		csv_print_cpu(file, result, &result->cpus[i]);
	csv_print_cpu(file, result, &result->total);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/* The rows of a comparison: each value of both results, the change, and the verdict on it. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/compare/chance.h"
#include "rtlat/compare/comparable.h"
#include "rtlat/compare/compare.h"

/*
 * Rows beside the percentiles: min, avg, tail, max, stddev. And of a CPU: missed and lost, or the
 * like.
 */
#define ROWS_PER_CONTEXT (RTLAT_PERCENTILES_MAX + 5)
#define ROWS_PER_CPU (RTLAT_CONTEXTS * ROWS_PER_CONTEXT + 5)
/* The threshold of noise if none was given. */
#define THRESHOLD_DEFAULT RTLAT_NSEC_PER_USEC

const char *compare_verdict_name(enum compare_verdict verdict)
{
	static const char *const names[] = {
		[COMPARE_SAME] = "same",           [COMPARE_TOLERATED] = "within tolerance",
		[COMPARE_BETTER] = "better",       [COMPARE_WORSE] = "worse",
		[COMPARE_UNJUDGED] = "not judged",
	};

	return names[verdict];
}

double compare_change(const struct compare_row *row)
{
	if (row->base == row->new)
		return 0;
	return row->base ? (row->new - row->base) / row->base : HUGE_VAL;
}

/* Adds a row. A negative `chance` means that there is no test for it. */
static void add_row(struct comparison *comparison, int cpu, enum rtlat_context context,
		    const char *metric, double base, double new, double chance)
{
	struct compare_row *row = &comparison->rows[comparison->nr_rows++];

	*row = (struct compare_row){ .cpu = cpu, .context = context, .base = base, .new = new };
	strncpy(row->metric, metric, sizeof(row->metric) - 1);
	row->chance = chance;
	row->verdict = chance < 0 ? COMPARE_UNJUDGED : COMPARE_SAME;
	comparison->nr_judged += chance >= 0;
}

static void add_percentiles(struct comparison *comparison, int cpu, enum rtlat_context context,
			    const struct rtlat_histogram *base, const struct rtlat_histogram *new)
{
	const struct rtlat_percentiles *percentiles = &comparison->base->config.percentiles;
	uint64_t left, right;
	unsigned int i;
	char name[16];

	for (i = 0; i < percentiles->nr; i++) {
		if (rtlat_histogram_percentile(base, percentiles->value[i], &left) ||
		    rtlat_histogram_percentile(new, percentiles->value[i], &right))
			continue;
		name[0] = 'p';
		rtlat_percentile_format(percentiles->value[i], name + 1, sizeof(name) - 1);
		add_row(comparison, cpu, context, name, (double)left, (double)right,
			chance_of_percentile(base, new, percentiles->value[i]));
	}
}

static void add_latency(struct comparison *comparison, int cpu, enum rtlat_context context,
			const struct rtlat_histogram *base, const struct rtlat_histogram *new)
{
	struct chance_tail tail;

	if (!base || !new || !base->count || !new->count)
		return;
	add_row(comparison, cpu, context, "min", (double)base->min, (double)new->min,
		chance_of_min(base, new));
	add_row(comparison, cpu, context, "avg", rtlat_histogram_mean(base),
		rtlat_histogram_mean(new), chance_of_means(base, new));
	add_percentiles(comparison, cpu, context, base, new);
	if (!chance_of_tail(base, new, &tail))
		add_row(comparison, cpu, context, "tail", tail.mean[0], tail.mean[1], tail.chance);
	add_row(comparison, cpu, context, "max", (double)base->max, (double)new->max,
		chance_of_max(base, new));
	/*
	 * Without a test: how much the deviation varies by chance depends on the fourth moment of
	 * an unknown tail.
	 */
	add_row(comparison, cpu, context, "stddev", rtlat_histogram_stddev(base),
		rtlat_histogram_stddev(new), -1);
}

/* Adds a rate per second of runtime, during which noise could have been seen. */
static void add_rate(struct comparison *comparison, int cpu, const char *metric,
		     const struct rtlat_noise *base, uint64_t base_count,
		     const struct rtlat_noise *new, uint64_t new_count)
{
	uint64_t threshold = comparison->base->config.threshold_ns;
	double seconds[2] = { (double)base->runtime / RTLAT_NSEC_PER_SEC,
			      (double)new->runtime / RTLAT_NSEC_PER_SEC };
	uint64_t chances[2];

	if (!threshold)
		threshold = THRESHOLD_DEFAULT;
	chances[0] = base_count + base->runtime / threshold;
	chances[1] = new_count + new->runtime / threshold;
	add_row(comparison, cpu, RTLAT_CONTEXTS, metric, (double)base_count / seconds[0],
		(double)new_count / seconds[1],
		chance_of_counts(base_count, chances[0], new_count, chances[1]));
	comparison->rows[comparison->nr_rows - 1].decimals = 3;
}

static void add_noise(struct comparison *comparison, const struct rtlat_cpu_result *base,
		      const struct rtlat_cpu_result *new)
{
	unsigned int both = comparison->base->result.contexts & comparison->new->result.contexts;
	const struct rtlat_noise *left = base->noise, *right = new->noise;
	double available[2];

	if (rtlat_noise_available(left, &available[0]) ||
	    rtlat_noise_available(right, &available[1]))
		return;
	add_rate(comparison, base->cpu, "count/s", left, base->count, right, new->count);
	if (both & RTLAT_HAS_COUNTS)
		add_rate(comparison, base->cpu, "hw/s", left, left->hardware, right,
			 right->hardware);
	/* Without a test: how much a maximum per period varies by chance is not known. */
	add_row(comparison, base->cpu, RTLAT_NOISE, "period", (double)left->max_period,
		(double)right->max_period, -1);
	add_row(comparison, base->cpu, RTLAT_CONTEXTS, "available", available[0] / RTLAT_PERCENT,
		available[1] / RTLAT_PERCENT, -1);
	comparison->rows[comparison->nr_rows - 1].decimals = 6;
}

/* Adds a share of all delays. Their number alone depends on the load. */
static void add_share(struct comparison *comparison, int cpu, const char *metric,
		      const struct rtlat_cpu_result *base, uint64_t base_count,
		      const struct rtlat_cpu_result *new, uint64_t new_count)
{
	/* A delay that goes on is not counted among those that have ended. */
	uint64_t all[2] = { base->count > base_count ? base->count : base_count,
			    new->count > new_count ? new->count : new_count };

	if (!all[0] || !all[1])
		return;
	add_row(comparison, cpu, RTLAT_CONTEXTS, metric, 100 * (double)base_count / (double)all[0],
		100 * (double)new_count / (double)all[1],
		chance_of_counts(base_count, all[0], new_count, all[1]));
	comparison->rows[comparison->nr_rows - 1].decimals = 6;
}

static void add_delays(struct comparison *comparison, const struct rtlat_cpu_result *base,
		       const struct rtlat_cpu_result *new)
{
	double seconds[2] = { (double)comparison->base->result.duration_ns / RTLAT_NSEC_PER_SEC,
			      (double)comparison->new->result.duration_ns / RTLAT_NSEC_PER_SEC };

	if (seconds[0] > 0 && seconds[1] > 0) {
		add_row(comparison, base->cpu, RTLAT_CONTEXTS, "count/s",
			(double)base->count / seconds[0], (double)new->count / seconds[1], -1);
		comparison->rows[comparison->nr_rows - 1].decimals = 3;
	}
	/* Without a threshold, all delays reach it. */
	if (comparison->base->config.track.threshold_ns)
		add_share(comparison, base->cpu, "alerts", base, base->delays->alerts, new,
			  new->delays->alerts);
	if (comparison->base->config.track.timeout_ns)
		add_share(comparison, base->cpu, "timeouts", base, base->delays->timeouts, new,
			  new->delays->timeouts);
}

static void compare_add_cpu(struct comparison *comparison, const struct rtlat_cpu_result *base,
			    const struct rtlat_cpu_result *new)
{
	unsigned int i;

	for (i = 0; i < RTLAT_CONTEXTS; i++)
		add_latency(comparison, base->cpu, i, base->context[i].histogram,
			    new->context[i].histogram);
	if (base->noise)
		add_noise(comparison, base, new);
	else if (base->delays)
		add_delays(comparison, base, new);
	else
		add_row(comparison, base->cpu, RTLAT_CONTEXTS, "missed", (double)base->missed,
			(double)new->missed,
			chance_of_counts(base->missed, base->count + base->missed, new->missed,
					 new->count + new->missed));
	/* Samples that the measurement lost say nothing about the machine. */
	add_row(comparison, base->cpu, RTLAT_CONTEXTS, "lost", (double)base->lost,
		(double)new->lost, -1);
}

/*
 * True if the CPU was measured. A CPU without any noise or delay was, but not one whose delays are
 * only known together with other CPUs'.
 */
static bool has_measured(const struct rtlat_cpu_result *cpu)
{
	if (cpu->delays)
		return cpu->context[RTLAT_DELAY].histogram;
	return cpu->count || (cpu->noise && cpu->noise->runtime);
}

/* Compares the CPUs. The totals are compared only if both have the same CPUs. */
static void add_cpus(struct comparison *comparison)
{
	const struct rtlat_result *base = &comparison->base->result;
	const struct rtlat_result *new = &comparison->new->result;
	unsigned int i, common = 0;

	for (i = 0; i < base->nr_cpus; i++)
		common += rtlat_result_cpu(new, base->cpus[i].cpu) != NULL;
	if (common == base->nr_cpus && common == new->nr_cpus)
		compare_add_cpu(comparison, &base->total, &new->total);
	for (i = 0; i < base->nr_cpus; i++) {
		const struct rtlat_cpu_result *other = rtlat_result_cpu(new, base->cpus[i].cpu);

		if (other && has_measured(&base->cpus[i]) && has_measured(other))
			compare_add_cpu(comparison, &base->cpus[i], other);
	}
}

static int by_chance(const void *a, const void *b)
{
	const struct compare_row *left = *(struct compare_row *const *)a;
	const struct compare_row *right = *(struct compare_row *const *)b;

	return (left->chance > right->chance) - (left->chance < right->chance);
}

static void judge_row(struct comparison *comparison, struct compare_row *row)
{
	double change = compare_change(row);

	if (fabs(change) <= comparison->tolerance) {
		row->verdict = COMPARE_TOLERATED;
		return;
	}
	row->verdict = change > 0 ? COMPARE_WORSE : COMPARE_BETTER;
	comparison->nr_worse += change > 0;
}

/*
 * Holm's procedure: of many rows some would always differ "by less than 1 %" chance. The least
 * likely one must be so for all of them together, the next for all but that one, up to the first
 * that is not.
 */
static int compare_judge(struct comparison *comparison)
{
	struct compare_row **judged =
		calloc(comparison->nr_judged + 1, sizeof(struct compare_row *));
	unsigned int i, nr = 0;

	if (!judged)
		return -ENOMEM;
	for (i = 0; i < comparison->nr_rows; i++) {
		if (comparison->rows[i].verdict != COMPARE_UNJUDGED)
			judged[nr++] = &comparison->rows[i];
	}
	qsort(judged, nr, sizeof(*judged), by_chance);
	for (i = 0; i < nr && judged[i]->chance * (nr - i) < CHANCE_LIMIT; i++)
		judge_row(comparison, judged[i]);
	free(judged);
	return 0;
}

int compare_results(struct comparison *comparison, const struct result_file *base,
		    const struct result_file *new, double tolerance)
{
	const struct rtlat_result *left = &base->result, *right = &new->result;

	*comparison = (struct comparison){ .base = base, .new = new, .tolerance = tolerance };
	comparable_measurement(left, right, &comparison->obstacles);
	comparable_machine(left, right, &comparison->obstacles);
	comparable_setup(left, right, &comparison->differences);
	if (!comparable_kind(left->config, right->config))
		return -EINVAL;
	comparison->rows = calloc((left->nr_cpus + 1) * ROWS_PER_CPU, sizeof(*comparison->rows));
	if (!comparison->rows)
		return -ENOMEM;
	add_cpus(comparison);
	if (!comparison->nr_rows || !has_measured(&left->total) || !has_measured(&right->total))
		return -ENODATA;
	return compare_judge(comparison);
}

void compare_free(struct comparison *comparison)
{
	free(comparison->rows);
}

// SPDX-License-Identifier: GPL-2.0-only
/* The statistics of several results, CPU by CPU. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/json/read.h"
#include "rtlat/merge/merge.h"
#include "rtlat/json/result_parts.h"

/* Buckets, counts and sums stay what JSON can hold. */
static int add_histogram(struct rtlat_histogram *to, const struct rtlat_histogram *from)
{
	if (to->count + from->count > JSON_COUNT_MAX || to->sum + from->sum > INT64_MAX ||
	    (to->square_high + from->square_high) >> 62)
		return -EOVERFLOW;
	rtlat_histogram_merge(to, from);
	return 0;
}

static int add_linear(struct rtlat_stats *to, const struct rtlat_stats *from)
{
	uint32_t nr = from->nr_linear > to->nr_linear ? from->nr_linear : to->nr_linear, i;
	uint64_t *linear = (uint64_t *)to->linear, *grown;

	if (!linear || nr > to->nr_linear) {
		grown = realloc(linear, (nr + 1UL) * sizeof(*linear));
		if (!grown)
			return -ENOMEM;
		linear = grown;
		memset(linear + to->nr_linear, 0, (nr - to->nr_linear) * sizeof(*linear));
	}
	to->linear = linear;
	to->nr_linear = nr;
	for (i = 0; i < from->nr_linear; i++)
		linear[i] += from->linear[i];
	to->linear_over += from->linear_over;
	return 0;
}

static int add_stats(struct rtlat_stats *to, const struct rtlat_stats *from, bool linear)
{
	struct rtlat_histogram *histogram = (struct rtlat_histogram *)to->histogram;
	int err;

	if (!from->histogram)
		return 0;
	if (!histogram) {
		histogram = malloc(sizeof(*histogram));
		to->histogram = histogram;
		if (!histogram)
			return -ENOMEM;
		rtlat_histogram_init(histogram);
	}
	err = add_histogram(histogram, from->histogram);
	return err || !linear || !from->linear ? err : add_linear(to, from);
}

static int merge_cpus_add_worst(struct merged *merged, const struct result_file *file,
				struct rtlat_cpu_result *to, const struct rtlat_cpu_result *from)
{
	unsigned int nr = to->nr_worst + from->nr_worst;
	struct rtlat_sample *worst;

	if (!from->nr_worst)
		return 0;
	worst = realloc((void *)to->worst, nr * sizeof(*worst));
	if (!worst)
		return -ENOMEM;
	memcpy(worst + to->nr_worst, from->worst, from->nr_worst * sizeof(*worst));
	to->worst = worst;
	to->nr_worst = nr;
	return merge_stacks(merged, file, worst + nr - from->nr_worst, from->nr_worst);
}

static uint64_t rank(const struct rtlat_sample *sample)
{
	if (sample->has & RTLAT_HAS(RTLAT_DELAY))
		return sample->latency[RTLAT_DELAY];
	if (sample->has & RTLAT_HAS(RTLAT_NOISE))
		return sample->latency[RTLAT_NOISE];
	return sample->latency[sample->has & RTLAT_HAS(RTLAT_THREAD) ? RTLAT_THREAD : RTLAT_IRQ];
}

/* Largest first; of equal ones the one that came first. */
static int by_rank(const void *a, const void *b)
{
	const struct rtlat_sample *left = a, *right = b;

	if (rank(left) != rank(right))
		return rank(left) < rank(right) ? 1 : -1;
	return (left->expiry > right->expiry) - (left->expiry < right->expiry);
}

static void end_cpu(struct rtlat_cpu_result *cpu, uint32_t max)
{
	if (cpu->nr_worst)
		qsort((void *)cpu->worst, cpu->nr_worst, sizeof(*cpu->worst), by_rank);
	if (cpu->nr_worst > max)
		cpu->nr_worst = max;
	merge_noise_end(cpu);
}

static int merge_cpus_add_cpu(struct merged *merged, const struct result_file *file,
			      struct rtlat_cpu_result *to, const struct rtlat_cpu_result *from)
{
	unsigned int i;
	int err;

	to->count += from->count;
	to->missed += from->missed;
	to->lost += from->lost;
	to->clamped += from->clamped;
	if (from->state != RTLAT_CPU_MEASURED)
		to->state = from->state;
	if (to->count > JSON_COUNT_MAX || to->missed > JSON_TIME_MAX || to->lost > JSON_TIME_MAX ||
	    to->clamped > JSON_TIME_MAX)
		return -EOVERFLOW;
	err = merge_cpus_add_worst(merged, file, to, from);
	for (i = 0; i < RTLAT_CONTEXTS && !err; i++)
		err = add_stats(&to->context[i], &from->context[i], merged->config.entries);
	if (!err)
		err = merge_noise(to, from->noise);
	return err ? err : merge_delays(to, from->delays);
}

/* Every CPU that any of them has, in ascending order. */
static int collect_cpus(struct merged *merged, struct result_file *const *files, unsigned int nr)
{
	struct rtlat_result *result = &merged->result;
	struct rtlat_cpuset cpus;
	unsigned int i, j;
	int cpu;

	rtlat_cpuset_zero(&cpus);
	for (i = 0; i < nr; i++) {
		for (j = 0; j < files[i]->result.nr_cpus; j++)
			rtlat_cpuset_add(&cpus, files[i]->result.cpus[j].cpu);
	}
	result->cpus = calloc(rtlat_cpuset_count(&cpus) + 1, sizeof(*result->cpus));
	if (!result->cpus)
		return -ENOMEM;
	rtlat_for_each_cpu(cpu, &cpus)
		result->cpus[result->nr_cpus++].cpu = cpu;
	return 0;
}

/* The CPUs of a file are among those of the result, and in the same order. */
static int add_file(struct merged *merged, const struct result_file *file)
{
	struct rtlat_cpu_result *to = merged->result.cpus;
	unsigned int i;
	int err = 0;

	for (i = 0; i < file->result.nr_cpus && !err; i++) {
		while (to->cpu != file->result.cpus[i].cpu)
			to++;
		err = merge_cpus_add_cpu(merged, file, to, &file->result.cpus[i]);
	}
	return err ? err
		   : merge_cpus_add_cpu(merged, file, &merged->result.total, &file->result.total);
}

int merge_cpus(struct merged *merged, struct result_file *const *files, unsigned int nr)
{
	struct rtlat_result *result = &merged->result;
	unsigned int i;
	int err;

	err = collect_cpus(merged, files, nr);
	for (i = 0; i < nr && !err; i++)
		err = add_file(merged, files[i]);
	/* The samples of one run are in order already. */
	for (i = 0; i < result->nr_cpus && nr > 1; i++)
		end_cpu(&result->cpus[i], merged->config.worst);
	if (nr > 1)
		end_cpu(&result->total, merged->config.worst);
	merge_delays_end(merged, files, nr);
	return err;
}

void merge_free(struct merged *merged)
{
	unsigned int i;

	for (i = 0; i < merged->result.nr_cpus; i++)
		free_cpu(&merged->result.cpus[i]);
	free(merged->result.cpus);
	free_cpu(&merged->result.total);
	free(merged->stacks.stack);
}

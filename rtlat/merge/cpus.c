// SPDX-License-Identifier: GPL-2.0-only
/*
 * Merges the statistics of several results, CPU by CPU: those of each file are loaded into a
 * recorder, and recorders are merged as those of a run are.
 */
#include <errno.h>
#include <stdlib.h>

#include "lib/stats/recorder.h"
#include "rtlat/json/read.h"
#include "rtlat/merge/merge.h"
#include "rtlat/result/notes.h"
#include "rtlat/result/whole.h"

/*
 * Returns a file's statistics of a CPU, or with -1 of all together. NULL: it does not have the CPU.
 */
static const struct rtlat_cpu_result *find(const struct result_file *file, int cpu)
{
	unsigned int i;

	for (i = 0; i < file->result.nr_cpus && cpu >= 0; i++) {
		if (file->result.cpus[i].cpu == cpu)
			return &file->result.cpus[i];
	}
	return cpu < 0 ? &file->result.total : NULL;
}

static bool exceeds(const uint64_t *values, unsigned int nr, uint64_t max)
{
	while (nr) {
		if (values[--nr] > max)
			return true;
	}
	return false;
}

/* -EOVERFLOW: a count or a sum is more than JSON can hold. */
static int check_numbers(struct rtlat_recorder *recorder)
{
	const struct rtlat_delays *delays = &recorder->delays;
	const struct rtlat_noise *noise = &recorder->noise;
	const uint64_t counts[] = { recorder->count, delays->alerts, delays->timeouts,
				    delays->dropped };
	const uint64_t sums[] = { recorder->missed, recorder->lost, recorder->clamped,
				  noise->periods,   noise->runtime, noise->time,
				  noise->hardware };
	const struct rtlat_noise_source *source = recorder_sources(recorder);
	unsigned int i;

	if (exceeds(counts, sizeof(counts) / sizeof(counts[0]), JSON_COUNT_MAX) ||
	    exceeds(sums, sizeof(sums) / sizeof(sums[0]), JSON_TIME_MAX) ||
	    exceeds(noise->count, RTLAT_INTERFERERS, JSON_TIME_MAX))
		return -EOVERFLOW;
	for (i = 0; i < RECORDER_SLOTS; i++) {
		const struct rtlat_histogram *histogram = &recorder->histogram[i];

		if (histogram->count > JSON_COUNT_MAX || histogram->sum > INT64_MAX ||
		    histogram->square_high >> 62)
			return -EOVERFLOW;
	}
	for (i = 0; i < noise->nr_sources; i++) {
		if (source[i].count > JSON_TIME_MAX || source[i].time > JSON_TIME_MAX)
			return -EOVERFLOW;
	}
	return 0;
}

/* Adds a stack. Those for which there is no number are left out, and a note says so. */
static int add_stack(struct merged *merged, const struct result_file *file, uint16_t *number)
{
	const struct rtlat_result *result = &file->result;
	int err;

	if (!*number)
		return 0;
	err = stacks_add(&merged->stacks, &result->stacks[*number - 1], number);
	if (err != -ENOSPC)
		return err;
	*number = 0;
	if (!merged->stacks_left_out)
		notes_add(&merged->notes, "only %d different stacks are kept", STACKS_MAX);
	merged->stacks_left_out = true;
	return 0;
}

/*
 * Renumbers the stacks of the samples: from the numbers in the file to those in the merged result.
 */
static int merge_stacks(struct merged *merged, const struct result_file *file,
			struct rtlat_recorder *recorder)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < recorder->nr_worst && !err; i++) {
		struct rtlat_sample *sample = &recorder->worst[i];

		if (!(sample->has & RTLAT_HAS(RTLAT_DELAY)))
			continue;
		err = add_stack(merged, file, &sample->delay.stack);
		if (!err)
			err = add_stack(merged, file, &sample->delay.other_stack);
	}
	return err;
}

static struct rtlat_recorder *create_recorder(const struct rtlat_recorder_layout *layout)
{
	struct rtlat_recorder *recorder = malloc(rtlat_recorder_size(layout));

	return recorder ? rtlat_recorder_init(recorder, -1, layout) : NULL;
}

/* Returns a layout with room for the statistics of all files. */
static struct rtlat_recorder_layout layout_of(const struct merged *merged, int cpu)
{
	struct rtlat_recorder_layout layout = {
		.bucket_ns = merged->config.bucket_ns,
		.entries = merged->config.entries ? 1 : 0,
		.sources = RTLAT_INTERFERERS,
	};
	unsigned int i, j;

	for (i = 0; i < merged->nr_files; i++) {
		const struct rtlat_cpu_result *from = find(merged->files[i], cpu);

		if (!from)
			continue;
		layout.worst += from->nr_worst;
		layout.sources += from->noise ? from->noise->nr_sources : 0;
		for (j = 0; j < RTLAT_CONTEXTS && layout.entries; j++) {
			if (from->context[j].nr_linear > layout.entries)
				layout.entries = from->context[j].nr_linear;
		}
	}
	return layout;
}

/* Merges a file's statistics, by way of `loaded`, and adds to `contexts` which ones there are. */
static int add_file(struct merged *merged, const struct result_file *file,
		    struct rtlat_recorder *loaded, struct rtlat_recorder *all,
		    struct rtlat_cpu_result *to, unsigned int *contexts)
{
	const struct rtlat_cpu_result *from = find(file, to->cpu);
	unsigned int i;
	int err;

	if (!from)
		return 0;
	if (from->state != RTLAT_CPU_MEASURED)
		to->state = from->state;
	for (i = 0; i < RTLAT_CONTEXTS; i++)
		*contexts |= from->context[i].histogram ? RTLAT_HAS(i) : 0;
	rtlat_recorder_clear(loaded);
	recorder_load(loaded, from);
	err = merge_stacks(merged, file, loaded);
	if (err)
		return err;
	rtlat_recorder_merge(all, loaded);
	return check_numbers(all);
}

/*
 * Merges into `all`, which has room for everything, and keeps of that as many of the worst samples
 * and of the sources as a run does.
 */
static int merge_cpu(struct merged *merged, struct rtlat_cpu_result *to)
{
	struct rtlat_recorder_layout layout = layout_of(merged, to->cpu);
	struct rtlat_recorder *loaded = create_recorder(&layout);
	struct rtlat_recorder *all = create_recorder(&layout), *kept;
	unsigned int i, contexts = 0;
	int err = loaded && all ? 0 : -ENOMEM;

	for (i = 0; i < merged->nr_files && !err; i++)
		err = add_file(merged, merged->files[i], loaded, all, to, &contexts);
	if (err)
		goto out;
	layout.worst = merged->config.worst;
	layout.sources = RTLAT_NOISE_SOURCES;
	kept = create_recorder(&layout);
	if (!kept) {
		err = -ENOMEM;
		goto out;
	}
	merged->recorders[merged->nr_recorders++] = kept;
	rtlat_recorder_sort_worst(all);
	rtlat_recorder_sort_sources(all);
	rtlat_recorder_merge(kept, all);
	/* Sources that lose their names are added up. */
	err = check_numbers(kept);
	if (err)
		goto out;
	/* Delays that one file knows of all CPUs only count for all of them together. */
	if (to->cpu >= 0 && merged->whole)
		contexts &= ~RTLAT_HAS(RTLAT_DELAY);
	recorder_view(kept, contexts, to);
	if (merged->config.measure == RTLAT_MEASURE_DELAY)
		to->delays = &kept->delays;
out:
	free(all);
	free(loaded);
	return err;
}

/* Creates every CPU that any of the files has, in ascending order. */
static int collect_cpus(struct merged *merged)
{
	struct rtlat_result *result = &merged->result;
	struct rtlat_cpuset cpus;
	unsigned int i, j;
	int cpu;

	rtlat_cpuset_zero(&cpus);
	for (i = 0; i < merged->nr_files; i++) {
		for (j = 0; j < merged->files[i]->result.nr_cpus; j++)
			rtlat_cpuset_add(&cpus, merged->files[i]->result.cpus[j].cpu);
		merged->whole |= result_is_whole(&merged->files[i]->result);
	}
	result->cpus = calloc(rtlat_cpuset_count(&cpus) + 1, sizeof(*result->cpus));
	merged->recorders = calloc(rtlat_cpuset_count(&cpus) + 1, sizeof(merged->recorders[0]));
	if (!result->cpus || !merged->recorders)
		return -ENOMEM;
	rtlat_for_each_cpu(cpu, &cpus)
		result->cpus[result->nr_cpus++].cpu = cpu;
	return 0;
}

int merge_cpus(struct merged *merged)
{
	struct rtlat_result *result = &merged->result;
	int err = collect_cpus(merged);
	unsigned int i;

	for (i = 0; i < result->nr_cpus && !err; i++)
		err = merge_cpu(merged, &result->cpus[i]);
	if (!err)
		err = merge_cpu(merged, &result->total);
	result->stacks = merged->stacks.stack;
	result->nr_stacks = merged->stacks.nr;
	return err;
}

void merge_free(struct merged *merged)
{
	while (merged->nr_recorders)
		free(merged->recorders[--merged->nr_recorders]);
	free(merged->recorders);
	free(merged->result.cpus);
	free(merged->stacks.stack);
}

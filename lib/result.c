// SPDX-License-Identifier: LGPL-2.1-or-later
/* What is shown of a run: live rows and histograms, and the final result. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"

uint64_t rtlat_run_elapsed(const struct rtlat_run *run)
{
	uint64_t to = run->measured_to ? run->measured_to : run_now();

	return to > run->measured_from ? to - run->measured_from : 0;
}

static void row_context(struct rtlat_row *row, enum rtlat_context context,
			const struct rtlat_histogram *histogram, uint64_t current)
{
	row->context[context].count = histogram->count;
	if (!histogram->count)
		return;
	row->context[context].current = current;
	row->context[context].min = histogram->min;
	row->context[context].avg = histogram->sum / histogram->count;
	row->context[context].max = histogram->max;
	if (rtlat_histogram_percentile(histogram, 99 * RTLAT_PERCENT, &row->context[context].p99))
		row->context[context].p99 = 0;
}

static void fill_row(struct rtlat_row *row, const struct rtlat_recorder *recorder)
{
	unsigned int context;

	row->count = recorder->count;
	row->missed = recorder->missed;
	row->lost = recorder->lost;
	for (context = 0; context < RTLAT_CONTEXTS; context++)
		row_context(row, context, &recorder->histogram[context],
			    recorder->latest.latency[context]);
}

static void merge_recorder(struct rtlat_recorder *to, const struct rtlat_recorder *from)
{
	unsigned int context;

	to->count += from->count;
	to->missed += from->missed;
	to->lost += from->lost;
	to->clamped += from->clamped;
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		rtlat_histogram_merge(&to->histogram[context], &from->histogram[context]);
		to->linear_over[context] += from->linear_over[context];
	}
	rtlat_recorder_merge_worst(to, from);
}

/* The sum of all CPUs, each as of its own snapshot. */
static int snapshot_total(struct rtlat_run *run, struct rtlat_recorder *total)
{
	struct rtlat_recorder_layout layout = run->layout;
	unsigned int i;
	int err = 0;

	layout.entries = 0;
	rtlat_recorder_init(total, -1, &layout);
	for (i = 0; i < run->nr_cpus && !err; i++) {
		err = rtlat_recorder_snapshot(run_recorder(&run->cpus[i]), run->scratch);
		if (!err)
			merge_recorder(total, run->scratch);
	}
	return err;
}

static int total_buffer(struct rtlat_run *run)
{
	if (!run->total)
		run->total = malloc(rtlat_recorder_size(&run->layout));
	return run->total ? 0 : -ENOMEM;
}

/* A snapshot of one CPU or of all, valid until the next. */
static int snapshot(struct rtlat_run *run, unsigned int index, struct rtlat_recorder **snapshot)
{
	int err;

	if (index == RTLAT_ROW_TOTAL) {
		err = total_buffer(run);
		*snapshot = run->total;
		return err ? err : snapshot_total(run, run->total);
	}
	if (index >= run->nr_cpus)
		return -EINVAL;
	*snapshot = run->scratch;
	return rtlat_recorder_snapshot(run_recorder(&run->cpus[index]), run->scratch);
}

int rtlat_run_row(struct rtlat_run *run, unsigned int index, struct rtlat_row *row)
{
	struct rtlat_recorder *recorder;
	int err;

	err = snapshot(run, index, &recorder);
	if (err)
		return err;
	memset(row, 0, sizeof(*row));
	row->cpu = index == RTLAT_ROW_TOTAL ? -1 : run->cpus[index].cpu;
	row->state = index == RTLAT_ROW_TOTAL ? RTLAT_CPU_MEASURED
					      : (enum rtlat_cpu_state)run->cpus[index].state;
	fill_row(row, recorder);
	return 0;
}

int rtlat_run_histogram(struct rtlat_run *run, unsigned int index, enum rtlat_context context,
			struct rtlat_histogram *histogram)
{
	struct rtlat_recorder *recorder;
	int err;

	if (context >= RTLAT_CONTEXTS)
		return -EINVAL;
	err = snapshot(run, index, &recorder);
	if (!err)
		*histogram = recorder->histogram[context];
	return err;
}

int rtlat_run_reset(struct rtlat_run *run)
{
	uint64_t now = run_now();
	unsigned int i, other;

	/*
	 * In the warm-up there is nothing to begin anew. Afterwards samples of before may still be on
	 * their way: this comes first, so that none gets into the new statistics.
	 */
	if (now > run->measured_from)
		run->measured_from = now;
	run_share_times(run);
	for (i = 0; i < run->nr_cpus; i++) {
		struct run_cpu *cpu = &run->cpus[i];

		other = !atomic_load(&cpu->shared->active);
		rtlat_recorder_init(cpu->bank[other], cpu->cpu, &run->layout);
		atomic_store_explicit(&cpu->shared->active, other, memory_order_release);
	}
	clock_gettime(CLOCK_REALTIME, &run->start);
	return 0;
}

static void result_stats(struct rtlat_run *run, struct rtlat_cpu_result *result,
			 struct rtlat_recorder *recorder)
{
	uint32_t entries = run->layout.entries;
	unsigned int context;

	result->count = recorder->count;
	result->missed = recorder->missed;
	result->lost = recorder->lost;
	result->clamped = recorder->clamped;
	result->latest = recorder->latest;
	result->worst = recorder->worst;
	result->nr_worst = recorder->nr_worst;
	rtlat_recorder_sort_worst(recorder);
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (!(run->source->contexts & RTLAT_HAS(context)))
			continue;
		result->context[context].histogram = &recorder->histogram[context];
		result->context[context].linear_over = recorder->linear_over[context];
		if (entries)
			result->context[context].linear =
				recorder->linear + (size_t)context * entries;
	}
}

static void merge_linear(struct rtlat_recorder *to, const struct rtlat_recorder *from)
{
	size_t nr = (size_t)RTLAT_CONTEXTS * to->layout.entries, i;

	for (i = 0; i < nr; i++)
		to->linear[i] += from->linear[i];
}

static int merge_total(struct rtlat_run *run)
{
	unsigned int i;
	int err;

	err = total_buffer(run);
	if (err)
		return err;
	rtlat_recorder_init(run->total, -1, &run->layout);
	for (i = 0; i < run->nr_cpus; i++) {
		merge_recorder(run->total, run_recorder(&run->cpus[i]));
		merge_linear(run->total, run_recorder(&run->cpus[i]));
	}
	return 0;
}

static void fill_result(struct rtlat_run *run, struct rtlat_result *result)
{
	memset(result, 0, sizeof(*result));
	result->config = &run->config;
	result->system = &run->system;
	result->source = run->source->name;
	result->source_reason = run->reason;
	result->contexts = run->source->contexts;
	result->start = run->start;
	result->end = run->end;
	result->duration_ns = rtlat_run_elapsed(run);
	result->realtime_priority = run->realtime_priority;
	result->reasons = &run->reasons;
	result->notes = &run->notes;
	result->stop = run->why_stopped;
	result->cpus = run->results;
	result->nr_cpus = run->nr_cpus;
}

static void add_reason(struct rtlat_run *run, const char *reason)
{
	snprintf(run->reasons.text[run->reasons.nr++], RTLAT_NOTE_SIZE, "%s", reason);
}

/* A run that has nothing to show, or that nobody was left to finish, is no pass. */
static enum rtlat_status judge(struct rtlat_run *run)
{
	run->reasons.nr = 0;
	if (!run->total->count)
		add_reason(run, "no sample was taken");
	else if (atomic_load(&run->over))
		add_reason(run, "no CPU was left to be measured before the run's end");
	return run->reasons.nr ? RTLAT_STATUS_ERROR : RTLAT_STATUS_PASS;
}

int rtlat_run_result(struct rtlat_run *run, struct rtlat_result *result)
{
	unsigned int i;
	int err;

	if (run->started)
		return -EBUSY;
	free(run->results);
	run->results = calloc(run->nr_cpus, sizeof(*run->results));
	if (!run->results)
		return -ENOMEM;
	err = merge_total(run);
	if (err)
		return err;
	fill_result(run, result);
	result->status = judge(run);
	result->complete = run->total->lost == 0;
	for (i = 0; i < run->nr_cpus; i++) {
		run->results[i].cpu = run->cpus[i].cpu;
		run->results[i].state = run->cpus[i].state;
		result_stats(run, &run->results[i], run_recorder(&run->cpus[i]));
		if (run->results[i].state != RTLAT_CPU_MEASURED)
			result->complete = false;
	}
	result->total.cpu = -1;
	result_stats(run, &result->total, run->total);
	return 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* The live view of a run: rows and histograms while it lasts, and the reset of both. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/printable.h"
#include "lib/symbols/irq_names.h"
#include "lib/run/run.h"
#include "lib/session/source.h"

uint64_t rtlat_run_elapsed(const struct rtlat_run *run)
{
	uint64_t to = run->session.measured_to ? run->session.measured_to : run_now();

	return to > run->session.measured_from ? to - run->session.measured_from : 0;
}

void run_stats(struct rtlat_run *run, struct rtlat_recorder *recorder,
	       struct rtlat_cpu_result *stats)
{
	unsigned int contexts = run->session.source->contexts, i;

	/* Histograms of all CPUs together have none of a single CPU. */
	if (run->session.whole && recorder != run->total)
		contexts = 0;
	recorder_view(recorder, contexts, stats);
	if (run->session.source->contexts & RTLAT_HAS(RTLAT_DELAY))
		stats->delays = &recorder->delays;
	timer_names_resolve(&run->timer_names, recorder->worst, recorder->nr_worst);
	irq_names_resolve(recorder->worst, recorder->nr_worst);
	for (i = 0; i < recorder->nr_worst; i++)
		printable_sample(&recorder->worst[i]);
	for (i = 0; stats->noise && i < recorder->noise.nr_sources; i++)
		printable_name(recorder_sources(recorder)[i].name, RTLAT_NAME_SIZE);
}

static void row_context(struct rtlat_row *row, enum rtlat_context context,
			const struct rtlat_histogram *histogram, const struct rtlat_sample *latest)
{
	if (!histogram || !histogram->count)
		return;
	row->context[context].count = histogram->count;
	row->context[context].current = latest->latency[context];
	row->context[context].min = histogram->min;
	row->context[context].avg = histogram->sum / histogram->count;
	row->context[context].max = histogram->max;
	if (rtlat_histogram_percentile(histogram, 99 * RTLAT_PERCENT, &row->context[context].p99))
		row->context[context].p99 = 0;
	if (rtlat_histogram_percentile(histogram, 999 * (RTLAT_PERCENT / 10),
				       &row->context[context].p999))
		row->context[context].p999 = 0;
}

void rtlat_cpu_result_row(const struct rtlat_cpu_result *cpu, struct rtlat_row *row)
{
	unsigned int context;

	memset(row, 0, sizeof(*row));
	row->cpu = cpu->cpu;
	row->state = cpu->state;
	row->count = cpu->count;
	row->missed = cpu->missed;
	row->lost = cpu->lost;
	if (cpu->nr_worst)
		row->worst = cpu->worst[0];
	for (context = 0; context < RTLAT_CONTEXTS; context++)
		row_context(row, context, cpu->context[context].histogram, &cpu->latest);
	if (cpu->delays)
		row->delays = *cpu->delays;
	if (!cpu->noise)
		return;
	row->noise = *cpu->noise;
	if (row->noise.nr_sources)
		row->source = row->noise.source[0];
	row->noise.source = NULL;
	row->noise.nr_sources = 0;
}

/* The sum of all CPUs, each as of its own snapshot. */
static int snapshot_total(struct rtlat_run *run, struct rtlat_recorder *total)
{
	struct rtlat_recorder_layout layout = run->session.layout;
	unsigned int i;
	int err = 0;

	layout.entries = 0;
	rtlat_recorder_init(total, -1, &layout);
	for (i = 0; i < run->session.nr_cpus && !err; i++) {
		err = rtlat_recorder_snapshot(run_recorder(&run->session.cpus[i]), run->scratch);
		if (!err)
			rtlat_recorder_merge(total, run->scratch);
	}
	if (!err && run->session.whole) {
		err = rtlat_recorder_snapshot(run->session.whole, run->scratch);
		if (!err)
			rtlat_recorder_merge(total, run->scratch);
	}
	return err;
}

int run_total_buffer(struct rtlat_run *run)
{
	if (!run->total)
		run->total = malloc(rtlat_recorder_size(&run->session.layout));
	return run->total ? 0 : -ENOMEM;
}

/* A snapshot of one CPU or of all, valid until the next. */
static int snapshot(struct rtlat_run *run, unsigned int index, struct rtlat_recorder **snapshot)
{
	int err;

	if (index == RTLAT_ROW_TOTAL) {
		err = run_total_buffer(run);
		*snapshot = run->total;
		return err ? err : snapshot_total(run, run->total);
	}
	if (index >= run->session.nr_cpus)
		return -EINVAL;
	*snapshot = run->scratch;
	return rtlat_recorder_snapshot(run_recorder(&run->session.cpus[index]), run->scratch);
}

int rtlat_run_row(struct rtlat_run *run, unsigned int index, struct rtlat_row *row)
{
	struct rtlat_cpu_result stats = { .cpu = -1 };
	struct rtlat_recorder *recorder;
	int err;

	err = snapshot(run, index, &recorder);
	if (err)
		return err;
	if (index != RTLAT_ROW_TOTAL) {
		stats.cpu = run->session.cpus[index].cpu;
		stats.state = atomic_load(&run->session.cpus[index].state);
	}
	run_stats(run, recorder, &stats);
	rtlat_cpu_result_row(&stats, row);
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
		*histogram = recorder->histogram[recorder_slot(context)];
	return err;
}

int rtlat_run_series(struct rtlat_run *run, enum rtlat_context context, struct rtlat_series *series,
		     unsigned int interval)
{
	unsigned int i, slot = recorder_slot(context), nr = run->session.nr_cpus;
	struct rtlat_histogram *all;
	uint64_t missed = 0;
	int err;

	if (context >= RTLAT_CONTEXTS || series->nr_lines != nr + 1)
		return -EINVAL;
	err = run_total_buffer(run);
	if (err)
		return err;
	all = &run->total->histogram[slot];
	rtlat_histogram_init(all);
	for (i = 0; i < nr + (run->session.whole != NULL); i++) {
		const struct rtlat_recorder *recorder =
			i < nr ? run_recorder(&run->session.cpus[i]) : run->session.whole;

		err = rtlat_recorder_snapshot(recorder, run->scratch);
		if (err)
			return err;
		missed += run->scratch->missed;
		rtlat_histogram_merge(all, &run->scratch->histogram[slot]);
		if (!run->session.whole)
			rtlat_series_add(series, i, interval, &run->scratch->histogram[slot],
					 run->scratch->missed);
	}
	rtlat_series_add(series, nr, interval, all, missed);
	return 0;
}

int rtlat_run_reset(struct rtlat_run *run)
{
	uint64_t now = run_now();
	unsigned int i, other;

	/*
	 * The warm-up has nothing to clear. Later on, samples from before the reset may still
	 * arrive: the new begin is set first, so that none of them is counted.
	 */
	if (now > run->session.measured_from)
		run->session.measured_from = now;
	run_share_times(&run->session);
	if (run->session.source->reset)
		run->session.source->reset(&run->session);
	for (i = 0; i < run->session.nr_cpus; i++) {
		struct run_cpu *cpu = &run->session.cpus[i];

		other = !atomic_load(&cpu->shared->active);
		rtlat_recorder_init(cpu->bank[other], cpu->cpu, &run->session.layout);
		atomic_store_explicit(&cpu->shared->active, other, memory_order_release);
	}
	run_set_start(&run->session);
	return 0;
}

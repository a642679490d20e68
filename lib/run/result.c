// SPDX-License-Identifier: LGPL-2.1-or-later
/* The result of a run that has ended. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/run/run.h"
#include "lib/session/source.h"

/* While the run goes on, the bank that waits for the next reset has the snapshot. */
static struct rtlat_recorder *result_recorder(const struct rtlat_run *run, unsigned int index)
{
	const struct run_cpu *cpu = &run->session.cpus[index];

	return run->started ? cpu->bank[!atomic_load(&cpu->shared->active)] : run_recorder(cpu);
}

/* Linear histograms are not for the taking while somebody writes them. */
static struct rtlat_recorder_layout result_layout(const struct rtlat_run *run)
{
	struct rtlat_recorder_layout layout = run->session.layout;

	if (run->started)
		layout.entries = 0;
	return layout;
}

static int take_snapshots(struct rtlat_run *run)
{
	const struct rtlat_recorder_layout layout = result_layout(run);
	unsigned int i;
	int err = 0;

	for (i = 0; i < run->session.nr_cpus && !err; i++) {
		struct rtlat_recorder *copy = result_recorder(run, i);

		rtlat_recorder_init(copy, run->session.cpus[i].cpu, &layout);
		err = rtlat_recorder_snapshot(run_recorder(&run->session.cpus[i]), copy);
	}
	return err;
}

static int merge_total(struct rtlat_run *run)
{
	const struct rtlat_recorder_layout layout = result_layout(run);
	unsigned int i;
	int err;

	err = run_total_buffer(run);
	if (err)
		return err;
	rtlat_recorder_init(run->total, -1, &layout);
	for (i = 0; i < run->session.nr_cpus; i++)
		rtlat_recorder_merge(run->total, result_recorder(run, i));
	if (!run->session.whole)
		return 0;
	if (!run->started) {
		rtlat_recorder_merge(run->total, run->session.whole);
		return 0;
	}
	err = rtlat_recorder_snapshot(run->session.whole, run->scratch);
	if (!err)
		rtlat_recorder_merge(run->total, run->scratch);
	return err;
}

/* Fills in what is unknown so far, or may change. See result_layout() for the configuration. */
static void fill_interim(struct rtlat_run *run, struct rtlat_result *result)
{
	result->running = true;
	clock_gettime(CLOCK_REALTIME, &result->end);
	result->stop = "an interim result: the run goes on";
	run->config_so_far = run->session.config;
	run->config_so_far.entries = 0;
	result->config = &run->config_so_far;
	pthread_mutex_lock(&run->session.note_lock);
	run->notes_so_far = run->session.notes;
	pthread_mutex_unlock(&run->session.note_lock);
	result->notes = &run->notes_so_far;
}

static void fill_result(struct rtlat_run *run, struct rtlat_result *result)
{
	memset(result, 0, sizeof(*result));
	result->config = &run->session.config;
	result->system = &run->system;
	result->source = run->session.source->name;
	result->source_reason = run->reason;
	result->contexts = run_contexts(&run->session);
	result->start = run->session.start;
	result->start_monotonic_ns = run->session.start_monotonic_ns;
	result->end = run->end;
	result->duration_ns = rtlat_run_elapsed(run);
	result->realtime_priority = run->session.realtime_priority;
	result->reasons = &run->reasons;
	result->notes = &run->session.notes;
	result->stop = run->why_stopped;
	if (run->started)
		fill_interim(run, result);
	result->exceeded = limit_result(run);
	result->nr_stacks = atomic_load(&run->session.stacks.nr);
	result->stacks = run->session.stacks.stack;
	result->histograms = run->session.histograms;
	result->nr_histograms = run->session.nr_histograms;
	result->cpus = run->results;
	result->nr_cpus = run->session.nr_cpus;
}

static void add_reason(struct rtlat_run *run, const char *reason)
{
	snprintf(run->reasons.text[run->reasons.nr++], RTLAT_NOTE_SIZE, "%s", reason);
}

static void add_exceeded(struct rtlat_run *run, const struct rtlat_exceeded *exceeded)
{
	const struct rtlat_sample *sample = &exceeded->sample;
	unsigned long long took = sample->latency[exceeded->context], limit = exceeded->limit;
	char reason[RTLAT_NOTE_SIZE];

	if (exceeded->context == RTLAT_NOISE)
		snprintf(reason, sizeof(reason),
			 "CPU %u %s %llu: %llu ns are more than the limit of %llu ns", sample->cpu,
			 exceeded->period ? "noise of period" : "noise",
			 (unsigned long long)sample->seq, took, limit);
	else
		snprintf(reason, sizeof(reason),
			 "CPU %u activation %llu: %s latency %llu ns reached the limit of %llu ns",
			 sample->cpu, (unsigned long long)sample->seq,
			 rtlat_context_name(exceeded->context), took, limit);
	add_reason(run, reason);
}

/* Returns the worst outcome. */
static enum rtlat_gate_outcome judge_gates(struct rtlat_run *run, struct rtlat_result *result)
{
	enum rtlat_gate_outcome worst = RTLAT_GATE_HELD;
	unsigned int i;

	for (i = 0; i < run->session.config.nr_gates; i++) {
		struct rtlat_gate_result *verdict = &run->gates[i];

		rtlat_gate_judge(&run->session.config.gates[i], result, verdict);
		if (verdict->outcome > worst)
			worst = verdict->outcome;
	}
	result->gates = run->gates;
	result->nr_gates = run->session.config.nr_gates;
	return worst;
}

/*
 * True if something was measured. A CPU without noise was measured all the same. Without any delay
 * the filter may have been wrong, so nothing is known, unless the user allows it.
 */
static bool has_measured(const struct rtlat_run *run)
{
	if (run->session.config.allow_empty)
		return run_measured_to(&run->session) > run_measured_from(&run->session);
	return run->total->count || run->total->noise.runtime || run->total->delays.timeouts;
}

/*
 * Judges the run. Reaching a limit that ends the run, or missing a gate, is a failure, whatever
 * else happened; in a run that goes on, a limit only triggers actions. A run with nothing to show,
 * one that no CPU finished, and one that cannot judge its gates do not pass either.
 */
static enum rtlat_status judge(struct rtlat_run *run, struct rtlat_result *result)
{
	enum rtlat_gate_outcome worst = judge_gates(run, result);
	bool failed = result->exceeded && !run->session.config.go_on;

	run->reasons.nr = 0;
	if (failed)
		add_exceeded(run, result->exceeded);
	else if (!has_measured(run))
		add_reason(run, run->session.config.measure == RTLAT_MEASURE_DELAY
					? "no delay was measured"
					: "no sample was taken");
	else if (atomic_load(&run->session.over))
		add_reason(run, "no CPU was left to be measured before the run's end");
	if (failed || worst == RTLAT_GATE_FAILED)
		return RTLAT_STATUS_FAIL;
	if (run->reasons.nr)
		return RTLAT_STATUS_ERROR;
	return worst == RTLAT_GATE_HELD ? RTLAT_STATUS_PASS : RTLAT_STATUS_FAIL;
}

static void fill_stats(struct rtlat_run *run, struct rtlat_result *result)
{
	unsigned int i;

	result->complete = run->total->lost == 0 && !run->paused;
	for (i = 0; i < run->session.nr_cpus; i++) {
		run->results[i].cpu = run->session.cpus[i].cpu;
		run->results[i].state = run->session.cpus[i].state;
		run_stats(run, result_recorder(run, i), &run->results[i]);
		if (run->results[i].state != RTLAT_CPU_MEASURED)
			result->complete = false;
	}
	result->total.cpu = -1;
	run_stats(run, run->total, &result->total);
}

static int make_result(struct rtlat_run *run, struct rtlat_result *result)
{
	int err;

	free(run->results);
	run->results = calloc(run->session.nr_cpus, sizeof(*run->results));
	if (!run->results)
		return -ENOMEM;
	err = merge_total(run);
	if (err)
		return err;
	fill_result(run, result);
	fill_stats(run, result);
	result->status = judge(run, result);
	return 0;
}

int rtlat_run_result(struct rtlat_run *run, struct rtlat_result *result)
{
	return run->started ? -EBUSY : make_result(run, result);
}

int rtlat_run_interim(struct rtlat_run *run, struct rtlat_result *result)
{
	int err = run->started ? take_snapshots(run) : -EINVAL;

	return err ? err : make_result(run, result);
}

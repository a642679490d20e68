// SPDX-License-Identifier: LGPL-2.1-or-later
/* The result of a run that has ended. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limit.h"
#include "source.h"

static int merge_total(struct rtlat_run *run)
{
	unsigned int i;
	int err;

	err = run_total_buffer(run);
	if (err)
		return err;
	rtlat_recorder_init(run->total, -1, &run->layout);
	for (i = 0; i < run->nr_cpus; i++)
		rtlat_recorder_merge(run->total, run_recorder(&run->cpus[i]));
	return 0;
}

static void fill_result(struct rtlat_run *run, struct rtlat_result *result)
{
	memset(result, 0, sizeof(*result));
	result->config = &run->config;
	result->system = &run->system;
	result->source = run->source->name;
	result->source_reason = run->reason;
	result->contexts = run_contexts(run);
	result->start = run->start;
	result->end = run->end;
	result->duration_ns = rtlat_run_elapsed(run);
	result->realtime_priority = run->realtime_priority;
	result->reasons = &run->reasons;
	result->notes = &run->notes;
	result->stop = run->why_stopped;
	result->exceeded = limit_result(run);
	result->cpus = run->results;
	result->nr_cpus = run->nr_cpus;
}

static void add_reason(struct rtlat_run *run, const char *reason)
{
	snprintf(run->reasons.text[run->reasons.nr++], RTLAT_NOTE_SIZE, "%s", reason);
}

static void add_exceeded(struct rtlat_run *run, const struct rtlat_exceeded *exceeded)
{
	const struct rtlat_sample *sample = &exceeded->sample;
	char reason[RTLAT_NOTE_SIZE];

	snprintf(reason, sizeof(reason),
		 "CPU %u activation %llu: %s latency %llu ns reached the limit of %llu ns",
		 sample->cpu, (unsigned long long)sample->seq,
		 rtlat_context_name(exceeded->context),
		 (unsigned long long)sample->latency[exceeded->context],
		 (unsigned long long)exceeded->limit);
	add_reason(run, reason);
}

/*
 * A run that reached a limit has failed, whatever else happened. One that has nothing to show, or
 * that nobody was left to finish, is no pass either.
 */
static enum rtlat_status judge(struct rtlat_run *run, const struct rtlat_exceeded *exceeded)
{
	run->reasons.nr = 0;
	if (exceeded) {
		add_exceeded(run, exceeded);
		return RTLAT_STATUS_FAIL;
	}
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
	result->status = judge(run, result->exceeded);
	result->complete = run->total->lost == 0;
	for (i = 0; i < run->nr_cpus; i++) {
		run->results[i].cpu = run->cpus[i].cpu;
		run->results[i].state = run->cpus[i].state;
		run_stats(run, run_recorder(&run->cpus[i]), &run->results[i]);
		if (run->results[i].state != RTLAT_CPU_MEASURED)
			result->complete = false;
	}
	result->total.cpu = -1;
	run_stats(run, run->total, &result->total);
	return 0;
}

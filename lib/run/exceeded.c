// SPDX-License-Identifier: LGPL-2.1-or-later
/* The sample that reached a limit, as the run's user is told of it and finds it in the result. */
#include <errno.h>
#include <string.h>

#include "lib/session/limit.h"
#include "lib/util/printable.h"
#include "lib/run/run.h"
#include "lib/symbols/irq_names.h"
#include "lib/symbols/kernel.h"

static void fill(struct rtlat_run *run, const struct limit_reached *reached,
		 struct rtlat_exceeded *exceeded)
{
	exceeded->context = reached->context;
	exceeded->limit = reached->period ? run->session.config.stop_period_ns
					  : limit_of(&run->session.config, reached->context);
	exceeded->sample = reached->sample;
	timer_names_resolve(&run->timer_names, &exceeded->sample, 1);
	irq_names_resolve(&exceeded->sample, 1);
	printable_sample(&exceeded->sample);
	exceeded->period = reached->period;
}

static void fill_idle(const struct rtlat_run *run, struct rtlat_exceeded *exceeded)
{
	unsigned int i;

	exceeded->idle_latency = 0;
	for (i = 0; i < run->session.nr_cpus; i++) {
		uint64_t max = run_recorder(&run->session.cpus[i])->idle_irq_max;

		if (max <= exceeded->idle_latency)
			continue;
		exceeded->idle_latency = max;
		exceeded->idle_cpu = run->session.cpus[i].cpu;
	}
}

const struct rtlat_exceeded *limit_result(struct rtlat_run *run)
{
	const struct limit_reached *first = limit_first(&run->session);
	struct rtlat_exceeded *exceeded = &run->session.exceeded;
	unsigned int i;

	if (!run->has_exceeded && !first)
		return NULL;
	if (!run->has_exceeded)
		fill(run, first, exceeded);
	for (i = 0; i < exceeded->nr_tasks; i++)
		printable_name(exceeded->tasks[i].name, sizeof(exceeded->tasks[i].name));
	symbols_resolve(exceeded->stack, exceeded->nr_stack);
	fill_idle(run, exceeded);
	return exceeded;
}

int rtlat_run_exceeded(struct rtlat_run *run, struct rtlat_exceeded *exceeded)
{
	const struct limit_reached *first = limit_first(&run->session);

	if (!first)
		return -ENODATA;
	atomic_store(&run->session.told, first);
	memset(exceeded, 0, sizeof(*exceeded));
	fill(run, first, exceeded);
	return 0;
}

/*
 * True if this sample is the earliest: the result has the earliest one, in whatever order the CPUs
 * told theirs.
 */
static bool is_earliest(const struct rtlat_run *run, const struct limit_reached *reached)
{
	const struct limit_reached before = {
		.context = run->session.exceeded.context,
		.sample = run->session.exceeded.sample,
		.period = run->session.exceeded.period,
	};

	return !run->has_exceeded || limit_reached_at(reached) < limit_reached_at(&before);
}

void rtlat_run_go_on(struct rtlat_run *run)
{
	const struct limit_reached *first = limit_first(&run->session);
	unsigned int i;

	if (!first)
		return;
	if (is_earliest(run, first))
		fill(run, first, &run->session.exceeded);
	run->has_exceeded = true;
	atomic_store(&run->session.told, NULL);
	for (i = 0; i < run->session.nr_cpus; i++) {
		if (&run->session.cpus[i].shared->reached == first)
			atomic_store(&run->session.cpus[i].shared->has_reached, false);
	}
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The limits that end a run, on the side of the threads that measure: each compares its samples
 * and tells the run of the first one that reaches a limit. The answer to it is in lib/run.
 */
#include "lib/session/limit.h"

uint64_t limit_of(const struct rtlat_config *config, enum rtlat_context context)
{
	if (context == RTLAT_NOISE)
		return config->stop_noise_ns;
	return context == RTLAT_IRQ ? config->stop_irq_ns : config->stop_thread_ns;
}

/*
 * True if the limit is reached: by a latency as long as the limit, and by a noise that is longer,
 * as in the kernel's tracer.
 */
static bool is_reached(enum rtlat_context context, uint64_t latency, uint64_t limit)
{
	return context == RTLAT_NOISE ? latency > limit : latency >= limit;
}

/* The first of its contexts in which the sample has reached a limit; RTLAT_CONTEXTS: in none. */
static enum rtlat_context reached(const struct rtlat_config *config,
				  const struct rtlat_sample *sample)
{
	enum rtlat_context context;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		uint64_t limit = limit_of(config, context);

		if (limit && sample->has & RTLAT_HAS(context) &&
		    is_reached(context, sample->latency[context], limit))
			break;
	}
	return context;
}

/* Neither of the warm-up, nor of before a reset, nor of after the run's end. */
static bool counts(const struct run_shared *shared, const struct rtlat_sample *sample)
{
	return sample->expiry >= atomic_load(&shared->measured_from) &&
	       sample->expiry <= atomic_load(&shared->measured_to);
}

static bool tell(struct session *run, struct run_cpu *cpu, enum rtlat_context context,
		 const struct rtlat_sample *sample, bool period)
{
	struct run_shared *shared = cpu->shared;

	if (!counts(shared, sample))
		return false;
	/* In a run that goes on, each activation is told once. */
	if (atomic_load(&shared->has_reached) ||
	    (shared->reached.sample.seq == sample->seq && shared->reached.period == period))
		return !run->config.go_on;
	shared->reached.context = context;
	shared->reached.sample = *sample;
	shared->reached.period = period;
	atomic_store(&shared->has_reached, true);
	run_wake(run);
	return !run->config.go_on;
}

bool limit_tell(struct session *run, struct run_cpu *cpu, const struct rtlat_sample *sample)
{
	enum rtlat_context context = reached(&run->config, sample);

	return context != RTLAT_CONTEXTS && tell(run, cpu, context, sample, false);
}

bool limit_tell_period(struct session *run, struct run_cpu *cpu, const struct rtlat_sample *period)
{
	uint64_t limit = run->config.stop_period_ns;

	return limit && is_reached(RTLAT_NOISE, period->latency[RTLAT_NOISE], limit) &&
	       tell(run, cpu, RTLAT_NOISE, period, true);
}

bool limit_tell_latest(struct session *run, struct run_cpu *cpu)
{
	const struct rtlat_recorder *recorder = run_recorder(cpu);
	struct rtlat_sample latest = recorder->latest;
	const struct rtlat_sample *whole = rtlat_recorder_find_worst(recorder, latest.seq);

	if (whole)
		latest = *whole;
	else
		latest.has &= ~RTLAT_HAS_INTERFERENCE;
	return limit_tell(run, cpu, &latest);
}

uint64_t limit_reached_at(const struct limit_reached *reached)
{
	if (reached->period)
		return reached->sample.expiry;
	return reached->sample.expiry + reached->sample.latency[reached->context];
}

const struct limit_reached *limit_first(const struct session *run)
{
	const struct limit_reached *first = atomic_load(&run->told);
	unsigned int i;

	/*
	 * An earlier one may still come, of a CPU that is slow to tell: the actions were for this
	 * one.
	 */
	if (first)
		return first;
	for (i = 0; i < run->nr_cpus; i++) {
		const struct run_shared *shared = run->cpus[i].shared;

		if (!atomic_load(&shared->has_reached))
			continue;
		if (!first || limit_reached_at(&shared->reached) < limit_reached_at(first))
			first = &shared->reached;
	}
	return first;
}

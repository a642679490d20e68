/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The measuring loop of a thread that sleeps until each expiry. A source may watch each activation
 * from elsewhere, and add to its sample. The loop is inlined in the source's own functions, so that
 * a source that watches nothing pays nothing.
 */
#ifndef LIB_WORKLOAD_SLEEP_LOOP_H
#define LIB_WORKLOAD_SLEEP_LOOP_H

#include <sched.h>

#include "lib/session/limit.h"
#include "lib/session/pause.h"
#include "lib/workload/user_threads.h"

/* How a source watches the activations of its thread. Where nothing is watched, all are NULL. */
struct sleep_watch {
	void *data;
	/* Called before the thread sleeps until the expiry. */
	void (*begin)(void *data, uint64_t expiry);
	/*
	 * Called when the thread runs again, as soon as it has read the clock. True if the source
	 * knows that this is still its CPU.
	 */
	bool (*end)(void *data);
	/* Adds what was watched to a sample that has its thread latency. */
	void (*add)(void *data, struct rtlat_recorder *recorder, struct rtlat_sample *sample);
};

/*
 * Ends the loop: records the last sample, and as missed the periods after it up to the end of the
 * run. A thread that was kept from running sees that end too late.
 */
void sleep_loop_finish(const struct user_loop *loop, const struct rtlat_sample *last,
		       uint64_t skipped);
/* Counts as missed the activation at `expiry` and all after it: the thread never ran for them. */
void sleep_loop_add_unserved(const struct user_loop *loop, uint64_t expiry);

/*
 * True if no activation at `expiry` belongs to the run. The loop knows the end of a given duration
 * itself: the thread that stops the run may be late, and periods after the end would count.
 */
static inline __attribute__((always_inline)) bool sleep_loop_is_over(const struct session *run,
								     uint64_t expiry)
{
	while (!atomic_load_explicit(&run->stopping, memory_order_relaxed)) {
		if (expiry <= run_planned_end(run))
			return false;
		run_sleep_until(run_now() + RUN_END_POLL);
	}
	return true;
}

/* Moves `expiry` to the first one after `now`. Returns how many are skipped before it. */
static inline __attribute__((always_inline)) uint64_t sleep_loop_next(uint64_t *expiry,
								      uint64_t period, uint64_t now)
{
	uint64_t skipped = 0;

	*expiry += period;
	if (now >= *expiry) {
		skipped = (now - *expiry) / period + 1;
		*expiry += skipped * period;
	}
	return skipped;
}

/*
 * Measures one CPU, as user_threads_measure() describes. A sample is recorded at the start of the
 * next activation, when its return latency is known, so that recording is a part of the work whose
 * return is measured. `limited` is constant: a run without a limit does not look for one.
 */
static inline __attribute__((always_inline)) bool sleep_loop_run(const struct user_loop *loop,
								 bool limited,
								 const struct sleep_watch watch)
{
	const uint64_t period = loop->run->config.period_ns;
	struct rtlat_sample sample = { .cpu = loop->cpu->cpu };
	uint64_t expiry = loop->first, now, latency, back, skipped = 0;
	struct rtlat_recorder *recorder;
	struct pause_watch pause;
	bool moved = false;

	pause_watch_init(&pause, loop->run, loop->cpu->shared, false);
	while (!sleep_loop_is_over(loop->run, expiry)) {
		if (watch.begin)
			watch.begin(watch.data, expiry);
		run_sleep_until(expiry);
		now = run_now();
		moved = !(watch.end && watch.end(watch.data)) && sched_getcpu() != loop->cpu->cpu;
		recorder = run_recorder(loop->cpu);
		latency = rtlat_recorder_between(recorder, expiry, now);
		if (moved)
			break;
		if (sample.has && sample.expiry >= run_measured_from(loop->run))
			rtlat_recorder_add(recorder, &sample);
		sample.has = RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN);
		sample.seq++;
		sample.expiry = expiry;
		sample.missed = skipped;
		sample.latency[RTLAT_THREAD] = latency;
		if (watch.add)
			watch.add(watch.data, recorder, &sample);
		back = run_now();
		sample.latency[RTLAT_RETURN] = rtlat_recorder_between(recorder, expiry, back);
		skipped = sleep_loop_next(&expiry, period, back);
		if (pause_crosses(&pause, sample.expiry, back))
			sample.has = skipped = 0;
		if (limited && limit_tell(loop->run, loop->cpu, &sample))
			break;
	}
	sleep_loop_finish(loop, &sample, skipped);
	if (moved || !sample.has)
		sleep_loop_add_unserved(loop, expiry);
	return !moved;
}

#endif /* LIB_WORKLOAD_SLEEP_LOOP_H */

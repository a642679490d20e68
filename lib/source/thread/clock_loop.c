// SPDX-License-Identifier: LGPL-2.1-or-later
/* The loop of a thread of the clock source. */
#include <sched.h>

#include "lib/source/thread/clock_loop.h"
#include "lib/session/limit.h"

/* The last activation came after the end; the periods missed before it may have been within. */
static void add_missed_before(const struct user_loop *loop, const struct rtlat_sample *last)
{
	const struct session *run = loop->run;
	uint64_t first = last->expiry - last->missed * run->config.period_ns;

	if (last->missed && first <= run->measured_to)
		rtlat_recorder_add_missed(run_recorder(loop->cpu),
					  (run->measured_to - first) / run->config.period_ns + 1);
}

/*
 * Ends the loop: records the last sample, and as missed the periods after it up to the end of the
 * run. A thread that was kept from running sees that end too late.
 */
static void clock_loop_finish(const struct user_loop *loop, const struct rtlat_sample *last,
			      uint64_t skipped)
{
	const struct session *run = loop->run;
	struct rtlat_recorder *recorder = run_recorder(loop->cpu);
	uint64_t after = skipped;

	if (!last->has || last->expiry < run_measured_from(run))
		return;
	if (atomic_load(&run->stopping)) {
		if (last->expiry > run->measured_to) {
			add_missed_before(loop, last);
			return;
		}
		after = (run->measured_to - last->expiry) / run->config.period_ns;
	}
	rtlat_recorder_add(recorder, last);
	if (skipped)
		rtlat_recorder_add_missed(recorder, after < skipped ? after : skipped);
}

/* A thread that never got to run for its activation at `expiry`, nor for any after it. */
static void add_unserved(const struct user_loop *loop, uint64_t expiry)
{
	const struct session *run = loop->run;
	uint64_t period = run->config.period_ns, from = run_measured_from(run);

	if (!atomic_load(&run->stopping))
		return;
	if (expiry < from)
		expiry += (from - expiry + period - 1) / period * period;
	if (expiry <= run->measured_to)
		rtlat_recorder_add_missed(run_recorder(loop->cpu),
					  (run->measured_to - expiry) / period + 1);
}

/*
 * True if no activation at `expiry` belongs to the run. The loop knows the end of a given duration
 * itself: the thread that stops the run may be late, and periods after the end would count.
 */
static inline __attribute__((always_inline)) bool is_over(const struct session *run,
							  uint64_t expiry)
{
	while (!atomic_load_explicit(&run->stopping, memory_order_relaxed)) {
		if (expiry <= run_planned_end(run))
			return false;
		run_sleep_until(run_now() + RUN_END_POLL);
	}
	return true;
}

/*
 * The measuring loop. A sample is recorded at the start of the next activation, when its return
 * latency is known, so that recording is a part of the work whose return is measured. Inlined in
 * two functions, so that a run without a limit does not look for one.
 */
static inline __attribute__((always_inline)) bool measure(const struct user_loop *loop,
							  bool limited)
{
	const uint64_t period = loop->run->config.period_ns;
	struct rtlat_sample sample = { .cpu = loop->cpu->cpu };
	uint64_t expiry = loop->first, latency, back, skipped = 0;
	struct rtlat_recorder *recorder;
	bool moved = false;

	while (!is_over(loop->run, expiry)) {
		run_sleep_until(expiry);
		recorder = run_recorder(loop->cpu);
		latency = rtlat_recorder_between(recorder, expiry, run_now());
		moved = sched_getcpu() != loop->cpu->cpu;
		if (moved)
			break;
		if (sample.has && sample.expiry >= run_measured_from(loop->run))
			rtlat_recorder_add(recorder, &sample);
		sample.has = RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN);
		sample.seq++;
		sample.expiry = expiry;
		sample.missed = skipped;
		sample.latency[RTLAT_THREAD] = latency;
		back = run_now();
		sample.latency[RTLAT_RETURN] = rtlat_recorder_between(recorder, expiry, back);
		expiry += period;
		skipped = 0;
		if (back >= expiry) {
			skipped = (back - expiry) / period + 1;
			expiry += skipped * period;
		}
		if (limited && limit_tell(loop->run, loop->cpu, &sample))
			break;
	}
	clock_loop_finish(loop, &sample, skipped);
	if (moved || !sample.has)
		add_unserved(loop, expiry);
	return !moved;
}

static bool measure_on(const struct user_loop *loop)
{
	return measure(loop, false);
}

static bool measure_to_limit(const struct user_loop *loop)
{
	return measure(loop, true);
}

bool clock_measure(const struct user_loop *loop)
{
	return limit_is_set(&loop->run->config) ? measure_to_limit(loop) : measure_on(loop);
}

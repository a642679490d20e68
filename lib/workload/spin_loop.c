// SPDX-License-Identifier: LGPL-2.1-or-later
/* A thread that only reads the clock: a gap between two readings is noise. */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "lib/session/limit.h"
#include "lib/session/pause.h"
#include "lib/workload/spin_loop.h"

/* The longest sleep between two periods: a request to stop is noticed after this long. */
#define PAUSE_NS (10 * RTLAT_NSEC_PER_MSEC)

struct spin {
	const struct user_loop *loop;
	const struct spin_watch *watch; /* or NULL */
	struct rtlat_sample sample;
	struct rtlat_sample period; /* how many, and the noise of this one */
	struct pause_watch pause;
	uint64_t seen;          /* up to which time the runtime has been recorded */
	const uint32_t *events; /* those of the watch, or one that never changes */
	uint32_t taken;         /* of the events */
	bool moved;
	bool ended; /* by a limit */
};

int spin_loop_probe(const struct rtlat_config *config, char *why, size_t size)
{
	const char *lack = NULL;

	if (config->hardware_only)
		lack = "a user-space thread cannot turn interrupts off";
	else if (config->trace)
		lack = "a user-space thread has no trace to show";
	else if (!config->threshold_ns)
		lack = "a user-space thread has no threshold of the kernel's";
	if (!lack)
		return 0;
	snprintf(why, size, "%s", lack);
	return -EOPNOTSUPP;
}

static bool is_over(const struct spin *spin, uint64_t now)
{
	const struct session *run = spin->loop->run;

	return spin->moved || spin->ended ||
	       atomic_load_explicit(&run->stopping, memory_order_relaxed) ||
	       now >= run_planned_end(run);
}

/* Takes who has interrupted the thread up to `now`; `noise`: there was one, or NULL. */
static void take_events(struct spin *spin, uint64_t now, struct rtlat_sample *noise)
{
	struct noise_seen seen = { 0 };
	bool counts = now >= run_measured_from(spin->loop->run);

	spin->taken =
		spin->watch->take(spin->watch->data, now,
				  counts ? run_recorder(spin->loop->cpu) : NULL, noise, &seen);
	if (noise && noise->interference.hardware)
		seen.hardware = 1;
	if (counts)
		rtlat_recorder_add_noise(run_recorder(spin->loop->cpu), &seen);
}

/* Takes the events up to `now`, which do not count. */
static void skip_events(struct spin *spin, uint64_t now)
{
	struct noise_seen seen = { 0 };

	if (spin->watch)
		spin->taken = spin->watch->take(spin->watch->data, now, NULL, NULL, &seen);
}

/* Adds the runtime up to `now`, except what lies before the begin of measuring. */
static void add_runtime(struct spin *spin, uint64_t now)
{
	const struct session *run = spin->loop->run;
	uint64_t from = run_measured_from(run), to = run_measured_to(run);
	struct noise_seen seen = { .max_period = spin->period.latency[RTLAT_NOISE] };

	if (spin->seen < from)
		spin->seen = from;
	if (now > to)
		now = to;
	if (now > spin->seen) {
		seen.runtime = now - spin->seen;
		spin->seen = now;
	}
	rtlat_recorder_add_noise(run_recorder(spin->loop->cpu), &seen);
}

/* Noise from `last` to `now`. */
static void add_gap(struct spin *spin, uint64_t last, uint64_t now)
{
	const struct user_loop *loop = spin->loop;
	uint64_t to = run_measured_to(loop->run);

	/* Below 0, the time between them is longer than any threshold. */
	if (now < last) {
		rtlat_recorder_add_clamped(run_recorder(loop->cpu));
		return;
	}
	if (pause_crosses(&spin->pause, last, now)) {
		add_runtime(spin, last);
		spin->seen = now;
		skip_events(spin, now);
		return;
	}
	spin->moved = sched_getcpu() != loop->cpu->cpu;
	if (spin->moved || last < run_measured_from(loop->run) || last >= to)
		return;
	spin->sample.seq++;
	spin->sample.expiry = last;
	spin->sample.latency[RTLAT_NOISE] = (now < to ? now : to) - last;
	spin->period.latency[RTLAT_NOISE] += spin->sample.latency[RTLAT_NOISE];
	if (spin->watch) {
		take_events(spin, now, &spin->sample);
		interference_add(&spin->period.interference, &spin->sample.interference);
	}
	rtlat_recorder_add_gap(run_recorder(loop->cpu), &spin->sample);
	add_runtime(spin, now);
	if (limit_tell(loop->run, loop->cpu, &spin->sample))
		spin->ended = true;
}

/*
 * Returns when the thread looks for noise again, once it has taken the events up to `now`. What it
 * does for that is no noise, unless somebody interfered meanwhile.
 */
static uint64_t look_again(struct spin *spin, uint64_t now)
{
	uint64_t later = run_now();

	return __atomic_load_n(spin->events, __ATOMIC_ACQUIRE) == spin->taken ? later : now;
}

static uint64_t end_gap(struct spin *spin, uint64_t last, uint64_t now)
{
	add_gap(spin, last, now);
	return spin->watch ? look_again(spin, now) : now;
}

/* Takes the events of what took less time than the threshold. */
static uint64_t end_short(struct spin *spin, uint64_t now)
{
	take_events(spin, now, NULL);
	return look_again(spin, now);
}

/* The loop itself has a call, a subtraction and three comparisons. */
static uint64_t spin_until(struct spin *spin, uint64_t end)
{
	const uint64_t threshold = spin->loop->run->config.threshold_ns;
	uint64_t last, now;

	if (spin->watch)
		spin->watch->begin(spin->watch->data);
	spin->taken = __atomic_load_n(spin->events, __ATOMIC_ACQUIRE);
	last = run_now();
	do {
		now = run_now();
		last = now - last >= threshold ? end_gap(spin, last, now) : now;
		if (__atomic_load_n(spin->events, __ATOMIC_RELAXED) != spin->taken)
			last = end_short(spin, last);
	} while (now < end && !is_over(spin, now));
	if (spin->watch)
		spin->watch->end(spin->watch->data);
	return now;
}

static void end_period(struct spin *spin, uint64_t now, bool whole)
{
	const struct user_loop *loop = spin->loop;
	const struct noise_seen seen = { .periods = 1 };

	add_runtime(spin, now);
	if (whole && !spin->moved) {
		rtlat_recorder_add_noise(run_recorder(loop->cpu), &seen);
		spin->period.seq++;
		spin->period.expiry = now;
		if (limit_tell_period(loop->run, loop->cpu, &spin->period))
			spin->ended = true;
	}
	spin->period.latency[RTLAT_NOISE] = 0;
	memset(&spin->period.interference, 0, sizeof(spin->period.interference));
}

static void pause_until(struct spin *spin, uint64_t when)
{
	uint64_t now;

	while ((now = run_now()) < when && !is_over(spin, now))
		run_sleep_until(when - now < PAUSE_NS ? when : now + PAUSE_NS);
}

bool spin_loop_run(const struct user_loop *loop, const struct spin_watch *watch)
{
	static const uint32_t no_events;
	const struct rtlat_config *config = &loop->run->config;
	uint32_t has =
		RTLAT_HAS(RTLAT_NOISE) | (run_explains(loop->run) ? RTLAT_HAS_INTERFERENCE : 0);
	struct spin spin = {
		.loop = loop,
		.watch = watch,
		.events = watch ? watch->events : &no_events,
		.sample = { .cpu = loop->cpu->cpu, .has = has },
		.period = { .cpu = loop->cpu->cpu, .has = has },
	};
	uint64_t begin = loop->first, now, end;
	bool whole;

	pause_watch_init(&spin.pause, loop->run, loop->cpu->shared, false);
	pause_until(&spin, begin);
	while (now = run_now(), !is_over(&spin, now)) {
		whole = now >= run_measured_from(loop->run);
		spin.seen = now;
		end = now + config->runtime_ns;
		now = spin_until(&spin, end);
		end_period(&spin, now, whole && now >= end);
		/* After one that was held up beyond its end the next one begins at once. */
		begin += config->period_ns;
		if (begin < now)
			begin = now;
		pause_until(&spin, begin);
	}
	return !spin.moved;
}

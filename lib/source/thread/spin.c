// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Measures noise with a pinned thread per CPU that only reads the clock: a gap between two readings
 * is noise. Works everywhere, but knows only how long a noise was.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>

#include "lib/session/limit.h"
#include "lib/session/source.h"
#include "lib/workload/user_threads.h"

/* The longest sleep between two periods: a request to stop is noticed after this long. */
#define PAUSE_NS (10 * RTLAT_NSEC_PER_MSEC)

struct spin {
	const struct user_loop *loop;
	struct rtlat_sample sample;
	struct rtlat_sample period; /* how many, and the noise of this one */
	uint64_t seen;              /* up to which time the runtime has been recorded */
	bool moved;
	bool ended; /* by a limit */
};

static int spin_probe(const struct rtlat_config *config, char *why, size_t size)
{
	if (config->hardware_only) {
		snprintf(why, size, "a user-space thread cannot turn interrupts off");
		return -EOPNOTSUPP;
	}
	if (config->trace) {
		snprintf(why, size, "a user-space thread has no trace to show");
		return -EOPNOTSUPP;
	}
	if (!config->threshold_ns) {
		snprintf(why, size, "a user-space thread has no threshold of the kernel's");
		return -EOPNOTSUPP;
	}
	snprintf(why, size, "a spinning thread works on every kernel, without who interfered");
	return 0;
}

static bool is_over(const struct spin *spin, uint64_t now)
{
	const struct session *run = spin->loop->run;

	return spin->moved || spin->ended ||
	       atomic_load_explicit(&run->stopping, memory_order_relaxed) ||
	       now >= run_planned_end(run);
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
	spin->moved = sched_getcpu() != loop->cpu->cpu;
	if (spin->moved || last < run_measured_from(loop->run) || last >= to)
		return;
	spin->sample.seq++;
	spin->sample.expiry = last;
	spin->sample.latency[RTLAT_NOISE] = (now < to ? now : to) - last;
	spin->period.latency[RTLAT_NOISE] += spin->sample.latency[RTLAT_NOISE];
	rtlat_recorder_add_gap(run_recorder(loop->cpu), &spin->sample);
	add_runtime(spin, now);
	if (limit_tell(loop->run, loop->cpu, &spin->sample))
		spin->ended = true;
}

/* The loop itself has a call, a subtraction and two comparisons. */
static uint64_t watch(struct spin *spin, uint64_t end)
{
	const uint64_t threshold = spin->loop->run->config.threshold_ns;
	uint64_t last = run_now(), now;

	do {
		now = run_now();
		if (now - last >= threshold)
			add_gap(spin, last, now);
		last = now;
	} while (now < end && !is_over(spin, now));
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
}

static void pause_until(struct spin *spin, uint64_t when)
{
	uint64_t now;

	while ((now = run_now()) < when && !is_over(spin, now))
		run_sleep_until(when - now < PAUSE_NS ? when : now + PAUSE_NS);
}

static bool spin_measure(const struct user_loop *loop)
{
	const struct rtlat_config *config = &loop->run->config;
	struct spin spin = {
		.loop = loop,
		.sample = { .cpu = loop->cpu->cpu, .has = RTLAT_HAS(RTLAT_NOISE) },
		.period = { .cpu = loop->cpu->cpu, .has = RTLAT_HAS(RTLAT_NOISE) },
	};
	uint64_t begin = loop->first, now, end;
	bool whole;

	pause_until(&spin, begin);
	while (now = run_now(), !is_over(&spin, now)) {
		whole = now >= run_measured_from(loop->run);
		spin.seen = now;
		end = now + config->runtime_ns;
		now = watch(&spin, end);
		end_period(&spin, now, whole && now >= end);
		/* After one that was held up beyond its end the next one begins at once. */
		begin += config->period_ns;
		if (begin < now)
			begin = now;
		pause_until(&spin, begin);
	}
	return !spin.moved;
}

static int spin_start(struct session *run)
{
	return user_threads_start(run, spin_measure, NULL);
}

const struct rtlat_source source_spin = {
	.name = "spin",
	.lacks = SOURCE_KNOWS_CAUSES | SOURCE_ANY_NOISE | SOURCE_HARDWARE_ONLY,
	.contexts = RTLAT_HAS(RTLAT_NOISE),
	.threads = 0,
	.probe = spin_probe,
	.start = spin_start,
	.end = user_threads_end,
	.stop = user_threads_stop,
};

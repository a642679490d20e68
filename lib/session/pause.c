// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Finds pauses. The clocks show that the machine was suspended: CLOCK_BOOTTIME goes on meanwhile,
 * and CLOCK_MONOTONIC stands still. SIGCONT shows that the program was stopped: the kernel makes it
 * pending before any thread runs again.
 */
#include <signal.h>
#include <string.h>

#include "lib/session/pause.h"

/* The run takes the signal at most this long after the threads run again. */
#define SIGNAL_DELAY RTLAT_NSEC_PER_SEC

static uint64_t boot_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

/*
 * The time between the readings makes the suspended time a range: it has grown only if all of the
 * new range lies above the old one.
 */
static void look_at_clocks(struct pause_watch *watch)
{
	uint64_t before = run_now(), boot = boot_time(), after = run_now();

	if (boot > after && boot - after > watch->suspended) {
		watch->end[RUN_SUSPENDED].from = watch->looked;
		watch->end[RUN_SUSPENDED].to = after;
	}
	watch->suspended = boot - before;
	watch->looked = after;
}

static void note_continued(struct pause_watch *watch, uint64_t by)
{
	watch->end[RUN_STOPPED].from = by - SIGNAL_DELAY;
	watch->end[RUN_STOPPED].to = by;
}

/* Takes the signal of a process of its own, where nobody else does. */
static void take_signal(const sigset_t *set)
{
	const struct timespec no_time = { 0 };

	sigtimedwait(set, NULL, &no_time);
}

/*
 * The signal is pending until the run takes it, which notes the time before that: by one or the
 * other, in this order, no stop is missed.
 */
void pause_look(struct pause_watch *watch)
{
	uint64_t continued;
	sigset_t set;

	look_at_clocks(watch);
	if (!sigpending(&set) && sigismember(&set, SIGCONT)) {
		note_continued(watch, watch->looked);
		sigemptyset(&set);
		sigaddset(&set, SIGCONT);
		if (watch->own_process)
			take_signal(&set);
	}
	continued = atomic_load(&watch->run->continued);
	if (continued != watch->continued) {
		watch->continued = continued;
		note_continued(watch, continued);
	}
}

void pause_watch_init(struct pause_watch *watch, const struct session *run,
		      struct run_shared *shared, bool own_process)
{
	memset(watch, 0, sizeof(*watch));
	watch->own_process = own_process;
	watch->run = run;
	watch->counts = shared->pauses;
	watch->continued = atomic_load(&run->continued);
	/* A suspend before this is no news. */
	watch->suspended = UINT64_MAX;
	look_at_clocks(watch);
}

bool pause_find(struct pause_watch *watch, uint64_t from, uint64_t to)
{
	enum run_pause pause;

	pause_look(watch);
	for (pause = 0; pause < RUN_PAUSES; pause++) {
		struct run_pauses *counts = &watch->counts[pause];

		if (from > watch->end[pause].to || to < watch->end[pause].from)
			continue;
		counts->count++;
		if (to - from > counts->longest)
			counts->longest = to - from;
		return true;
	}
	return false;
}

/* Returns the samples of all CPUs. */
static struct run_pauses sum_up(const struct session *run, enum run_pause pause)
{
	struct run_pauses all = { 0 };
	unsigned int i;

	for (i = 0; i < run->nr_cpus; i++) {
		const struct run_pauses *of = &run->cpus[i].shared->pauses[pause];

		all.count += of->count;
		if (of->longest > all.longest)
			all.longest = of->longest;
	}
	return all;
}

bool pause_tell(struct session *run)
{
	static const char *const words[RUN_PAUSES] = {
		[RUN_STOPPED] = "rtlat was stopped by a signal (SIGSTOP, Ctrl-Z)",
		[RUN_SUSPENDED] = "the machine was suspended",
	};
	enum run_pause pause;
	bool any = false;

	for (pause = 0; pause < RUN_PAUSES; pause++) {
		struct run_pauses all = sum_up(run, pause);

		if (!all.count)
			continue;
		run_note(run, RTLAT_WARNING,
			 "%s: samples across that do not count (%u, up to %.3f s)", words[pause],
			 all.count, (double)all.longest / RTLAT_NSEC_PER_SEC);
		any = true;
	}
	return any;
}

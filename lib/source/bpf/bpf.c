// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * clock_nanosleep() on a pinned thread per CPU, with BPF programs beside it that see its timer
 * expire and who has the CPU until it runs. They write that into memory which the thread has
 * mapped, so it reads its sample's interference without a system call.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/session/source.h"
#include "lib/source/bpf/activation.h"
#include "lib/source/bpf/programs.h"
#include "lib/workload/sleep_loop.h"

struct bpf_thread {
	struct window *window;
	uint32_t state;  /* of the window when it was closed */
	uint64_t unseen; /* activations whose expiry the programs did not see */
};

static int bpf_probe(const struct rtlat_config *config, char *why, size_t size)
{
	int err;

	if (config->trace) {
		snprintf(why, size, "bpf has no trace to show");
		return -EOPNOTSUPP;
	}
	err = programs_probe(why, size);
	if (!err)
		snprintf(why, size, "BPF programs see the timer's interrupt and who interferes");
	return err;
}

static inline void begin(void *data, uint64_t expiry)
{
	struct bpf_thread *thread = data;

	activation_begin(thread->window, expiry);
}

static inline bool end(void *data)
{
	struct bpf_thread *thread = data;

	thread->state = activation_end(thread->window);
	return thread->state & WINDOW_FIRED;
}

/* `explained`: the sample is to have its interference, even if it is none of the worst. */
static inline __attribute__((always_inline)) void add(struct bpf_thread *thread,
						      struct rtlat_recorder *recorder,
						      struct rtlat_sample *sample, bool explained)
{
	const struct window *window = thread->window;
	uint32_t state = thread->state;

	if (!(state & WINDOW_FIRED)) {
		thread->unseen++;
		return;
	}
	sample->latency[RTLAT_IRQ] = window->irq_latency;
	sample->has |= RTLAT_HAS(RTLAT_IRQ);
	if (state & WINDOW_MET && !window->met_pid)
		sample->has |= RTLAT_HAS_MET_IDLE;
	if (explained || sample_is_worst(recorder, sample))
		activation_explain(window, state, sample);
}

static inline void add_on(void *data, struct rtlat_recorder *recorder, struct rtlat_sample *sample)
{
	add(data, recorder, sample, false);
}

static inline void add_to_limit(void *data, struct rtlat_recorder *recorder,
				struct rtlat_sample *sample)
{
	add(data, recorder, sample, true);
}

static bool measure_on(const struct user_loop *loop)
{
	struct bpf_thread *thread = programs_thread(loop->data, loop->cpu - loop->run->cpus);
	bool stayed;

	stayed = sleep_loop_run(loop, false, (struct sleep_watch){ thread, begin, end, add_on });
	activation_end(thread->window);
	return stayed;
}

static bool measure_to_limit(const struct user_loop *loop)
{
	struct bpf_thread *thread = programs_thread(loop->data, loop->cpu - loop->run->cpus);
	bool stayed;

	stayed = sleep_loop_run(loop, true,
				(struct sleep_watch){ thread, begin, end, add_to_limit });
	activation_end(thread->window);
	return stayed;
}

/* The expiry tells the programs whose timer it is: no two threads have the same. */
static bool measure(const struct user_loop *loop)
{
	struct user_loop own = *loop;

	own.first += loop->cpu - loop->run->cpus;
	/* Without it, the time before a preemption of the thread would be its own interference. */
	programs_introduce(loop->data, loop->cpu->cpu);
	return limit_is_set(&loop->run->config) ? measure_to_limit(&own) : measure_on(&own);
}

static int bpf_start(struct session *run)
{
	struct programs *programs;
	struct bpf_thread *thread;
	unsigned int i;
	int err;

	err = programs_load(run, sizeof(*thread), &programs);
	if (err)
		return err;
	for (i = 0; i < run->nr_cpus; i++) {
		thread = programs_thread(programs, i);
		thread->window = programs_window(programs, run->cpus[i].cpu);
	}
	return programs_start(run, measure, programs);
}

/* The stack is that of the thread's last activation, with which it ended at the limit. */
static void take_stack(struct session *run, const struct programs *programs)
{
	const struct limit_reached *first = limit_first(run);
	struct rtlat_exceeded *exceeded = &run->exceeded;
	const struct window *window;
	unsigned int i, nr;

	if (!run->config.stack_ns || run->config.go_on || !first ||
	    sample_rank(&first->sample) < run->config.stack_ns)
		return;
	window = programs_window(programs, first->sample.cpu);
	nr = window->stack_size > 0 ? window->stack_size / sizeof(window->stack[0]) : 0;
	for (i = 0; i < nr; i++)
		exceeded->stack[i].address = window->stack[i];
	exceeded->nr_stack = nr;
}

static void tell_unseen(struct session *run, const struct programs *programs)
{
	struct rtlat_cpuset nohz_full;
	unsigned int i;

	rtlat_cpuset_nohz_full(&nohz_full);
	for (i = 0; i < run->nr_cpus; i++) {
		const char *why = "the kernel did not run the programs when their timers expired";
		const struct bpf_thread *thread = programs_thread(programs, i);

		if (!thread->unseen)
			continue;
		if (rtlat_cpuset_has(&nohz_full, run->cpus[i].cpu))
			why = "the kernel has timers of nohz_full CPUs expire on other CPUs; "
			      "'sysctl kernel.timer_migration=0' keeps them";
		run_note(run, RTLAT_WARNING,
			 "CPU %d: the IRQ latency and the causes of %llu samples are not known: %s",
			 run->cpus[i].cpu, (unsigned long long)thread->unseen, why);
	}
}

static void bpf_end(struct session *run)
{
	const struct programs *programs = user_threads_data(run);

	if (!programs)
		return;
	user_threads_end(run);
	take_stack(run, programs);
	tell_unseen(run, programs);
}

const struct rtlat_source source_bpf = {
	.name = "bpf",
	.contexts = RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN) |
		    RTLAT_HAS_INTERFERENCE,
	.threads = 0,
	.probe = bpf_probe,
	.start = bpf_start,
	.end = bpf_end,
	.stop = programs_stop,
};

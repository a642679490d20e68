// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * clock_nanosleep() on a pinned thread per CPU: works everywhere, sees no interrupt latency.
 */
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "affinity.h"
#include "cgroup.h"
#include "clock_loop.h"
#include "source.h"

#define STACK_SIZE (48 * 1024)
#define STACK_TOUCHED (16 * 1024)
#define START_DELAY (5 * RTLAT_NSEC_PER_MSEC)
/* Longer than the longest period. */
#define END_PATIENCE_S 2

struct clock_source;

struct clock_thread {
	struct clock_loop loop;
	struct clock_source *source;
	pthread_t thread;
	atomic_int tid;  /* 0 before it began and after it ended */
	int sched_error; /* of setting its priority */
};

/*
 * Every thread sets itself up on the housekeeping CPUs, says `ready`, and waits there for `go`:
 * on its own CPU something of a higher priority than a new thread's may run without end.
 */
struct clock_source {
	sem_t ready;
	sem_t go;
	bool abandoned; /* go means go home */
	unsigned int nr;
	unsigned int created;
	struct clock_thread thread[];
};

static int clock_probe(const struct rtlat_config *config, char *why, size_t size)
{
	if (config->stop_irq_ns) {
		snprintf(why, size, "clock_nanosleep has no IRQ latency to stop at");
		return -EOPNOTSUPP;
	}
	if (config->stack_ns || config->trace) {
		snprintf(why, size, "clock_nanosleep has no stack or trace to show");
		return -EOPNOTSUPP;
	}
	snprintf(why, size, "clock_nanosleep works on every kernel, without IRQ latency");
	return 0;
}

static void wait_for(sem_t *semaphore)
{
	while (sem_wait(semaphore) < 0 && errno == EINTR)
		;
}

static void touch_stack(void)
{
	volatile char stack[STACK_TOUCHED];
	size_t i;

	for (i = 0; i < sizeof(stack); i += 1024)
		stack[i] = 0;
}

static void *clock_main(void *data)
{
	struct clock_thread *thread = data;
	struct clock_source *source = thread->source;

	touch_stack();
	atomic_store(&thread->tid, gettid());
	thread->sched_error = rtlat_sched_apply(0, &thread->loop.run->config.sched);
	sem_post(&source->ready);
	wait_for(&source->go);
	if (!source->abandoned) {
		if (!clock_measure(&thread->loop) && !atomic_load(&thread->loop.run->stopping))
			run_cpu_ended(thread->loop.run, thread->loop.cpu, RTLAT_CPU_OFFLINE,
				      "went offline");
	}
	atomic_store(&thread->tid, 0);
	return NULL;
}

static int create_thread(struct clock_thread *thread)
{
	size_t stack_min = PTHREAD_STACK_MIN;
	pthread_attr_t attributes;
	int err;

	pthread_attr_init(&attributes);
	/* Some architectures want more; the default is some megabytes, all of which get locked. */
	pthread_attr_setstacksize(&attributes, stack_min > STACK_SIZE ? stack_min : STACK_SIZE);
	err = -pthread_create(&thread->thread, &attributes, clock_main, thread);
	pthread_attr_destroy(&attributes);
	return err;
}

static int create_threads(struct rtlat_run *run, struct clock_source *source)
{
	int err;

	while (source->created < source->nr) {
		struct clock_thread *thread = &source->thread[source->created];

		thread->loop.run = run;
		thread->source = source;
		thread->loop.cpu = &run->cpus[source->created];
		err = create_thread(thread);
		if (err) {
			rtlat_log(&run->config.log, RTLAT_ERROR,
				  "cannot start a thread for CPU %d: %s", thread->loop.cpu->cpu,
				  strerror(-err));
			return err;
		}
		source->created++;
	}
	return 0;
}

/* Wait until all threads are set up; the first that could not set its priority tells why. */
static int await_ready(struct clock_source *source)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < source->created; i++)
		wait_for(&source->ready);
	for (i = 0; i < source->created && !err; i++)
		err = source->thread[i].sched_error;
	return err;
}

static int pin_threads(struct rtlat_run *run, struct clock_source *source)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < source->created && !err; i++) {
		int cpu = source->thread[i].loop.cpu->cpu;

		err = rtlat_affinity_pin(source->thread[i].tid, cpu);
		if (err)
			rtlat_log(&run->config.log, RTLAT_ERROR,
				  "cannot pin a thread to CPU %d: %s", cpu, strerror(-err));
	}
	return err;
}

/* Into the cgroup of -C: the measuring threads, or where it takes no single ones, all of rtlat. */
static int enter_cgroup(struct rtlat_run *run, struct clock_source *source)
{
	const struct rtlat_config *config = &run->config;
	unsigned int i;
	int err = 0;

	for (i = 0; i < source->created && !err; i++)
		err = cgroup_move_thread(config, source->thread[i].tid);
	if (err != -EOPNOTSUPP)
		return err;
	err = cgroup_move(config, getpid());
	if (!err)
		run_note(run, RTLAT_INFO,
			 "all of rtlat is in the cgroup %s, which takes no single threads of it "
			 "(it is no threaded one of the same domain)",
			 config->cgroup);
	return err;
}

static void release(struct clock_source *source, bool abandoned)
{
	unsigned int i;

	source->abandoned = abandoned;
	for (i = 0; i < source->created; i++)
		sem_post(&source->go);
}

/*
 * Once the threads have their stacks. Memory to come is not locked: the loop allocates none, and
 * where the limit is small, allocating would fail.
 */
static void lock_memory(struct rtlat_run *run)
{
	if (mlockall(MCL_CURRENT) < 0)
		run_note(run, RTLAT_WARNING,
			 "memory is not locked (%s): page faults may add latency", strerror(errno));
}

/* The default priority is a wish, an explicit one an order. */
static int judge_priority(struct rtlat_run *run, int err)
{
	struct rtlat_config *config = &run->config;

	if (!err)
		return 0;
	if (config->sched_given) {
		rtlat_log(&config->log, RTLAT_ERROR, "cannot set the priority asked for: %s",
			  strerror(-err));
		return err;
	}
	run->realtime_priority = false;
	config->sched = (struct rtlat_sched){ .policy = RTLAT_POLICY_OTHER };
	run_note(run, RTLAT_WARNING,
		 "measuring at normal priority: no right to SCHED_FIFO (needs root, CAP_SYS_NICE "
		 "or an rtprio limit)");
	return 0;
}

static void set_first_expiries(struct rtlat_run *run, struct clock_source *source)
{
	uint64_t begin = run_now() + START_DELAY;
	unsigned int i;

	run_begin(run, begin);
	for (i = 0; i < source->nr; i++)
		source->thread[i].loop.first =
			begin + run->config.period_ns + i * run->config.align_ns;
}

static int clock_start(struct rtlat_run *run)
{
	struct clock_source *source;
	int err;

	source = calloc(1, sizeof(*source) + run->nr_cpus * sizeof(source->thread[0]));
	if (!source)
		return -ENOMEM;
	run->source_data = source;
	source->nr = run->nr_cpus;
	sem_init(&source->ready, 0, 0);
	sem_init(&source->go, 0, 0);
	err = create_threads(run, source);
	if (!err)
		err = judge_priority(run, await_ready(source));
	if (!err)
		err = enter_cgroup(run, source);
	if (!err)
		err = pin_threads(run, source);
	if (!err)
		lock_memory(run);
	set_first_expiries(run, source);
	release(source, err != 0);
	return err;
}

/* One that is kept from running on its CPU, by what never ends there, ends elsewhere. */
static void end_threads(struct rtlat_run *run, struct clock_source *source)
{
	struct timespec until;
	unsigned int i;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += END_PATIENCE_S;
	for (i = 0; i < source->created; i++) {
		struct clock_thread *thread = &source->thread[i];

		if (!pthread_timedjoin_np(thread->thread, NULL, &until))
			continue;
		rtlat_affinity_set(atomic_load(&thread->tid), &run->config.housekeeping);
		pthread_join(thread->thread, NULL);
	}
}

static void clock_end(struct rtlat_run *run)
{
	if (run->source_data)
		end_threads(run, run->source_data);
}

static void clock_stop(struct rtlat_run *run)
{
	struct clock_source *source = run->source_data;

	if (!source)
		return;
	sem_destroy(&source->ready);
	sem_destroy(&source->go);
	munlockall();
	free(source);
	run->source_data = NULL;
}

const struct rtlat_source source_clock = {
	.name = "clock",
	.contexts = RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN),
	.threads = 0,
	.probe = clock_probe,
	.start = clock_start,
	.end = clock_end,
	.stop = clock_stop,
};

// SPDX-License-Identifier: LGPL-2.1-or-later
/* A pinned thread of our own on each CPU: set up, let go, and brought home. */
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/machine/affinity.h"
#include "lib/machine/cgroup.h"
#include "lib/machine/sched_hint.h"
#include "lib/session/source.h"
#include "lib/workload/user_threads.h"

#define STACK_SIZE (48 * 1024)
#define STACK_TOUCHED (16 * 1024)
#define START_DELAY (5 * RTLAT_NSEC_PER_MSEC)
/* Longer than the longest period. */
#define END_PATIENCE_S 2

struct user_threads;

struct user_thread {
	struct user_loop loop;
	struct user_threads *owner;
	pthread_t thread;
	atomic_int tid;  /* 0 before it began and after it ended */
	int sched_error; /* of setting its priority */
};

/*
 * Every thread sets itself up on the housekeeping CPUs, says `ready`, and waits there for `go`:
 * on its own CPU something of a higher priority than a new thread's may run without end.
 */
struct user_threads {
	sem_t ready;
	sem_t go;
	user_threads_measure measure;
	void *data;
	bool abandoned; /* go means go home */
	unsigned int nr;
	unsigned int created;
	struct user_thread thread[];
};

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

static void *thread_main(void *data)
{
	struct user_thread *thread = data;
	struct user_threads *threads = thread->owner;

	touch_stack();
	atomic_store(&thread->tid, gettid());
	thread->sched_error = rtlat_sched_apply(0, &thread->loop.run->config.sched);
	sem_post(&threads->ready);
	wait_for(&threads->go);
	if (!threads->abandoned) {
		if (!threads->measure(&thread->loop) && !atomic_load(&thread->loop.run->stopping))
			run_cpu_ended(thread->loop.run, thread->loop.cpu, RTLAT_CPU_OFFLINE,
				      "went offline");
	}
	atomic_store(&thread->tid, 0);
	return NULL;
}

static int create_thread(struct user_thread *thread)
{
	size_t stack_min = PTHREAD_STACK_MIN;
	pthread_attr_t attributes;
	int err;

	pthread_attr_init(&attributes);
	/*
	 * Some architectures need a larger stack. The default is some megabytes, all of which would
	 * be locked.
	 */
	pthread_attr_setstacksize(&attributes, stack_min > STACK_SIZE ? stack_min : STACK_SIZE);
	err = -pthread_create(&thread->thread, &attributes, thread_main, thread);
	pthread_attr_destroy(&attributes);
	return err;
}

static int create_threads(struct session *run, struct user_threads *threads)
{
	int err;

	while (threads->created < threads->nr) {
		struct user_thread *thread = &threads->thread[threads->created];

		thread->loop.run = run;
		thread->loop.data = threads->data;
		thread->owner = threads;
		thread->loop.cpu = &run->cpus[threads->created];
		err = create_thread(thread);
		if (err) {
			rtlat_log(&run->config.log, RTLAT_ERROR,
				  "cannot start a thread for CPU %d: %s", thread->loop.cpu->cpu,
				  strerror(-err));
			return err;
		}
		threads->created++;
	}
	return 0;
}

/* Wait until all threads are set up; the first that could not set its priority tells why. */
static int await_ready(struct user_threads *threads)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < threads->created; i++)
		wait_for(&threads->ready);
	for (i = 0; i < threads->created && !err; i++)
		err = threads->thread[i].sched_error;
	return err;
}

static int pin_threads(struct session *run, struct user_threads *threads)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < threads->created && !err; i++) {
		int cpu = threads->thread[i].loop.cpu->cpu;

		err = rtlat_affinity_pin(threads->thread[i].tid, cpu);
		if (err)
			rtlat_log(&run->config.log, RTLAT_ERROR,
				  "cannot pin a thread to CPU %d: %s%s", cpu, strerror(-err),
				  sched_hint(&run->config.sched, err));
	}
	return err;
}

/* Into the cgroup of -C: the measuring threads, or where it takes no single ones, all of rtlat. */
static int enter_cgroup(struct session *run, struct user_threads *threads)
{
	const struct rtlat_config *config = &run->config;
	unsigned int i;
	int err = 0;

	for (i = 0; i < threads->created && !err; i++)
		err = cgroup_move_thread(config, threads->thread[i].tid);
	if (err != -EOPNOTSUPP)
		return err;
	err = cgroup_move(config, getpid());
	if (!err)
		run_note(run, RTLAT_INFO,
			 "all of rtlat is in the cgroup %s: only a threaded cgroup of the same "
			 "domain takes single threads",
			 config->cgroup);
	return err;
}

static void release(struct user_threads *threads, bool abandoned)
{
	unsigned int i;

	threads->abandoned = abandoned;
	for (i = 0; i < threads->created; i++)
		sem_post(&threads->go);
}

/*
 * Once the threads have their stacks. Memory to come is not locked: the loop allocates none, and
 * where the limit is small, allocating would fail.
 */
static void lock_memory(struct session *run)
{
	if (mlockall(MCL_CURRENT) < 0)
		run_note(run, RTLAT_WARNING,
			 "memory is not locked (%s): page faults may add latency", strerror(errno));
}

/* The default priority is a wish, an explicit one an order. */
static int judge_priority(struct session *run, int err)
{
	struct rtlat_config *config = &run->config;

	if (!err)
		return 0;
	if (config->sched_given) {
		rtlat_log(&config->log, RTLAT_ERROR, "cannot set the priority asked for: %s%s",
			  strerror(-err), sched_hint(&config->sched, err));
		return err;
	}
	run_note(run, RTLAT_WARNING, "measuring at normal priority: SCHED_FIFO: %s%s",
		 strerror(-err), sched_hint(&config->sched, err));
	run->realtime_priority = false;
	config->sched = (struct rtlat_sched){ .policy = RTLAT_POLICY_OTHER };
	return 0;
}

static void set_first_expiries(struct session *run, struct user_threads *threads)
{
	uint64_t begin = run_now() + START_DELAY, first = begin;
	unsigned int i;

	if (run->config.measure == RTLAT_MEASURE_LATENCY)
		first += run->config.period_ns;

	run_begin(run, begin);
	for (i = 0; i < threads->nr; i++)
		threads->thread[i].loop.first = first + i * run->config.align_ns;
}

int user_threads_start(struct session *run, user_threads_measure measure, void *data)
{
	struct user_threads *threads;
	int err;

	threads = calloc(1, sizeof(*threads) + run->nr_cpus * sizeof(threads->thread[0]));
	if (!threads)
		return -ENOMEM;
	run->source_data = threads;
	threads->nr = run->nr_cpus;
	threads->measure = measure;
	threads->data = data;
	sem_init(&threads->ready, 0, 0);
	sem_init(&threads->go, 0, 0);
	err = create_threads(run, threads);
	if (!err)
		err = judge_priority(run, await_ready(threads));
	if (!err)
		err = enter_cgroup(run, threads);
	if (!err)
		err = pin_threads(run, threads);
	if (!err)
		lock_memory(run);
	set_first_expiries(run, threads);
	release(threads, err != 0);
	return err;
}

/*
 * Ends the threads. A thread that something which never sleeps keeps from its CPU ends on another
 * one.
 */
static void end_threads(struct session *run, struct user_threads *threads)
{
	struct timespec until;
	unsigned int i;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += END_PATIENCE_S;
	for (i = 0; i < threads->created; i++) {
		struct user_thread *thread = &threads->thread[i];

		if (!pthread_clockjoin_np(thread->thread, NULL, CLOCK_MONOTONIC, &until))
			continue;
		rtlat_affinity_set(atomic_load(&thread->tid), &run->config.housekeeping);
		pthread_join(thread->thread, NULL);
	}
}

void *user_threads_data(const struct session *run)
{
	const struct user_threads *threads = run->source_data;

	return threads ? threads->data : NULL;
}

void user_threads_end(struct session *run)
{
	if (run->source_data)
		end_threads(run, run->source_data);
}

void user_threads_stop(struct session *run)
{
	struct user_threads *threads = run->source_data;

	if (!threads)
		return;
	sem_destroy(&threads->ready);
	sem_destroy(&threads->go);
	munlockall();
	free(threads);
	run->source_data = NULL;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * pairs CPUS CALLS: has each of the first CPUS CPUs make CALLS system calls that do next to
 * nothing, all at once. Each is a pair of events: its beginning and its end. Prints how many there
 * were, and the nanoseconds from the first one's beginning to the last one's end.
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "rtlat.h"

#define CPUS_MAX 64

struct worker {
	pthread_t thread;
	unsigned int cpu;
	uint64_t calls;
	uint64_t began;
	uint64_t ended;
	pthread_barrier_t *all_there;
};

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

static void *work(void *data)
{
	struct worker *worker = data;
	uint64_t i;

	pthread_barrier_wait(worker->all_there);
	worker->began = now_ns();
	for (i = 0; i < worker->calls; i++)
		syscall(SYS_getppid);
	worker->ended = now_ns();
	return NULL;
}

static int start(struct worker *worker)
{
	pthread_attr_t attributes;
	cpu_set_t cpus;
	int ret;

	CPU_ZERO(&cpus);
	CPU_SET(worker->cpu, &cpus);
	pthread_attr_init(&attributes);
	ret = pthread_attr_setaffinity_np(&attributes, sizeof(cpus), &cpus);
	if (!ret)
		ret = pthread_create(&worker->thread, &attributes, work, worker);
	pthread_attr_destroy(&attributes);
	return ret;
}

static uint64_t run(unsigned int cpus, uint64_t calls)
{
	struct worker workers[CPUS_MAX];
	uint64_t began = UINT64_MAX, ended = 0;
	pthread_barrier_t all_there;
	unsigned int i;

	pthread_barrier_init(&all_there, NULL, cpus);
	for (i = 0; i < cpus; i++) {
		workers[i] = (struct worker){ .cpu = i, .calls = calls, .all_there = &all_there };
		if (start(&workers[i])) {
			fprintf(stderr, "pairs: CPU %u: no thread there\n", i);
			exit(1);
		}
	}
	for (i = 0; i < cpus; i++) {
		pthread_join(workers[i].thread, NULL);
		if (workers[i].began < began)
			began = workers[i].began;
		if (workers[i].ended > ended)
			ended = workers[i].ended;
	}
	return ended - began;
}

int main(int argc, char **argv)
{
	uint64_t cpus, calls;

	if (argc != 3 || rtlat_parse_u64(argv[1], 1, CPUS_MAX, &cpus) ||
	    rtlat_parse_u64(argv[2], 1, 1000000000, &calls)) {
		fprintf(stderr, "Usage: pairs CPUS CALLS\n");
		return 129;
	}
	printf("%llu %llu\n", (unsigned long long)(cpus * calls),
	       (unsigned long long)run(cpus, calls));
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * callers pass PAIRS TIMES
 * callers sleep THREADS SECONDS
 * callers wake THREADS SECONDS
 * Makes system calls under the name caller, and prints how many: each that began with that name has
 * also ended, the last of a task being that in which it takes another one.
 *	pass	pairs of processes, each of which writes to the other that reads, and changes its CPU
 *		after each time
 *	sleep	threads that all sleep at once
 *	wake	threads that are all woken at once, that many seconds later, on CPU 0
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STACK_SIZE 65536

static struct timespec sleep_time;
static int sleep_flags;

static void check(int good, const char *what)
{
	if (good)
		return;
	perror(what);
	exit(1);
}

static void be(const char *name)
{
	check(!prctl(PR_SET_NAME, name), "prctl");
}

/* Three calls a time, and the one at the end. */
static void pass(int in, int out, unsigned int times, unsigned int cpus)
{
	cpu_set_t cpu;
	char byte = 0;

	be("caller");
	while (times--) {
		check(write(out, &byte, 1) == 1, "write");
		check(read(in, &byte, 1) == 1, "read");
		CPU_ZERO(&cpu);
		CPU_SET(times % cpus, &cpu);
		check(!sched_setaffinity(0, sizeof(cpu), &cpu), "sched_setaffinity");
	}
	be("was");
	exit(0);
}

static void start_pair(unsigned int times, unsigned int cpus)
{
	int there[2], back[2];

	check(!pipe(there) && !pipe(back), "pipe");
	if (!fork())
		pass(back[0], there[1], times, cpus);
	if (!fork())
		pass(there[0], back[1], times, cpus);
	close(there[0]);
	close(there[1]);
	close(back[0]);
	close(back[1]);
}

static unsigned int pass_all(unsigned int pairs, unsigned int times)
{
	unsigned int cpus = sysconf(_SC_NPROCESSORS_ONLN), i;
	int status;

	for (i = 0; i < pairs; i++)
		start_pair(times, cpus);
	for (i = 0; i < 2 * pairs; i++)
		check(wait(&status) > 0 && !status, "wait");
	return 2 * pairs * (3 * times + 1);
}

/* Two calls. */
static void *sleeper(void *unused)
{
	(void)unused;
	be("caller");
	check(!clock_nanosleep(CLOCK_MONOTONIC, sleep_flags, &sleep_time, NULL), "sleep");
	be("was");
	return NULL;
}

static unsigned int sleep_all(unsigned int threads)
{
	pthread_t *thread = calloc(threads, sizeof(*thread));
	pthread_attr_t attributes;
	unsigned int i;

	check(thread != NULL, "calloc");
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	for (i = 0; i < threads; i++)
		check(!pthread_create(&thread[i], &attributes, sleeper, NULL), "pthread_create");
	for (i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	free(thread);
	return 2 * threads;
}

static unsigned int wake_all(unsigned int threads)
{
	cpu_set_t cpu;
	time_t seconds = sleep_time.tv_sec;

	CPU_ZERO(&cpu);
	CPU_SET(0, &cpu);
	check(!sched_setaffinity(0, sizeof(cpu), &cpu), "sched_setaffinity");
	clock_gettime(CLOCK_MONOTONIC, &sleep_time);
	sleep_time.tv_sec += seconds;
	sleep_flags = TIMER_ABSTIME;
	return sleep_all(threads);
}

int main(int argc, char **argv)
{
	unsigned int calls = 0;

	if (argc == 4 && !strcmp(argv[1], "pass"))
		calls = pass_all(atoi(argv[2]), atoi(argv[3]));
	else if (argc == 4)
		sleep_time.tv_sec = atoi(argv[3]);
	if (argc == 4 && !strcmp(argv[1], "sleep"))
		calls = sleep_all(atoi(argv[2]));
	else if (argc == 4 && !strcmp(argv[1], "wake"))
		calls = wake_all(atoi(argv[2]));
	if (!calls) {
		fprintf(stderr, "usage: callers pass PAIRS TIMES | sleep|wake THREADS SECONDS\n");
		return 1;
	}
	printf("%u\n", calls);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/* hog CPU PRIORITY BUSY_MS REST_MS SECONDS: a SCHED_FIFO thread that keeps a CPU busy in bursts. */
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000ULL + now.tv_nsec / 1000000;
}

int main(int argc, char **argv)
{
	struct sched_param param;
	struct timespec rest;
	uint64_t start, busy_until, busy;
	cpu_set_t cpus;

	if (argc != 6) {
		fprintf(stderr, "Usage: hog CPU PRIORITY BUSY_MS REST_MS SECONDS\n");
		return 129;
	}
	CPU_ZERO(&cpus);
	CPU_SET(atoi(argv[1]), &cpus);
	param.sched_priority = atoi(argv[2]);
	busy = atoi(argv[3]);
	rest.tv_sec = atoi(argv[4]) / 1000;
	rest.tv_nsec = atoi(argv[4]) % 1000 * 1000000L;
	if (sched_setaffinity(0, sizeof(cpus), &cpus) ||
	    sched_setscheduler(0, SCHED_FIFO, &param)) {
		perror("hog");
		return 1;
	}
	for (start = now_ms(); now_ms() - start < strtoull(argv[5], NULL, 10) * 1000;) {
		busy_until = now_ms() + busy;
		while (now_ms() < busy_until)
			;
		nanosleep(&rest, NULL);
	}
	return 0;
}

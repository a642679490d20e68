// SPDX-License-Identifier: GPL-2.0-only
/*
 * hog CPU PRIORITY BUSY_MS REST_MS SECONDS [FILE]: a SCHED_FIFO thread that keeps a CPU busy in
 * bursts, of which both times may be decimal fractions. At its end it writes when each began and
 * ended: CLOCK_MONOTONIC, ns.
 */
#include <inttypes.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "rtlat.h"

/* The most bursts that are told. */
#define BURSTS_MAX 1000

struct burst {
	uint64_t begin;
	uint64_t end;
};

static struct burst bursts[BURSTS_MAX];
static unsigned int nr_bursts;

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

/*
 * Some microseconds of a deterministic guest, whose time is instructions: these cost the host nearly
 * nothing, the reading of a clock a lot.
 */
static void spin(void)
{
	__asm__ volatile(".rept 2000\n\tnop\n\t.endr");
}

static void be_busy(uint64_t ns)
{
	struct burst burst = { .begin = now_ns() };

	do {
		spin();
		burst.end = now_ns();
	} while (burst.end < burst.begin + ns);
	if (nr_bursts < BURSTS_MAX)
		bursts[nr_bursts++] = burst;
}

static int tell(const char *path)
{
	FILE *file = fopen(path, "w");
	unsigned int i;

	for (i = 0; file && i < nr_bursts; i++)
		fprintf(file, "%" PRIu64 " %" PRIu64 "\n", bursts[i].begin, bursts[i].end);
	if (!file || fclose(file)) {
		perror(path);
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct sched_param param;
	struct timespec rest;
	uint64_t end, busy, rest_ns;
	cpu_set_t cpus;

	if (argc != 6 && argc != 7) {
		fprintf(stderr, "Usage: hog CPU PRIORITY BUSY_MS REST_MS SECONDS [FILE]\n");
		return 129;
	}
	CPU_ZERO(&cpus);
	CPU_SET(atoi(argv[1]), &cpus);
	param.sched_priority = atoi(argv[2]);
	busy = strtod(argv[3], NULL) * RTLAT_NSEC_PER_MSEC;
	rest_ns = strtod(argv[4], NULL) * RTLAT_NSEC_PER_MSEC;
	rest.tv_sec = rest_ns / RTLAT_NSEC_PER_SEC;
	rest.tv_nsec = rest_ns % RTLAT_NSEC_PER_SEC;
	/* The priority first: without it another hog would keep this one from the CPU for good. */
	if (sched_setscheduler(0, SCHED_FIFO, &param) ||
	    sched_setaffinity(0, sizeof(cpus), &cpus)) {
		perror("hog");
		return 1;
	}
	end = now_ns() + strtoull(argv[5], NULL, 10) * RTLAT_NSEC_PER_SEC;
	while (now_ns() < end) {
		be_busy(busy);
		nanosleep(&rest, NULL);
	}
	return argc == 7 ? tell(argv[6]) : 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * floor PERIOD_US SECONDS: the least that any program needs to wake up once per period, for others
 * to be compared with: clock_nanosleep() at FIFO 95, and nothing else.
 */
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "rtlat.h"

static void add_ns(struct timespec *time, uint64_t ns)
{
	ns += time->tv_nsec;
	time->tv_sec += ns / RTLAT_NSEC_PER_SEC;
	time->tv_nsec = ns % RTLAT_NSEC_PER_SEC;
}

int main(int argc, char **argv)
{
	const struct sched_param priority = { .sched_priority = 95 };
	uint64_t period, seconds, left;
	struct timespec next;

	if (argc != 3 || rtlat_parse_u64(argv[1], 10, 1000000, &period) ||
	    rtlat_parse_u64(argv[2], 1, 86400, &seconds)) {
		fprintf(stderr, "Usage: floor PERIOD_US SECONDS\n");
		return 129;
	}
	if (mlockall(MCL_CURRENT | MCL_FUTURE) || sched_setscheduler(0, SCHED_FIFO, &priority)) {
		fprintf(stderr, "floor: %s\n", strerror(errno));
		return 1;
	}
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (left = seconds * RTLAT_NSEC_PER_SEC / (period * RTLAT_NSEC_PER_USEC); left; left--) {
		add_ns(&next, period * RTLAT_NSEC_PER_USEC);
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
	}
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * sweep FILE INTERVAL_US STEP_NS COUNT [PHASE_US]: writes to FILE, COUNT times, each time
 * INTERVAL_US and STEP_NS after the time before, so that the writes pass through every phase of
 * whatever has a period that INTERVAL_US is a multiple of. With a PHASE_US the first is that long
 * after a multiple of INTERVAL_US since boot.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rtlat.h"

static int sleep_until(uint64_t ns)
{
	const struct timespec when = { ns / RTLAT_NSEC_PER_SEC, ns % RTLAT_NSEC_PER_SEC };

	return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

static int sweep(const char *file, uint64_t next, uint64_t interval_ns, uint64_t count)
{
	uint64_t i;
	int fd, err = 0;

	fd = open(file, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	for (i = 0; i < count && !err; i++) {
		err = sleep_until(next);
		if (!err && write(fd, "1", 1) < 0)
			err = errno;
		next += interval_ns;
	}
	close(fd);
	return err;
}

int main(int argc, char **argv)
{
	uint64_t interval_us, step_ns, count, phase_us = 0, interval, first = now_ns();
	int err;

	if (argc < 5 || argc > 6 || rtlat_parse_u64(argv[2], 1, 1000000, &interval_us) ||
	    rtlat_parse_u64(argv[3], 0, 1000000, &step_ns) ||
	    rtlat_parse_u64(argv[4], 1, 1000000, &count) ||
	    (argc > 5 && rtlat_parse_u64(argv[5], 0, interval_us, &phase_us))) {
		fprintf(stderr, "Usage: sweep FILE INTERVAL_US STEP_NS COUNT [PHASE_US]\n");
		return 129;
	}
	interval = interval_us * RTLAT_NSEC_PER_USEC;
	if (argc > 5)
		first = (first / interval + 1) * interval + phase_us * RTLAT_NSEC_PER_USEC;
	else
		first += interval + step_ns;
	err = sweep(argv[1], first, interval + step_ns, count);
	if (err)
		fprintf(stderr, "sweep: %s: %s\n", argv[1], strerror(err));
	return err != 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * sweep FILE INTERVAL_US STEP_NS COUNT: writes to FILE, COUNT times, each time INTERVAL_US and
 * STEP_NS after the time before, so that the writes pass through every phase of whatever has a
 * period that INTERVAL_US is a multiple of.
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

static int sweep(const char *file, uint64_t interval_ns, uint64_t count)
{
	struct timespec start;
	uint64_t next, i;
	int fd, err = 0;

	fd = open(file, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	clock_gettime(CLOCK_MONOTONIC, &start);
	next = start.tv_sec * RTLAT_NSEC_PER_SEC + start.tv_nsec;
	for (i = 0; i < count && !err; i++) {
		next += interval_ns;
		err = sleep_until(next);
		if (!err && write(fd, "1", 1) < 0)
			err = errno;
	}
	close(fd);
	return err;
}

int main(int argc, char **argv)
{
	uint64_t interval_us, step_ns, count;
	int err;

	if (argc != 5 || rtlat_parse_u64(argv[2], 1, 1000000, &interval_us) ||
	    rtlat_parse_u64(argv[3], 0, 1000000, &step_ns) ||
	    rtlat_parse_u64(argv[4], 1, 1000000, &count)) {
		fprintf(stderr, "Usage: sweep FILE INTERVAL_US STEP_NS COUNT\n");
		return 129;
	}
	err = sweep(argv[1], interval_us * RTLAT_NSEC_PER_USEC + step_ns, count);
	if (err)
		fprintf(stderr, "sweep: %s: %s\n", argv[1], strerror(err));
	return err != 0;
}

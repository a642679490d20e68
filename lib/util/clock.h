/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The clock of samples, CLOCK_MONOTONIC, and sleeps by it. */
#ifndef LIB_UTIL_CLOCK_H
#define LIB_UTIL_CLOCK_H

#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "rtlat.h"

static inline uint64_t run_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

/*
 * Sleeps until a time, without being a cancellation point: the C library's clock_nanosleep() takes
 * 59 instructions, this one 11. Where the kernel's timespec may differ from the C library's, the
 * library is called all the same.
 */
static inline int run_sleep_once(const struct timespec *until)
{
#if __SIZEOF_LONG__ == 8
	return syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, until, NULL) ? errno
											 : 0;
#else
	return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, until, NULL);
#endif
}

static inline void run_sleep_until(uint64_t when)
{
	const struct timespec until = {
		.tv_sec = when / RTLAT_NSEC_PER_SEC,
		.tv_nsec = when % RTLAT_NSEC_PER_SEC,
	};

	while (run_sleep_once(&until) == EINTR)
		;
}

/*
 * Sleeps to the next full tenth of a second. The phase of a timer to the kernel's tick affects what
 * is measured: with this start it is nearly the same in every run.
 */
void run_await_phase(void);

#endif /* LIB_UTIL_CLOCK_H */

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
 * Not a cancellation point: the C library's clock_nanosleep() takes 59 instructions, this 11. Where
 * the kernel's timespec may be another than the C library's it is called all the same.
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
 * Sleep to the next full tenth of a second. A timer's phase to the kernel's tick has a say in what
 * is measured: started like this it is the same, or nearly so, in every run.
 */
void run_await_phase(void);

#endif /* LIB_UTIL_CLOCK_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Keeps the series of a run that goes on. */
#ifndef RTLAT_MEASURE_OVER_TIME_H
#define RTLAT_MEASURE_OVER_TIME_H

#include "rtlat.h"

struct over_time {
	struct rtlat_series *series; /* NULL: there is none, for want of memory */
	uint64_t from;               /* measured time up to which results were taken */
	uint64_t due;                /* and at which the next one is */
};

/* Begins a series for so many CPUs. A run without memory for it goes on without. */
void over_time_open(struct over_time *over_time, unsigned int nr_cpus);
/* Returns the time until an interval ends, ns; UINT64_MAX: there is no series. */
uint64_t over_time_wait(const struct over_time *over_time, uint64_t elapsed);
/*
 * Takes what the run has measured since the last time, if an interval has ended, and begins anew
 * after a reset: to be called more often than each second. A CPU that is too busy to tell has its
 * samples in the next interval.
 */
void over_time_update(struct over_time *over_time, struct rtlat_run *run);
/* Takes the rest from a result, and gives the result the series. */
void over_time_end(struct over_time *over_time, struct rtlat_result *result);
void over_time_close(struct over_time *over_time);

#endif /* RTLAT_MEASURE_OVER_TIME_H */

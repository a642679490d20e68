/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef RTLAT_CLOCK_LOOP_H
#define RTLAT_CLOCK_LOOP_H

#include "run.h"

struct clock_loop {
	struct rtlat_run *run;
	struct run_cpu *cpu;
	uint64_t first; /* expiry */
};

/*
 * Measure on the caller's CPU until the run stops, or reaches a limit there. False: the caller found
 * itself on another CPU before that.
 */
bool clock_measure(const struct clock_loop *loop);

#endif /* RTLAT_CLOCK_LOOP_H */

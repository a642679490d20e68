/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Idle states of CPUs, and power management for the time of a run. */
#ifndef LIB_MACHINE_POWER_H
#define LIB_MACHINE_POWER_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/change/journal.h"
#include "rtlat.h"

/* An idle state of a CPU. */
struct idle_state {
	char name[32];
	uint64_t latency_us; /* to leave it */
	bool polling;        /* the CPU does not sleep in it */
	bool disabled;
};

/* Returns how many idle states the CPU has, counted from 0, the shallowest. */
unsigned int idle_count(int cpu);
/* Reads one of them. -ENODATA: the machine does not say. */
int idle_read(int cpu, unsigned int index, struct idle_state *state);

/*
 * Ask for a wake-up latency of at most `us` from every CPU's idle states. Returns a file
 * descriptor: the kernel forgets the wish when it is closed.
 */
int rtlat_power_dma_latency(int32_t us);

/*
 * Disable the idle states deeper than `deepest` (RTLAT_IDLE_NONE: all) on `cpus`, each noted in
 * the journal before. -EOPNOTSUPP: the machine has no idle states to disable.
 */
int rtlat_power_limit_idle(struct rtlat_journal *journal, const struct rtlat_cpuset *cpus,
			   int deepest);

#endif /* LIB_MACHINE_POWER_H */

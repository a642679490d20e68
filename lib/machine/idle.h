/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The idle states of a CPU, counted from 0, the shallowest. */
#ifndef LIB_MACHINE_IDLE_H
#define LIB_MACHINE_IDLE_H

#include <stdbool.h>
#include <stdint.h>

struct idle_state {
	char name[32];
	uint64_t latency_us; /* to leave it */
	bool polling;        /* the CPU does not sleep in it */
	bool disabled;
};

unsigned int idle_count(int cpu);
/* -ENODATA: the machine does not say. */
int idle_read(int cpu, unsigned int index, struct idle_state *state);

#endif /* LIB_MACHINE_IDLE_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The loop of a thread that never sleeps, and looks for noise. */
#ifndef LIB_WORKLOAD_SPIN_LOOP_H
#define LIB_WORKLOAD_SPIN_LOOP_H

#include "lib/workload/user_threads.h"

/* How a source watches who interrupts the thread. All functions are called by that thread. */
struct spin_watch {
	void *data;
	/* A counter that changes with each interruption. */
	const uint32_t *events;
	/* The thread spins from now on, and no more. */
	void (*begin)(void *data);
	void (*end)(void *data);
	/*
	 * Takes the interruptions since the last call that ended by `until`: adds their sources to
	 * the recorder (NULL: they don't count), and their number to `seen`. A noise (or NULL) that
	 * has its length and its beginning gets its interference; `hardware` is all of it if
	 * nothing interfered. Returns the counter up to which interruptions have been taken.
	 */
	uint32_t (*take)(void *data, uint64_t until, struct rtlat_recorder *recorder,
			 struct rtlat_sample *noise, struct noise_seen *seen);
};

/* Tells whether the loop can do what is asked for, as rtlat_source_probe() does. */
int spin_loop_probe(const struct rtlat_config *config, char *why, size_t size);
/* Measures one CPU, as user_threads_measure() describes. `watch` may be NULL. */
bool spin_loop_run(const struct user_loop *loop, const struct spin_watch *watch);

#endif /* LIB_WORKLOAD_SPIN_LOOP_H */

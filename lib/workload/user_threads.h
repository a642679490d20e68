/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sources that measure with threads of this process. */
#ifndef LIB_WORKLOAD_USER_THREADS_H
#define LIB_WORKLOAD_USER_THREADS_H

#include "lib/session/session.h"

struct user_loop {
	struct session *run;
	struct run_cpu *cpu;
	void *data;     /* of the source */
	uint64_t first; /* expiry, or beginning of a period */
};

/*
 * Measure on the caller's CPU until the run stops, or reaches a limit there. False: the caller
 * found itself on another CPU before that.
 */
typedef bool (*user_threads_measure)(const struct user_loop *loop);

/* Starts a thread on each CPU. `data` is the source's own, and is not freed. */
int user_threads_start(struct session *run, user_threads_measure measure, void *data);
/* Returns the source's data; NULL: the threads were not started, or have been stopped. */
void *user_threads_data(const struct session *run);
/* Members of struct rtlat_source. */
void user_threads_end(struct session *run);
void user_threads_stop(struct session *run);

#endif /* LIB_WORKLOAD_USER_THREADS_H */

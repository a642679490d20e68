/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Threads that a source starts, and their end by an eventfd. */
#ifndef LIB_UTIL_THREAD_H
#define LIB_UTIL_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/*
 * Starts a thread that gets no signals, which are the business of the program's own threads.
 * Returns 0 or -errno of pthread_create().
 */
int run_start_thread(pthread_t *thread, void *(*main)(void *data), void *data);

/*
 * A source's threads wait for `stop_fd`, an eventfd, with a timeout: if they cannot be woken,
 * run->stopping ends them. They are joined in any case, since the memory that they use is freed
 * next.
 */
void run_wake_threads(int stop_fd);
void run_join(pthread_t thread, int stop_fd);

/* The one thread of a source that reads. */
struct run_reader {
	pthread_t thread;
	bool running;
	int stop_fd; /* eventfd */
};

/* Gets the eventfd; run_reader_close() gives it back. Returns 0 or -errno. */
int run_reader_open(struct run_reader *reader);
int run_reader_start(struct run_reader *reader, void *(*main)(void *data), void *data);
/* Ends the thread. False: it does not run. */
bool run_reader_join(struct run_reader *reader);
void run_reader_close(struct run_reader *reader);

#endif /* LIB_UTIL_THREAD_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The end of threads that wait for an eventfd. */
#ifndef LIB_UTIL_THREAD_H
#define LIB_UTIL_THREAD_H

#include <pthread.h>

/*
 * A source's threads wait for `stop_fd`, an eventfd, but not for ever: run->stopping ends them all
 * the same where they can't be woken. What they use is freed soon, so they are joined whatever
 * happens.
 */
void run_wake_threads(int stop_fd);
void run_join(pthread_t thread, int stop_fd);

#endif /* LIB_UTIL_THREAD_H */

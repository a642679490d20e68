/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The measuring loop of the source "clock". */
#ifndef LIB_SOURCE_THREAD_CLOCK_LOOP_H
#define LIB_SOURCE_THREAD_CLOCK_LOOP_H

#include "lib/source/thread/user_threads.h"

/* Measures one CPU, as user_threads_measure() describes. */
bool clock_measure(const struct user_loop *loop);

#endif /* LIB_SOURCE_THREAD_CLOCK_LOOP_H */

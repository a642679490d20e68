/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The stacks of a sleep profile with names of functions: the kernel's, and those of programs that
 * still run.
 */
#ifndef LIB_SLEEP_NAMES_H
#define LIB_SLEEP_NAMES_H

#include "rtlat.h"
#include "lib/sleep/profile.h"

struct sleep_names;

/* For the first `nr` tasks. NULL: no memory. */
struct sleep_names *sleep_names_create(const struct sleep_profile *profile, unsigned int nr);
void sleep_names_free(struct sleep_names *names);

/*
 * Fill in the stacks of a task's worst sleep, innermost frame first, and return the number of
 * frames. A program's functions have names only while the program runs, and only if the task still
 * executes the same program.
 */
unsigned int sleep_names_kernel(struct sleep_names *names, const struct latency_sleep_task *task,
				struct rtlat_frame *frames);
unsigned int sleep_names_user(struct sleep_names *names, const struct latency_sleep_task *task,
			      struct rtlat_frame *frames);

#endif /* LIB_SLEEP_NAMES_H */

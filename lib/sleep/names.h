/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The stacks of a sleep profile with names: the kernel's, and those of programs that still run. */
#ifndef LIB_SLEEP_NAMES_H
#define LIB_SLEEP_NAMES_H

#include "rtlat.h"
#include "lib/sleep/profile.h"

struct sleep_names;

/* For the first `nr` tasks. NULL: no memory. */
struct sleep_names *sleep_names_create(const struct sleep_profile *profile, unsigned int nr);
void sleep_names_free(struct sleep_names *names);

/*
 * The stacks of a task's worst sleep, innermost first: how many frames. Those of a program have
 * names only while it runs, and only those of the program that the task is executing.
 */
unsigned int sleep_names_kernel(struct sleep_names *names, const struct latency_sleep_task *task,
				struct rtlat_frame *frames);
unsigned int sleep_names_user(struct sleep_names *names, const struct latency_sleep_task *task,
			      struct rtlat_frame *frames);

#endif /* LIB_SLEEP_NAMES_H */

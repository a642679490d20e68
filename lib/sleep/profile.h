/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernel's sleep profile of each task: see uapi/linux/latency_tracker_sleep.h. */
#ifndef LIB_SLEEP_PROFILE_H
#define LIB_SLEEP_PROFILE_H

#include <stddef.h>
#include <stdint.h>
#include <uapi/linux/latency_tracker_sleep.h>

enum sleep_sort { SLEEP_SORT_TOTAL, SLEEP_SORT_MAX };

struct sleep_profile {
	struct latency_sleep_header header;
	unsigned int nr;
	struct latency_sleep_task *tasks;
};

/*
 * Make one of what was read. Versions of the kernel's part that know more or less are fine: what
 * is not there is 0. -EBADMSG: it is no such thing, or contradicts itself; -ENOMEM.
 */
int sleep_profile_parse(struct sleep_profile *profile, const void *data, size_t size);
/* The largest first; of those that are alike the smaller pid. */
void sleep_profile_sort(struct sleep_profile *profile, enum sleep_sort sort);
/* Keep tasks that slept, of this pid, as a thread or a process, and this name; 0 and NULL: any. */
void sleep_profile_filter(struct sleep_profile *profile, int pid, const char *comm);
void sleep_profile_free(struct sleep_profile *profile);

/* "blocked", "waiting", "preempted" */
const char *sleep_part_name(enum latency_sleep_part part);

#endif /* LIB_SLEEP_PROFILE_H */

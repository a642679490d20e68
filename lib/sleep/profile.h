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
 * Parses the text of the module's file. Other versions of the module may know more or less: missing
 * fields are 0. -EBADMSG: it is no such file, or it contradicts itself; -ENOMEM.
 */
int sleep_profile_parse(struct sleep_profile *profile, const void *data, size_t size);
/* Sorts the tasks, largest first; of equal ones the smaller pid is first. */
void sleep_profile_sort(struct sleep_profile *profile, enum sleep_sort sort);
/* Keep tasks that slept, of this pid, as a thread or a process, and this name; 0 and NULL: any. */
void sleep_profile_filter(struct sleep_profile *profile, int pid, const char *comm);
void sleep_profile_free(struct sleep_profile *profile);

/* "blocked", "waiting", "preempted" */
const char *sleep_part_name(enum latency_sleep_part part);

#endif /* LIB_SLEEP_PROFILE_H */

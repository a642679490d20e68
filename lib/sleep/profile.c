// SPDX-License-Identifier: LGPL-2.1-or-later
/* Parses the file that the kernel module writes, and sorts its tasks. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/printable.h"
#include "lib/sleep/profile.h"

/* Up to `worst_end`: without that there is nothing to show. */
#define RECORD_MIN offsetof(struct latency_sleep_task, worst_end)
#define HEADER_MIN offsetof(struct latency_sleep_header, reserved)

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static int parse_header(struct latency_sleep_header *header, const void *data, size_t size)
{
	struct latency_sleep_header raw = { 0 };

	memcpy(&raw, data, smaller(size, sizeof(raw)));
	if (size < HEADER_MIN || raw.magic != LATENCY_SLEEP_MAGIC || raw.header_size < HEADER_MIN ||
	    raw.header_size > size || raw.record_size < RECORD_MIN ||
	    (size - raw.header_size) / raw.record_size < raw.nr_records)
		return -EBADMSG;
	memset(header, 0, sizeof(*header));
	memcpy(header, data, smaller(raw.header_size, sizeof(*header)));
	return 0;
}

static int parse_task(struct latency_sleep_task *task, const void *data, size_t size)
{
	memset(task, 0, sizeof(*task));
	memcpy(task, data, smaller(size, sizeof(*task)));
	printable_name(task->comm, sizeof(task->comm));
	printable_name(task->worst_comm, sizeof(task->worst_comm));
	if (task->pid <= 0 || task->nr_kernel > LATENCY_SLEEP_FRAMES ||
	    task->nr_user > LATENCY_SLEEP_FRAMES)
		return -EBADMSG;
	return 0;
}

int sleep_profile_parse(struct sleep_profile *profile, const void *data, size_t size)
{
	const char *record;
	unsigned int i;
	int err;

	memset(profile, 0, sizeof(*profile));
	err = parse_header(&profile->header, data, size);
	if (err)
		return err;
	profile->tasks = calloc(profile->header.nr_records + 1UL, sizeof(*profile->tasks));
	if (!profile->tasks)
		return -ENOMEM;
	record = (const char *)data + profile->header.header_size;
	for (i = 0; i < profile->header.nr_records && !err; i++) {
		err = parse_task(&profile->tasks[i], record, profile->header.record_size);
		record += profile->header.record_size;
	}
	profile->nr = profile->header.nr_records;
	if (err)
		sleep_profile_free(profile);
	return err;
}

static int descending(uint64_t a, uint64_t b)
{
	return a == b ? 0 : a < b ? 1 : -1;
}

static int by_pid(const struct latency_sleep_task *a, const struct latency_sleep_task *b)
{
	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	return -descending(a->start, b->start);
}

static int by_total(const void *one, const void *other)
{
	const struct latency_sleep_task *a = one, *b = other;
	int order = descending(a->sleep.total, b->sleep.total);

	return order ? order : by_pid(a, b);
}

static int by_max(const void *one, const void *other)
{
	const struct latency_sleep_task *a = one, *b = other;
	int order = descending(a->sleep.max, b->sleep.max);

	return order ? order : by_pid(a, b);
}

void sleep_profile_sort(struct sleep_profile *profile, enum sleep_sort sort)
{
	qsort(profile->tasks, profile->nr, sizeof(*profile->tasks),
	      sort == SLEEP_SORT_MAX ? by_max : by_total);
}

void sleep_profile_filter(struct sleep_profile *profile, int pid, const char *comm)
{
	char wanted[LATENCY_SLEEP_COMM + 1] = "";
	unsigned int i, kept = 0;

	if (comm)
		printable_copy(wanted, sizeof(wanted), comm);
	for (i = 0; i < profile->nr; i++) {
		const struct latency_sleep_task *task = &profile->tasks[i];

		if (!task->sleep.count || (pid && task->pid != pid && task->tgid != pid) ||
		    (comm && strcmp(task->comm, wanted)))
			continue;
		profile->tasks[kept++] = *task;
	}
	profile->nr = kept;
}

void sleep_profile_free(struct sleep_profile *profile)
{
	free(profile->tasks);
	profile->tasks = NULL;
	profile->nr = 0;
}

const char *sleep_part_name(enum latency_sleep_part part)
{
	static const char *const names[] = {
		[LATENCY_SLEEP_BLOCKED] = "blocked",
		[LATENCY_SLEEP_WAITING] = "waiting",
		[LATENCY_SLEEP_PREEMPTED] = "preempted",
	};

	return names[part];
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Finds names for the stacks of a sleep profile. The functions of a program are looked up only
 * while the profiled process still runs, which its start time tells.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/symbols/elf.h"
#include "lib/util/file.h"
#include "lib/util/namespaces.h"
#include "lib/sleep/names.h"
#include "lib/symbols/kernel.h"
#include "lib/symbols/user.h"

#define STARTTIME_FIELD 22

struct sleep_names {
	struct rtlat_frame *kernel; /* each address once, ascending */
	unsigned int nr_kernel;
	/* The process that was looked at last: its threads come one after the other at best. */
	int tgid;
	struct user_maps maps;
};

static int by_address(const void *one, const void *other)
{
	const struct rtlat_frame *a = one, *b = other;

	return a->address == b->address ? 0 : a->address < b->address ? -1 : 1;
}

static void names_collect(struct sleep_names *names, const struct sleep_profile *profile,
			  unsigned int nr)
{
	unsigned int i, j, kept = 0;

	for (i = 0; i < nr; i++) {
		const struct latency_sleep_task *task = &profile->tasks[i];

		for (j = 0; j < task->nr_kernel; j++)
			names->kernel[names->nr_kernel++].address = task->kernel_stack[j];
	}
	qsort(names->kernel, names->nr_kernel, sizeof(*names->kernel), by_address);
	for (i = 0; i < names->nr_kernel; i++) {
		if (!kept || names->kernel[i].address != names->kernel[kept - 1].address)
			names->kernel[kept++].address = names->kernel[i].address;
	}
	names->nr_kernel = kept;
}

struct sleep_names *sleep_names_create(const struct sleep_profile *profile, unsigned int nr)
{
	struct sleep_names *names = calloc(1, sizeof(*names));
	unsigned int i, frames = 0;

	if (!names)
		return NULL;
	for (i = 0; i < nr; i++)
		frames += profile->tasks[i].nr_kernel;
	names->kernel = calloc(frames + 1UL, sizeof(*names->kernel));
	if (!names->kernel) {
		free(names);
		return NULL;
	}
	names_collect(names, profile, nr);
	symbols_resolve(names->kernel, names->nr_kernel);
	return names;
}

void sleep_names_free(struct sleep_names *names)
{
	user_maps_free(&names->maps);
	elf_files_close();
	free(names->kernel);
	free(names);
}

unsigned int sleep_names_kernel(struct sleep_names *names, const struct latency_sleep_task *task,
				struct rtlat_frame *frames)
{
	const struct rtlat_frame *found;
	unsigned int i;

	for (i = 0; i < task->nr_kernel; i++) {
		frames[i] = (struct rtlat_frame){ .address = task->kernel_stack[i] };
		found = bsearch(&frames[i], names->kernel, names->nr_kernel, sizeof(*found),
				by_address);
		if (found)
			frames[i] = *found;
	}
	return task->nr_kernel;
}

/* When the process that has this pid now began: the kernel's clock ticks. 0: there is none. */
static uint64_t starttime(int pid)
{
	char path[64], *text = NULL, *field;
	uint64_t time = 0;
	unsigned int i;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	if (file_read(path, &text))
		return 0;
	/* The name is in parentheses, and may have any of its own: it is the second field. */
	field = strrchr(text, ')');
	for (i = 2; field && i < STARTTIME_FIELD; i++)
		field = strchr(field + 1, ' ');
	if (field)
		time = strtoull(field, NULL, 10);
	free(text);
	return time;
}

static bool still_runs(const struct latency_sleep_task *task)
{
	uint64_t tick = RTLAT_NSEC_PER_SEC / sysconf(_SC_CLK_TCK);

	return has_kernel_pids() &&
	       !(task->flags & (LATENCY_SLEEP_EXITED | LATENCY_SLEEP_OTHER_PROGRAM)) &&
	       starttime(task->pid) == task->start / tick;
}

static const struct user_maps *maps_of(struct sleep_names *names,
				       const struct latency_sleep_task *task)
{
	char path[64], root[32];

	if (!still_runs(task))
		return NULL;
	if (names->tgid == task->tgid)
		return &names->maps;
	user_maps_free(&names->maps);
	names->tgid = task->tgid;
	snprintf(path, sizeof(path), "/proc/%d/maps", task->tgid);
	snprintf(root, sizeof(root), "/proc/%d/root", task->tgid);
	user_maps_read(&names->maps, path, root);
	/* The pid may be another's since. */
	if (still_runs(task))
		return &names->maps;
	user_maps_free(&names->maps);
	names->tgid = 0;
	return NULL;
}

unsigned int sleep_names_user(struct sleep_names *names, const struct latency_sleep_task *task,
			      struct rtlat_frame *frames)
{
	const struct user_maps *maps = task->nr_user ? maps_of(names, task) : NULL;
	unsigned int i;

	for (i = 0; i < task->nr_user; i++) {
		frames[i] = (struct rtlat_frame){ .address = task->user_stack[i] };
		if (maps)
			user_symbol_resolve(maps, &frames[i], i > 0);
	}
	return task->nr_user;
}

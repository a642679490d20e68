// SPDX-License-Identifier: LGPL-2.1-or-later
/* Tells who runs on a CPU from the states of all threads. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/file.h"
#include "lib/run/tasks.h"

/*
 * Words of a thread's stat file, counted from behind its name: the state, the priority (a lower
 * number is a higher priority), and the CPU on which it ran last.
 */
#define WORD_STATE 0
#define WORD_PRIORITY 15
#define WORD_CPU 36

/*
 * The runnable threads of the CPU: the number of those with the highest priority, and one of them.
 */
struct search {
	struct rtlat_task *task;
	unsigned int nr_found;
	int priority;
};

static const char *find_word(const char *at, int word)
{
	for (; word >= 0 && at; word--)
		at = strchr(at + 1, ' ');
	return at ? at + 1 : NULL;
}

static void look_at(struct search *search, const char *stat)
{
	struct rtlat_task *task = search->task;
	const char *name = strchr(stat, '('), *end = strrchr(stat, ')');
	const char *cpu, *priority;

	if (!name || !end || end[1] != ' ' || end[2 + WORD_STATE] != 'R')
		return;
	priority = find_word(end, WORD_PRIORITY);
	cpu = find_word(end, WORD_CPU);
	if (!priority || !cpu || atoi(cpu) != task->cpu)
		return;
	if (search->nr_found && atoi(priority) > search->priority)
		return;
	if (search->nr_found && atoi(priority) == search->priority) {
		search->nr_found++;
		return;
	}
	search->nr_found = 1;
	search->priority = atoi(priority);
	task->pid = atoi(stat);
	snprintf(task->name, sizeof(task->name), "%.*s", (int)(end - name - 1), name + 1);
}

static void look_at_threads(struct search *search, const char *process)
{
	struct dirent *entry;
	char path[64], *text;
	DIR *threads;

	snprintf(path, sizeof(path), "/proc/%.16s/task", process);
	threads = opendir(path);
	while (threads && (entry = readdir(threads))) {
		if (!isdigit(entry->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%.16s/task/%.16s/stat", process, entry->d_name);
		if (file_read(path, &text))
			continue;
		look_at(search, text);
		free(text);
	}
	if (threads)
		closedir(threads);
}

int running_from_proc(struct rtlat_task *task)
{
	struct search search = { .task = task };
	struct dirent *entry;
	DIR *proc = opendir("/proc");

	if (!proc)
		return -errno;
	while ((entry = readdir(proc))) {
		if (isdigit(entry->d_name[0]))
			look_at_threads(&search, entry->d_name);
	}
	closedir(proc);
	if (search.nr_found > 1) {
		task->pid = RTLAT_TASK_UNKNOWN;
		task->name[0] = '\0';
		return -ENODATA;
	}
	if (search.nr_found == 0) {
		task->pid = 0;
		snprintf(task->name, sizeof(task->name), "swapper/%d", task->cpu);
	}
	return 0;
}

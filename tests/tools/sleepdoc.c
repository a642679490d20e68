// SPDX-License-Identifier: GPL-2.0-only
/*
 * sleepdoc text|json|csv [empty]: what rtlat sleep writes of a profile with all that there can be
 * in one, or of one without tasks, as the kernel would have given it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/sleep/report.h"

#define NR 5

struct image {
	struct latency_sleep_header header;
	struct latency_sleep_task task[NR];
};

static void add(struct latency_sleep_task *task, enum latency_sleep_part part, uint64_t time)
{
	struct latency_sleep_sum *sums[] = { &task->sleep, &task->part[part] };
	unsigned int i;

	for (i = 0; i < 2; i++) {
		sums[i]->total += time;
		sums[i]->count++;
		if (time > sums[i]->max)
			sums[i]->max = time;
	}
	if (task->sleep.max != time)
		return;
	memset(task->worst_part, 0, sizeof(task->worst_part));
	task->worst_part[part] = time;
	task->worst_end = 4000000000;
	memcpy(task->worst_comm, task->comm, sizeof(task->comm));
}

static void name(struct latency_sleep_task *task, int pid, const char *comm)
{
	task->pid = pid;
	task->tgid = pid;
	task->start = 1000000000 + (uint64_t)pid;
	memcpy(task->comm, comm, strlen(comm));
}

static void fill_tasks(struct latency_sleep_task *task)
{
	unsigned int i;

	name(&task[0], 2000000001, "all \"of\" it\\\n");
	task[0].tgid = 2000000000;
	for (i = 0; i < LATENCY_SLEEP_PARTS; i++)
		add(&task[0], i, 1000 + i);
	task[0].nr_kernel = task[0].nr_user = LATENCY_SLEEP_FRAMES;
	for (i = 0; i < LATENCY_SLEEP_FRAMES; i++) {
		task[0].kernel_stack[i] = UINT64_MAX - i;
		task[0].user_stack[i] = i;
	}
	task[0].off = 4500000000;

	name(&task[1], 2000000002, "\xff\xfe no UTF-8");
	add(&task[1], LATENCY_SLEEP_PREEMPTED, 3000000000);
	task[1].flags = LATENCY_SLEEP_EXITED | LATENCY_SLEEP_OTHER_PROGRAM;
	task[1].nr_user = 1;

	name(&task[2], 2000000003, "kworker/0:1");
	add(&task[2], LATENCY_SLEEP_WAITING, 1);
	task[2].flags = LATENCY_SLEEP_KTHREAD;
	task[2].nr_kernel = 1;
	task[2].kernel_stack[0] = 0xffffffff81000000;

	/* A task without a name that left its CPU after the clock was read. */
	name(&task[3], 2000000004, "");
	add(&task[3], LATENCY_SLEEP_BLOCKED, 0x7fffffffffffffff);
	task[3].off = 5000000001;

	/* A task that has not slept since the count began anew is no part of a profile. */
	name(&task[4], 2000000005, "awake");
}

static int write_report(FILE *file, const char *format, struct sleep_report *report)
{
	if (!strcmp(format, "json"))
		return sleep_write_json(file, report);
	if (!strcmp(format, "csv"))
		return sleep_write_csv(file, report);
	if (!strcmp(format, "text"))
		return sleep_write_text(file, report);
	return -EINVAL;
}

int main(int argc, char **argv)
{
	struct image image = { .header = {
				       .magic = LATENCY_SLEEP_MAGIC,
				       .header_size = sizeof(image.header),
				       .record_size = sizeof(image.task[0]),
				       .nr_records = argc > 2 ? 0 : NR,
				       .time = 5000000000,
				       .since = 3000000000,
				       .dropped = argc > 2 ? 0 : 7,
				       .min = 250000,
				       .capacity = 16,
				       .flags = argc > 2 ? 0 : LATENCY_SLEEP_EXCLUDE_VOLUNTARY,
				       .stacks = LATENCY_SLEEP_STACK_USER |
						 LATENCY_SLEEP_STACK_KERNEL,
			       } };
	struct sleep_report report = { .nr_text = NR };
	int status;

	if (argc < 2)
		return 129;
	fill_tasks(image.task);
	if (sleep_profile_parse(&report.profile, &image,
				sizeof(image.header) +
					image.header.nr_records * sizeof(image.task[0]))) {
		fputs("no profile\n", stderr);
		return 1;
	}
	sleep_profile_filter(&report.profile, 0, NULL);
	sleep_profile_sort(&report.profile, report.sort);
	report.names = sleep_names_create(&report.profile, report.profile.nr);
	if (!report.names) {
		fputs("no names\n", stderr);
		return 1;
	}
	status = write_report(stdout, argv[1], &report);
	if (status)
		fprintf(stderr, "%s\n", strerror(-status));
	sleep_names_free(report.names);
	sleep_profile_free(&report.profile);
	return status || fflush(stdout) ? 1 : 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/* The report of rtlat sleep as text. */
#include <inttypes.h>

#include "rtlat/sleep/report.h"

#define MS(ns) ((double)(ns) / RTLAT_NSEC_PER_MSEC)

const char *sleep_stacks_name(unsigned int stacks)
{
	static const char *const names[] = { "none", "kernel", "user", "both" };

	return names[stacks % 4];
}

const char *sleep_sort_name(enum sleep_sort sort)
{
	return sort == SLEEP_SORT_MAX ? "max" : "total";
}

unsigned int sleep_report_shown(const struct sleep_report *report)
{
	return report->profile.nr < report->nr_text ? report->profile.nr : report->nr_text;
}

static void sleep_text_print_head(FILE *file, const struct sleep_report *report)
{
	const struct latency_sleep_header *header = &report->profile.header;

	fprintf(file, "Sleep of tasks, counted for %.3f s",
		(double)(header->time - header->since) / RTLAT_NSEC_PER_SEC);
	if (header->min)
		fprintf(file, ", from %" PRIu64 " us on",
			(uint64_t)(header->min / RTLAT_NSEC_PER_USEC));
	if (header->flags & LATENCY_SLEEP_EXCLUDE_VOLUNTARY)
		fprintf(file, ", without voluntary sleep");
	fprintf(file, "\n%u of %u tasks, by %s. Times in ms.\n", sleep_report_shown(report),
		report->profile.nr, sleep_sort_name(report->sort));
	if (header->dropped)
		fprintf(file,
			"DROPPED: %" PRIu64
			" sleeps of tasks for which there was no room beside %u "
			"others\n",
			(uint64_t)header->dropped, header->capacity);
	fprintf(file, "\n%7s %-15s %12s %9s %12s %12s %12s %12s\n", "pid", "name", "total", "count",
		"max", "blocked", "waiting", "preempted");
}

static void print_frame(FILE *file, const char *kind, const struct rtlat_frame *frame)
{
	if (frame->symbol[0])
		fprintf(file, "%16s  %s\n", kind, frame->symbol);
	else
		fprintf(file, "%16s  0x%" PRIx64 "\n", kind, frame->address);
}

static void print_stacks(FILE *file, struct sleep_names *names,
			 const struct latency_sleep_task *task)
{
	struct rtlat_frame frames[LATENCY_SLEEP_FRAMES];
	unsigned int i, nr;

	nr = sleep_names_kernel(names, task, frames);
	for (i = 0; i < nr; i++)
		print_frame(file, i ? "" : "kernel", &frames[i]);
	nr = sleep_names_user(names, task, frames);
	for (i = 0; i < nr; i++)
		print_frame(file, i ? "" : "user", &frames[i]);
}

static void print_task(FILE *file, const struct sleep_report *report,
		       const struct latency_sleep_task *task)
{
	unsigned int i;

	fprintf(file, "%7d %-*s %12.3f %9" PRIu64 " %12.3f", task->pid, LATENCY_SLEEP_COMM - 1,
		task->comm, MS(task->sleep.total), (uint64_t)task->sleep.count,
		MS(task->sleep.max));
	for (i = 0; i < LATENCY_SLEEP_PARTS; i++)
		fprintf(file, " %12.3f", MS(task->part[i].total));
	fputs(task->flags & LATENCY_SLEEP_EXITED ? " exited\n" : "\n", file);
	print_stacks(file, report->names, task);
}

int sleep_write_text(FILE *file, const struct sleep_report *report)
{
	unsigned int i;

	sleep_text_print_head(file, report);
	for (i = 0; i < sleep_report_shown(report); i++)
		print_task(file, report, &report->profile.tasks[i]);
	return 0;
}

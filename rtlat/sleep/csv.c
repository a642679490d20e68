// SPDX-License-Identifier: GPL-2.0-only
/* Comma-separated values: one line per task, without stacks. */
#include <inttypes.h>
#include <string.h>

#include "rtlat/sleep/report.h"

/*
 * True if spreadsheets take the name for a formula, ASCII or of full width. A leading apostrophe
 * makes it text, and is doubled where the name has one itself, so that a reader can tell.
 */
static bool is_formula(const char *name)
{
	static const char *const first[] = {
		"=",
		"+",
		"-",
		"@",
		"'",
		"\xef\xbc\x9d",
		"\xef\xbc\x8b",
		"\xef\xbc\x8d",
		"\xef\xbc\xa0",
	};
	size_t i;

	for (i = 0; i < sizeof(first) / sizeof(first[0]); i++) {
		if (!strncmp(name, first[i], strlen(first[i])))
			return true;
	}
	return false;
}

/* Prints a name in quotes, with its quotes doubled, as it may have commas. */
static void sleep_csv_print_name(FILE *file, const char *name)
{
	fputs(is_formula(name) ? "\"'" : "\"", file);
	for (; *name; name++) {
		if (*name == '"')
			fputc('"', file);
		fputc(*name, file);
	}
	fputc('"', file);
}

static void print_sum(FILE *file, const struct latency_sleep_sum *sum)
{
	fprintf(file, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, (uint64_t)sum->total,
		(uint64_t)sum->count, (uint64_t)sum->max);
}

int sleep_write_csv(FILE *file, const struct sleep_report *report)
{
	unsigned int i, part;

	fputs("pid,tgid,start_ns,name,state,total_ns,count,max_ns", file);
	for (part = 0; part < LATENCY_SLEEP_PARTS; part++) {
		const char *name = sleep_part_name(part);

		fprintf(file, ",%s_total_ns,%s_count,%s_max_ns", name, name, name);
	}
	fputc('\n', file);
	for (i = 0; i < report->profile.nr; i++) {
		const struct latency_sleep_task *task = &report->profile.tasks[i];

		fprintf(file, "%d,%d,%" PRIu64 ",", task->pid, task->tgid, (uint64_t)task->start);
		sleep_csv_print_name(file, task->comm);
		fputs(task->flags & LATENCY_SLEEP_EXITED ? ",exited" : ",alive", file);
		print_sum(file, &task->sleep);
		for (part = 0; part < LATENCY_SLEEP_PARTS; part++)
			print_sum(file, &task->part[part]);
		fputc('\n', file);
	}
	return 0;
}

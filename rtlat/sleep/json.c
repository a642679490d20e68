// SPDX-License-Identifier: GPL-2.0-only
/* Sleep profiles in JSON, as Documentation/rtlat-sleep.schema.json describes it. */
#include <inttypes.h>
#include <jansson.h>

#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"
#include "rtlat/sleep/report.h"

static json_t *number(uint64_t value)
{
	return json_integer((json_int_t)value);
}

/* NULL, for lack of memory, makes json_pack() return NULL too. */
static json_t *frames_array(const struct rtlat_frame *frames, unsigned int nr)
{
	json_t *array = json_array();
	char address[24];
	unsigned int i;

	for (i = 0; i < nr; i++) {
		snprintf(address, sizeof(address), "0x%" PRIx64, frames[i].address);
		if (json_array_append_new(array,
					  json_pack("{s:s, s:o}", "address", address, "symbol",
						    json_text(frames[i].symbol)))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

static json_t *sum_object(const struct latency_sleep_sum *sum)
{
	return json_pack("{s:o, s:o, s:o}", "total_ns", number(sum->total), "count",
			 number(sum->count), "max_ns", number(sum->max));
}

static json_t *worst_object(const struct sleep_report *report,
			    const struct latency_sleep_task *task)
{
	struct rtlat_frame kernel[LATENCY_SLEEP_FRAMES], user[LATENCY_SLEEP_FRAMES];
	unsigned int nr_kernel = sleep_names_kernel(report->names, task, kernel);
	unsigned int nr_user = sleep_names_user(report->names, task, user);

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "end_ns", number(task->worst_end),
			 "name", json_text(task->worst_comm), "blocked_ns",
			 number(task->worst_part[LATENCY_SLEEP_BLOCKED]), "waiting_ns",
			 number(task->worst_part[LATENCY_SLEEP_WAITING]), "preempted_ns",
			 number(task->worst_part[LATENCY_SLEEP_PREEMPTED]), "kernel_stack",
			 frames_array(kernel, nr_kernel), "user_stack",
			 frames_array(user, nr_user));
}

static json_t *task_object(const struct sleep_report *report, const struct latency_sleep_task *task)
{
	uint64_t now = report->profile.header.time;
	bool asleep = task->off && task->off <= now;

	return json_pack(
		"{s:i, s:i, s:o, s:o, s:b, s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "pid",
		(int)task->pid, "tgid", (int)task->tgid, "start_ns", number(task->start), "name",
		json_text(task->comm), "kernel_thread", !!(task->flags & LATENCY_SLEEP_KTHREAD),
		"exited", !!(task->flags & LATENCY_SLEEP_EXITED), "off_cpu_ns",
		asleep ? number(now - task->off) : json_null(), "sleep", sum_object(&task->sleep),
		"blocked", sum_object(&task->part[LATENCY_SLEEP_BLOCKED]), "waiting",
		sum_object(&task->part[LATENCY_SLEEP_WAITING]), "preempted",
		sum_object(&task->part[LATENCY_SLEEP_PREEMPTED]), "worst",
		worst_object(report, task));
}

static json_t *tasks_array(const struct sleep_report *report)
{
	json_t *array = json_array();
	unsigned int i;

	for (i = 0; i < report->profile.nr; i++) {
		if (json_array_append_new(array, task_object(report, &report->profile.tasks[i]))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

int sleep_write_json(FILE *file, const struct sleep_report *report)
{
	const struct latency_sleep_header *header = &report->profile.header;
	json_t *root;

	root = json_pack("{s:s, s:s, s:o, s:o, s:o, s:i, s:o, s:b, s:s, s:s, s:o}", "schema",
			 "rtlat-sleep/1", "version", RTLAT_VERSION, "time_ns", number(header->time),
			 "counted_ns", number(header->time - header->since), "dropped",
			 number(header->dropped), "capacity", (int)header->capacity, "min_ns",
			 number(header->min), "exclude_voluntary",
			 !!(header->flags & LATENCY_SLEEP_EXCLUDE_VOLUNTARY), "stacks",
			 sleep_stacks_name(header->stacks), "sort", sleep_sort_name(report->sort),
			 "tasks", tasks_array(report));
	return json_write(file, root, JSON_INDENT(1) | JSON_COMPACT);
}

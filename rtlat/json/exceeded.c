// SPDX-License-Identifier: GPL-2.0-only
/* The sample that ended the run in JSON, written and read back. */
#include <string.h>

#include "rtlat/json/parts.h"
#include "rtlat/json/read_memory.h"
#include "rtlat/json/result_parts.h"
#include "rtlat/json/text.h"

static json_t *tasks_json(const struct rtlat_exceeded *exceeded)
{
	json_t *list, *json;
	unsigned int i;

	if (!exceeded->tasks)
		return json_null();
	list = json_array();
	for (i = 0; i < exceeded->nr_tasks; i++) {
		const struct rtlat_task *task = &exceeded->tasks[i];
		bool known = task->pid != RTLAT_TASK_UNKNOWN;

		json = json_object();
		json_put(&json, "cpu", json_number(task->cpu));
		json_put(&json, "pid", known ? json_number(task->pid) : json_null());
		json_put(&json, "name", json_text(task->name));
		json_add(&list, json);
	}
	return list;
}

static json_t *idle_json(const struct rtlat_exceeded *exceeded)
{
	json_t *json;

	if (!exceeded->idle_latency)
		return json_null();
	json = json_object();
	json_put(&json, "cpu", json_number(exceeded->idle_cpu));
	json_put(&json, "irq_ns", json_number(exceeded->idle_latency));
	return json;
}

json_t *json_exceeded(const struct rtlat_result *result)
{
	const struct rtlat_exceeded *exceeded = result->exceeded;
	const struct rtlat_sample *sample;
	json_t *json;

	if (!exceeded)
		return json_null();
	sample = &exceeded->sample;
	json = json_object();
	json_put(&json, "context", json_string(rtlat_context_name(exceeded->context)));
	json_put(&json, "latency_ns", json_number(sample->latency[exceeded->context]));
	json_put(&json, "limit_ns", json_number(exceeded->limit));
	if (exceeded->context == RTLAT_NOISE)
		json_put(&json, "period", json_boolean(exceeded->period));
	json_put(&json, "sample", sample_json(result, sample));
	json_put(&json, "explanation", explanation_json(sample));
	json_put(&json, "stack", json_frames(exceeded->stack, exceeded->nr_stack));
	json_put(&json, "tasks", tasks_json(exceeded));
	json_put(&json, "max_from_idle", idle_json(exceeded));
	return json;
}

static void read_tasks(struct json_reader *reader, const json_t *list,
		       struct rtlat_exceeded *exceeded)
{
	unsigned int i;

	/* An empty list differs from no list, which means that none was asked for. */
	exceeded->tasks = read_memory_get(reader, json_array_size(list), sizeof(*exceeded->tasks));
	if (!exceeded->tasks)
		return;
	exceeded->nr_tasks = json_array_size(list);
	for (i = 0; i < exceeded->nr_tasks; i++) {
		struct json_place place = json_enter(reader, "tasks[%u]", i);
		const json_t *json = json_array_get(list, i);
		struct rtlat_task *task = &exceeded->tasks[i];

		task->cpu = json_read_number(reader, json, "cpu", RTLAT_MAX_CPUS - 1);
		task->pid = json_read_number_or_null(reader, json, "pid", INT32_MAX);
		if (!json_read_given(json, "pid"))
			task->pid = RTLAT_TASK_UNKNOWN;
		json_read_string(reader, json, "name", task->name, sizeof(task->name));
		json_leave(reader, &place);
	}
}

static void read_idle(struct json_reader *reader, const json_t *json,
		      struct rtlat_exceeded *exceeded)
{
	const json_t *idle;

	if (!json_read_has(json, "max_from_idle"))
		return;
	idle = json_read_object(reader, json, "max_from_idle");
	exceeded->idle_cpu = (int)json_read_number(reader, idle, "cpu", RTLAT_MAX_CPUS - 1);
	exceeded->idle_latency = json_read_number(reader, idle, "irq_ns", JSON_TIME_MAX);
}

void read_exceeded(struct json_reader *reader, const json_t *json, struct result_file *file)
{
	struct json_place place = json_enter(reader, "exceeded");
	struct rtlat_exceeded *exceeded = &file->exceeded;
	const json_t *sample, *tasks;

	memset(exceeded, 0, sizeof(*exceeded));
	exceeded->context =
		json_read_enum(reader, json, "context", rtlat_context_name, RTLAT_CONTEXTS);
	exceeded->limit = json_read_number(reader, json, "limit_ns", JSON_TIME_MAX);
	if (exceeded->context == RTLAT_NOISE)
		exceeded->period = json_read_boolean(reader, json, "period");
	sample = json_read_object(reader, json, "sample");
	exceeded->nr_stack = read_frames(reader, json, "stack", exceeded->stack);
	tasks = json_read_given(json, "tasks")
			? json_read_array(reader, json, "tasks", RTLAT_MAX_CPUS)
			: NULL;
	if (json_read_ok(reader))
		read_sample(reader, sample, file, &exceeded->sample);
	if (json_read_ok(reader) && tasks)
		read_tasks(reader, tasks, exceeded);
	read_idle(reader, json, exceeded);
	if (!(exceeded->sample.has & RTLAT_HAS(exceeded->context)))
		json_read_fail(reader, "sample", "expected one with the latency in question");
	json_leave(reader, &place);
}

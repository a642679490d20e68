// SPDX-License-Identifier: GPL-2.0-only
/* Reads a sample from JSON, and the sample that ended a run. */
#include <string.h>

#include "rtlat/json/read_memory.h"
#include "rtlat/json/result_parts.h"

/* Results of before there was such a member have none. */
static bool is_there(const json_t *json, const char *key)
{
	return json_object_get(json, key) && json_read_given(json, key);
}

static void read_sender(struct json_reader *reader, const json_t *longest,
			struct rtlat_sender *sender)
{
	const json_t *task;

	if (!is_there(longest, "sender"))
		return;
	task = json_read_object(reader, longest, "sender");
	sender->known = true;
	sender->cpu = (int)json_read_number(reader, task, "cpu", RTLAT_MAX_CPUS - 1);
	sender->pid = json_read_integer(reader, task, "pid", 0, INT32_MAX);
	json_read_string(reader, task, "name", sender->name, sizeof(sender->name));
}

/* `sender`: of an interrupt; or NULL. */
static void read_culprit(struct json_reader *reader, const json_t *json,
			 struct rtlat_culprit *culprit, struct rtlat_sender *sender)
{
	const json_t *longest;

	if (!json_read_given(json, "worst"))
		return;
	longest = json_read_object(reader, json, "worst");
	json_read_string(reader, longest, "name", culprit->name, sizeof(culprit->name));
	culprit->id = json_read_integer(reader, longest, "id", INT32_MIN, INT32_MAX);
	culprit->duration = json_read_number(reader, longest, "duration_ns", JSON_TIME_MAX);
	if (sender)
		read_sender(reader, longest, sender);
}

static void read_met(struct json_reader *reader, const json_t *json, struct rtlat_met *met)
{
	const json_t *task;

	if (!is_there(json, "met"))
		return;
	task = json_read_object(reader, json, "met");
	met->known = true;
	met->pid = json_read_number(reader, task, "pid", INT32_MAX);
	json_read_string(reader, task, "name", met->name, sizeof(met->name));
}

static void read_hrtimers(struct json_reader *reader, const json_t *json,
			  struct rtlat_hrtimers *hrtimers)
{
	const json_t *all, *longest;

	if (!json_object_get(json, "hrtimer"))
		return;
	all = json_read_object(reader, json, "hrtimer");
	hrtimers->time = json_read_number(reader, all, "time_ns", JSON_TIME_MAX);
	hrtimers->count = json_read_number(reader, all, "count", UINT32_MAX);
	if (!json_read_given(all, "worst"))
		return;
	longest = json_read_object(reader, all, "worst");
	json_read_string(reader, longest, "name", hrtimers->name, sizeof(hrtimers->name));
	json_read_integer(reader, longest, "id", INT32_MIN, INT32_MAX);
	hrtimers->longest = json_read_number(reader, longest, "duration_ns", JSON_TIME_MAX);
}

static void read_latency_parts(struct json_reader *reader, const json_t *json,
			       struct rtlat_interference *interference)
{
	read_met(reader, json, &interference->met);
	read_hrtimers(reader, json, &interference->hrtimers);
	if (is_there(json, "stolen_ns"))
		interference->stolen = json_read_number(reader, json, "stolen_ns", JSON_TIME_MAX);
}

static void read_interference(struct json_reader *reader, const json_t *json, bool noise,
			      struct rtlat_interference *interference)
{
	struct json_place place = json_enter(reader, "interference");
	unsigned int i;

	interference->late = json_read_number(reader, json, "late_ns", JSON_TIME_MAX);
	interference->handler = json_read_number(reader, json, "handler_ns", JSON_TIME_MAX);
	interference->dispatch = json_read_number(reader, json, "dispatch_ns", JSON_TIME_MAX);
	if (noise)
		interference->hardware =
			json_read_number(reader, json, "hardware_ns", JSON_TIME_MAX);
	else
		read_latency_parts(reader, json, interference);
	for (i = 0; i < RTLAT_INTERFERERS; i++) {
		const json_t *one = json_read_object(reader, json, rtlat_interferer_name(i));

		if (!one)
			break;
		interference->time[i] = json_read_number(reader, one, "time_ns", JSON_TIME_MAX);
		interference->count[i] = json_read_number(reader, one, "count", UINT32_MAX);
		if (i < RTLAT_BY_NMI)
			read_culprit(reader, one, &interference->worst[i],
				     i == RTLAT_BY_IRQ ? &interference->sender : NULL);
	}
	json_leave(reader, &place);
}

static void read_latencies(struct json_reader *reader, const json_t *json,
			   struct rtlat_sample *sample)
{
	static const char *const keys[] = { "irq_ns", "thread_ns", "return_ns" };
	unsigned int i;

	for (i = 0; i < RTLAT_LATENCIES; i++) {
		sample->latency[i] = json_read_number_or_null(reader, json, keys[i], JSON_TIME_MAX);
		if (json_read_given(json, keys[i]))
			sample->has |= RTLAT_HAS(i);
	}
}

/* Reads a sample of noise or of a delay, which has no other latency. */
static void read_alone(struct json_reader *reader, const json_t *json, enum rtlat_context context,
		       const char *key, struct rtlat_sample *sample)
{
	if (sample->has)
		json_read_fail(reader, NULL, "expected %s alone", rtlat_context_name(context));
	sample->latency[context] = json_read_number(reader, json, key, JSON_TIME_MAX);
	sample->has = RTLAT_HAS(context);
}

void read_sample(struct json_reader *reader, const json_t *json, struct result_file *file,
		 struct rtlat_sample *sample)
{
	bool noise = file->config.measure == RTLAT_MEASURE_NOISE;

	memset(sample, 0, sizeof(*sample));
	sample->cpu = json_read_number(reader, json, "cpu", RTLAT_MAX_CPUS - 1);
	sample->seq = json_read_number(reader, json, "seq", JSON_TIME_MAX);
	sample->expiry = json_read_number(reader, json, "expiry_ns", JSON_TIME_MAX);
	sample->missed = json_read_number(reader, json, "missed", JSON_TIME_MAX);
	read_latencies(reader, json, sample);
	if (noise)
		read_alone(reader, json, RTLAT_NOISE, "noise_ns", sample);
	if (file->config.measure == RTLAT_MEASURE_DELAY) {
		read_alone(reader, json, RTLAT_DELAY, "delay_ns", sample);
		read_delay(reader, json_read_object(reader, json, "delay"), &sample->delay,
			   &file->stacks);
		if (json_read_given(json, "interference"))
			json_read_fail(reader, "interference", "expected null beside a delay");
		return;
	}
	if (!json_read_given(json, "interference"))
		return;
	sample->has |= RTLAT_HAS_INTERFERENCE;
	read_interference(reader, json_read_object(reader, json, "interference"), noise,
			  &sample->interference);
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

	if (!is_there(json, "max_from_idle"))
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

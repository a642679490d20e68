// SPDX-License-Identifier: GPL-2.0-only
/* Delays in JSON, written and read back. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"
#include "rtlat/json/read_memory.h"
#include "rtlat/json/result_parts.h"

static json_t *or_null(bool known, int64_t number)
{
	return known ? json_integer(number) : json_null();
}

void json_put_track_config(json_t **json, const struct rtlat_config *config)
{
	const struct rtlat_track *track = &config->track;
	json_t *member = json_object();

	json_put(&member, "tracker", json_string(rtlat_tracker_name(track->tracker)));
	json_put(&member, "threshold_ns", json_number(track->threshold_ns));
	json_put(&member, "timeout_ns",
		 track->timeout_ns ? json_number(track->timeout_ns) : json_null());
	json_put(&member, "pid", or_null(track->pid != RTLAT_PID_ANY, track->pid));
	json_put(&member, "comm", json_text(track->comm));
	json_put(&member, "kernel_priority",
		 or_null(track->priority != RTLAT_PRIORITY_ANY, track->priority));
	json_put(json, "track", member);
}

json_t *json_delays(const struct rtlat_delays *delays)
{
	json_t *json = json_object();

	json_put(&json, "alerts", json_number(delays->alerts));
	json_put(&json, "timeouts", json_number(delays->timeouts));
	json_put(&json, "dropped", json_number(delays->dropped));
	return json;
}

static json_t *task_json(int32_t pid, int32_t priority, const char *comm)
{
	json_t *json;

	if (pid == RTLAT_PID_ANY)
		return json_null();
	json = json_object();
	json_put(&json, "pid", json_integer(pid));
	json_put(&json, "kernel_priority", or_null(priority != RTLAT_PRIORITY_ANY, priority));
	json_put(&json, "comm", json_text(comm));
	return json;
}

/* Each is a bit of enum rtlat_delay_flags, in that order. */
static const char *const flag_names[] = { "timeout",  "interrupt", "preempted", "softirq",
					  "threaded", "write",     "failed" };

#define NR_FLAGS (sizeof(flag_names) / sizeof(flag_names[0]))

static json_t *flags_json(uint32_t flags)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < NR_FLAGS; i++) {
		if (flags & 1U << i)
			json_add(&list, json_string(flag_names[i]));
	}
	return list;
}

uint32_t json_delay_flag(const char *name)
{
	unsigned int i;

	for (i = 0; i < NR_FLAGS; i++) {
		if (name && !strcmp(name, flag_names[i]))
			return 1U << i;
	}
	return 0;
}

static json_t *stack_json(const struct rtlat_result *result, unsigned int number)
{
	const struct rtlat_stack *stack;

	if (!number || number > result->nr_stacks)
		return json_null();
	stack = &result->stacks[number - 1];
	return json_frames(stack->frame, stack->nr);
}

static json_t *keys_json(const struct rtlat_delay *delay)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < RTLAT_DELAY_KEYS; i++)
		json_add(&list, json_integer((json_int_t)delay->key[i]));
	return list;
}

json_t *json_delay(const struct rtlat_result *result, const struct rtlat_delay *delay)
{
	json_t *json = json_object();

	json_put(&json, "task", task_json(delay->pid, delay->priority, delay->comm));
	json_put(&json, "other",
		 task_json(delay->other_pid, delay->other_priority, delay->other_comm));
	json_put(&json, "other_ns",
		 delay->other_pid == RTLAT_PID_ANY ? json_null() : json_number(delay->other_time));
	json_put(&json, "key", keys_json(delay));
	json_put(&json, "name", json_text(delay->name));
	json_put(&json, "flags", flags_json(delay->flags));
	json_put(&json, "stack", stack_json(result, delay->stack));
	json_put(&json, "other_stack", stack_json(result, delay->other_stack));
	return json;
}

void read_track_config(struct json_reader *reader, const json_t *json, struct rtlat_config *config)
{
	const json_t *member = json_read_object(reader, json, "track");
	struct json_place place = json_enter(reader, "track");
	struct rtlat_track *track = &config->track;

	config->measure = RTLAT_MEASURE_DELAY;
	track->tracker =
		json_read_enum(reader, member, "tracker", rtlat_tracker_name, RTLAT_TRACKERS);
	track->threshold_given = true;
	track->threshold_ns = json_read_number(reader, member, "threshold_ns", JSON_TIME_MAX);
	track->timeout_ns = json_read_number_or_null(reader, member, "timeout_ns", JSON_TIME_MAX);
	track->pid = RTLAT_PID_ANY;
	if (json_read_given(member, "pid"))
		track->pid = json_read_integer(reader, member, "pid", 0, INT32_MAX);
	json_read_string(reader, member, "comm", track->comm, sizeof(track->comm));
	track->priority = RTLAT_PRIORITY_ANY;
	if (json_read_given(member, "kernel_priority"))
		track->priority =
			json_read_integer(reader, member, "kernel_priority", INT32_MIN, INT32_MAX);
	json_leave(reader, &place);
}

/* null: it is not known. */
static void read_task(struct json_reader *reader, const json_t *json, const char *key, int32_t *pid,
		      int32_t *priority, char comm[RTLAT_NAME_SIZE])
{
	const json_t *task;
	struct json_place place;

	*pid = RTLAT_PID_ANY;
	*priority = RTLAT_PRIORITY_ANY;
	if (!json_read_given(json, key))
		return;
	task = json_read_object(reader, json, key);
	place = json_enter(reader, "%s", key);
	*pid = json_read_integer(reader, task, "pid", 0, INT32_MAX);
	if (json_read_given(task, "kernel_priority"))
		*priority =
			json_read_integer(reader, task, "kernel_priority", INT32_MIN, INT32_MAX);
	json_read_string(reader, task, "comm", comm, RTLAT_NAME_SIZE);
	json_leave(reader, &place);
}

static void read_keys(struct json_reader *reader, const json_t *json, struct rtlat_delay *delay)
{
	const json_t *key, *list = json_read_array(reader, json, "key", RTLAT_DELAY_KEYS);
	size_t i;

	if (json_array_size(list) != RTLAT_DELAY_KEYS)
		json_read_fail(reader, "key", "expected %d numbers", RTLAT_DELAY_KEYS);
	json_array_foreach(list, i, key)
	{
		if (!json_is_integer(key))
			json_read_fail(reader, "key", "expected %d numbers", RTLAT_DELAY_KEYS);
		delay->key[i] = (uint64_t)json_integer_value(key);
	}
}

static void read_flags(struct json_reader *reader, const json_t *json, struct rtlat_delay *delay)
{
	const json_t *name, *list = json_read_array(reader, json, "flags", 32);
	size_t i;

	json_array_foreach(list, i, name)
	{
		uint32_t flag = json_delay_flag(json_string_value(name));

		if (!flag)
			json_read_fail(reader, "flags", "element %zu is unknown", i);
		delay->flags |= flag;
	}
}

static uint16_t read_stack(struct json_reader *reader, const json_t *json, const char *key,
			   struct stacks *stacks)
{
	struct rtlat_stack stack = { 0 };
	unsigned int before = stacks->nr;
	uint16_t number = 0;
	int err;

	if (!json_read_given(json, key))
		return 0;
	stack.nr = read_frames(reader, json, key, stack.frame);
	if (!json_read_ok(reader))
		return 0;
	err = stacks_add(stacks, &stack, &number);
	if (err == -ENOMEM)
		json_read_no_memory(reader);
	else if (err)
		json_read_fail(reader, key, "there are more than %d different ones", STACKS_MAX);
	else if (stacks->nr > before)
		read_memory_count(reader, sizeof(stack));
	return number;
}

void read_delay(struct json_reader *reader, const json_t *json, struct rtlat_delay *delay,
		struct stacks *stacks)
{
	struct json_place place = json_enter(reader, "delay");

	read_task(reader, json, "task", &delay->pid, &delay->priority, delay->comm);
	read_task(reader, json, "other", &delay->other_pid, &delay->other_priority,
		  delay->other_comm);
	delay->other_time = json_read_number_or_null(reader, json, "other_ns", JSON_TIME_MAX);
	read_keys(reader, json, delay);
	json_read_string(reader, json, "name", delay->name, sizeof(delay->name));
	read_flags(reader, json, delay);
	delay->stack = read_stack(reader, json, "stack", stacks);
	delay->other_stack = read_stack(reader, json, "other_stack", stacks);
	json_leave(reader, &place);
}

void read_delays(struct json_reader *reader, const json_t *json, struct rtlat_cpu_result *cpu)
{
	struct json_place place = json_enter(reader, "delays");
	struct rtlat_delays *delays = read_memory_get(reader, 1, sizeof(*delays));

	cpu->delays = delays;
	if (delays) {
		delays->alerts = json_read_number(reader, json, "alerts", JSON_COUNT_MAX);
		delays->timeouts = json_read_number(reader, json, "timeouts", JSON_COUNT_MAX);
		delays->dropped = json_read_number(reader, json, "dropped", JSON_COUNT_MAX);
	}
	json_leave(reader, &place);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Delays from JSON. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/json/parts.h"
#include "rtlat/json/read_memory.h"
#include "rtlat/json/result_parts.h"

void read_track_config(struct json_reader *reader, const json_t *json, struct rtlat_config *config)
{
	const char *trackers[RTLAT_TRACKERS];
	const json_t *member = json_read_object(reader, json, "track");
	struct json_place place = json_enter(reader, "track");
	struct rtlat_track *track = &config->track;
	unsigned int i;

	for (i = 0; i < RTLAT_TRACKERS; i++)
		trackers[i] = rtlat_tracker_name(i);
	config->measure = RTLAT_MEASURE_DELAY;
	track->tracker = json_read_word(reader, member, "tracker", trackers, RTLAT_TRACKERS);
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
			json_read_fail(reader, "flags", "element %zu is none that is known", i);
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

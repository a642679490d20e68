// SPDX-License-Identifier: GPL-2.0-only
/* Delays in JSON. */
#include <string.h>

#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"

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

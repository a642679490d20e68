// SPDX-License-Identifier: GPL-2.0-only
/* Makes the JSON of a sample, and of the sample that ended the run. */
#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"

static json_t *latency_json(const struct rtlat_sample *sample, enum rtlat_context context)
{
	bool has = sample->has & RTLAT_HAS(context);

	return has ? json_number(sample->latency[context]) : json_null();
}

json_t *sample_json(const struct rtlat_result *result, const struct rtlat_sample *sample)
{
	json_t *json = json_object();

	json_put(&json, "cpu", json_number(sample->cpu));
	json_put(&json, "seq", json_number(sample->seq));
	json_put(&json, "expiry_ns", json_number(sample->expiry));
	json_put(&json, "irq_ns", latency_json(sample, RTLAT_IRQ));
	json_put(&json, "thread_ns", latency_json(sample, RTLAT_THREAD));
	json_put(&json, "return_ns", latency_json(sample, RTLAT_RETURN));
	if (sample->has & RTLAT_HAS(RTLAT_NOISE))
		json_put(&json, "noise_ns", latency_json(sample, RTLAT_NOISE));
	if (sample->has & RTLAT_HAS(RTLAT_DELAY)) {
		json_put(&json, "delay_ns", latency_json(sample, RTLAT_DELAY));
		json_put(&json, "delay", json_delay(result, &sample->delay));
	}
	json_put(&json, "missed", json_number(sample->missed));
	json_put(&json, "interference", interference_json(sample));
	return json;
}

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

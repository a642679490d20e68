// SPDX-License-Identifier: GPL-2.0-only
/* A CPU, or the total, in JSON, written and read back. */
#include <stdlib.h>
#include <string.h>

#include "rtlat/json/parts.h"
#include "rtlat/json/read_memory.h"
#include "rtlat/json/result_parts.h"

static json_t *worst_json(const struct rtlat_result *result, const struct rtlat_cpu_result *cpu)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < cpu->nr_worst; i++)
		json_add(&list, sample_json(result, &cpu->worst[i]));
	return list;
}

json_t *json_cpu(const struct rtlat_result *result, const struct rtlat_cpu_result *cpu)
{
	const struct rtlat_config *config = result->config;
	json_t *json = json_object();
	unsigned int context;

	if (cpu->cpu >= 0) {
		json_put(&json, "cpu", json_number(cpu->cpu));
		json_put(&json, "state", json_string(rtlat_cpu_state_name(cpu->state)));
	}
	json_put(&json, "count", json_number(cpu->count));
	json_put(&json, "missed", json_number(cpu->missed));
	json_put(&json, "lost", json_number(cpu->lost));
	json_put(&json, "clamped", json_number(cpu->clamped));
	json_put(&json, "culprit", culprit_of_json(cpu));
	json_put(&json, "worst", worst_json(result, cpu));
	for (context = 0; context < RTLAT_LATENCIES; context++)
		json_put(&json, rtlat_context_name(context),
			 json_stats(&cpu->context[context], config, cpu->cpu < 0));
	if (cpu->noise) {
		json_put(&json, rtlat_context_name(RTLAT_NOISE),
			 json_stats(&cpu->context[RTLAT_NOISE], config, cpu->cpu < 0));
		json_put(&json, "osnoise", json_noise(result, cpu->noise));
	}
	if (cpu->delays) {
		json_put(&json, rtlat_context_name(RTLAT_DELAY),
			 json_stats(&cpu->context[RTLAT_DELAY], config, cpu->cpu < 0));
		json_put(&json, "delays", json_delays(cpu->delays));
	}
	return json;
}

static void read_worst(struct json_reader *reader, const json_t *list, struct result_file *file,
		       struct rtlat_cpu_result *cpu)
{
	struct rtlat_sample *worst = read_memory_get(reader, json_array_size(list), sizeof(*worst));
	unsigned int i;

	cpu->worst = worst;
	if (!worst)
		return;
	cpu->nr_worst = json_array_size(list);
	for (i = 0; i < cpu->nr_worst; i++) {
		struct json_place place = json_enter(reader, "worst[%u]", i);

		read_sample(reader, json_array_get(list, i), file, &worst[i]);
		json_leave(reader, &place);
	}
}

static enum rtlat_measure measure_of(enum rtlat_context context)
{
	if (context == RTLAT_DELAY)
		return RTLAT_MEASURE_DELAY;
	return context == RTLAT_NOISE ? RTLAT_MEASURE_NOISE : RTLAT_MEASURE_LATENCY;
}

/*
 * True if the context may be null: some sources lack a latency, and some know the delays of all
 * CPUs only together.
 */
static bool may_be_null(enum rtlat_context context, const struct rtlat_cpu_result *cpu)
{
	return context < RTLAT_LATENCIES || (context == RTLAT_DELAY && cpu->cpu >= 0);
}

static void read_contexts(struct json_reader *reader, const json_t *json,
			  const struct rtlat_config *config, struct rtlat_cpu_result *cpu)
{
	unsigned int i;

	for (i = 0; i < RTLAT_CONTEXTS && json_read_ok(reader); i++) {
		const char *name = rtlat_context_name(i);
		struct json_place place;

		if (measure_of(i) != config->measure) {
			if (json_read_given(json, name) &&
			    (i < RTLAT_LATENCIES || json_object_get(json, name)))
				json_read_fail(reader, name,
					       "expected none beside what config says");
			continue;
		}
		if (!json_read_given(json, name) && may_be_null(i, cpu))
			continue;
		if (!json_read_object(reader, json, name))
			break;
		place = json_enter(reader, "%s", name);
		read_stats(reader, json_object_get(json, name), config, &cpu->context[i]);
		json_leave(reader, &place);
	}
}

void read_cpu(struct json_reader *reader, const json_t *json, struct result_file *file,
	      struct rtlat_cpu_result *cpu)
{
	enum rtlat_measure measure = file->config.measure;
	const json_t *worst;

	memset(cpu, 0, sizeof(*cpu));
	cpu->cpu = -1;
	if (json_object_get(json, "cpu")) {
		cpu->cpu = json_read_number(reader, json, "cpu", RTLAT_MAX_CPUS - 1);
		cpu->state = json_read_enum(reader, json, "state", rtlat_cpu_state_name, 3);
	}
	cpu->count = json_read_number(reader, json, "count", JSON_COUNT_MAX);
	cpu->missed = json_read_number(reader, json, "missed", JSON_TIME_MAX);
	cpu->lost = json_read_number(reader, json, "lost", JSON_TIME_MAX);
	cpu->clamped = json_read_number(reader, json, "clamped", JSON_TIME_MAX);
	worst = json_read_array(reader, json, "worst", RTLAT_WORST_MAX);
	if (json_read_ok(reader))
		read_worst(reader, worst, file, cpu);
	read_contexts(reader, json, &file->config, cpu);
	if (json_read_ok(reader) && measure == RTLAT_MEASURE_NOISE)
		read_noise(reader, json_read_object(reader, json, "osnoise"), cpu);
	if (json_read_ok(reader) && measure == RTLAT_MEASURE_DELAY)
		read_delays(reader, json_read_object(reader, json, "delays"), cpu);
}

void free_cpu(struct rtlat_cpu_result *cpu)
{
	unsigned int i;

	for (i = 0; i < RTLAT_CONTEXTS; i++) {
		free((void *)cpu->context[i].histogram);
		free((void *)cpu->context[i].linear);
	}
	free((void *)cpu->worst);
	free_noise(cpu->noise);
	free((void *)cpu->delays);
}

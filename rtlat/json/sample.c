// SPDX-License-Identifier: GPL-2.0-only
/* A sample in JSON, written and read back. */
#include <string.h>

#include "rtlat/json/parts.h"
#include "rtlat/json/result_parts.h"

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

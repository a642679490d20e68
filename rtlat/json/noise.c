// SPDX-License-Identifier: GPL-2.0-only
/* Noise in JSON, written and read back. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"
#include "rtlat/json/read_memory.h"
#include "rtlat/json/result_parts.h"

void json_put_noise_config(json_t **json, const struct rtlat_config *config)
{
	json_put(json, "measure", json_string("noise"));
	json_put(json, "runtime_ns", json_number(config->runtime_ns));
	json_put(json, "threshold_ns", json_number(config->threshold_ns));
	json_put(json, "hardware_only", json_boolean(config->hardware_only));
	json_put(json, "stop_noise_ns",
		 config->stop_noise_ns ? json_number(config->stop_noise_ns) : json_null());
	json_put(json, "stop_period_ns",
		 config->stop_period_ns ? json_number(config->stop_period_ns) : json_null());
}

static json_t *source_json(const struct rtlat_noise_source *source, uint64_t runtime)
{
	double share = runtime ? 100 * (double)source->time / (double)runtime : 0;
	json_t *json = json_object();

	json_put(&json, "kind", json_string(rtlat_interferer_name(source->by)));
	json_put(&json, "id", json_integer(source->id));
	json_put(&json, "name", json_text(source->name));
	json_put(&json, "count", json_number(source->count));
	json_put(&json, "time_ns", json_number(source->time));
	json_put(&json, "max_ns", json_number(source->max));
	json_put(&json, "share_percent", json_millionths(share));
	return json;
}

static json_t *sources_json(const struct rtlat_noise *noise)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < noise->nr_sources; i++)
		json_add(&list, source_json(&noise->source[i], noise->runtime));
	return list;
}

json_t *json_noise(const struct rtlat_result *result, const struct rtlat_noise *noise)
{
	bool counts = result->contexts & RTLAT_HAS_COUNTS;
	json_t *json = json_object();
	double available;
	unsigned int i;

	json_put(&json, "periods", json_number(noise->periods));
	json_put(&json, "runtime_ns", json_number(noise->runtime));
	json_put(&json, "noise_ns", json_number(noise->time));
	json_put(&json, "available_percent",
		 rtlat_noise_available(noise, &available)
			 ? json_null()
			 : json_millionths(available / RTLAT_PERCENT));
	json_put(&json, "max_period_ns", json_number(noise->max_period));
	json_put(&json, "hardware", counts ? json_number(noise->hardware) : json_null());
	for (i = RTLAT_INTERFERERS; i-- > 0;)
		json_put(&json, rtlat_interferer_name(i),
			 counts ? json_number(noise->count[i]) : json_null());
	json_put(&json, "sources",
		 result->contexts & RTLAT_HAS_INTERFERENCE ? sources_json(noise) : json_null());
	return json;
}

void read_noise_config(struct json_reader *reader, const json_t *json, struct rtlat_config *config)
{
	const char *measure = json_read_text(reader, json, "measure");

	if (json_read_ok(reader) && strcmp(measure, "noise"))
		json_read_fail(reader, "measure", "expected one of: noise");
	config->measure = RTLAT_MEASURE_NOISE;
	config->runtime_ns = json_read_number(reader, json, "runtime_ns", config->period_ns);
	config->threshold_ns = json_read_number(reader, json, "threshold_ns", JSON_TIME_MAX);
	config->hardware_only = json_read_boolean(reader, json, "hardware_only");
	config->stop_noise_ns =
		json_read_number_or_null(reader, json, "stop_noise_ns", JSON_TIME_MAX);
	config->stop_period_ns =
		json_read_number_or_null(reader, json, "stop_period_ns", JSON_TIME_MAX);
	if (json_read_ok(reader) && !config->runtime_ns)
		json_read_fail(reader, "runtime_ns", "expected a number above 0");
}

static void read_source(struct json_reader *reader, const json_t *json,
			struct rtlat_noise_source *source)
{
	source->by = json_read_enum(reader, json, "kind", rtlat_interferer_name, RTLAT_INTERFERERS);
	source->id = json_read_integer(reader, json, "id", INT32_MIN, INT32_MAX);
	json_read_string(reader, json, "name", source->name, sizeof(source->name));
	source->count = json_read_number(reader, json, "count", JSON_TIME_MAX);
	source->time = json_read_number(reader, json, "time_ns", JSON_TIME_MAX);
	source->max = json_read_number(reader, json, "max_ns", source->time);
}

static void read_sources(struct json_reader *reader, const json_t *json, struct rtlat_noise *noise)
{
	const json_t *list = json_read_array(reader, json, "sources", RTLAT_NOISE_SOURCES);
	size_t nr = json_array_size(list);
	struct rtlat_noise_source *sources = read_memory_get(reader, nr, sizeof(*sources));
	unsigned int i;

	noise->source = sources;
	if (!sources)
		return;
	noise->nr_sources = nr;
	for (i = 0; i < noise->nr_sources; i++) {
		struct json_place place = json_enter(reader, "sources[%u]", i);

		read_source(reader, json_array_get(list, i), &sources[i]);
		if (i > 0 && sources[i].time > sources[i - 1].time)
			json_read_fail(reader, "time_ns", "expected the largest first");
		json_leave(reader, &place);
	}
}

/*
 * Gives the histogram its exact sum, which it knows only from the mean, rounded to a thousandth:
 * otherwise the errors of several files would add up. Lost noise is in the kernel's sums, but not
 * in the histogram.
 */
static void take_sum(struct json_reader *reader, uint64_t time,
		     const struct rtlat_histogram *histogram)
{
	double difference = fabs((double)time - (double)histogram->sum);
	double rounding = 1 + 0.001 * (double)histogram->count + 1e-12 * (double)time;

	if (difference > (histogram->count ? rounding : 0))
		json_read_fail(reader, "noise_ns", "expected the sum of the noise");
	else
		((struct rtlat_histogram *)histogram)->sum = time;
}

void read_noise(struct json_reader *reader, const json_t *json, struct rtlat_cpu_result *cpu)
{
	struct json_place place = json_enter(reader, "osnoise");
	struct rtlat_noise *noise = read_memory_get(reader, 1, sizeof(*noise));
	bool counts = json_read_given(json, "hardware");
	unsigned int i;

	cpu->noise = noise;
	if (!noise)
		goto out;
	noise->periods = json_read_number(reader, json, "periods", JSON_TIME_MAX);
	noise->runtime = json_read_number(reader, json, "runtime_ns", JSON_TIME_MAX);
	noise->time = json_read_number(reader, json, "noise_ns", JSON_TIME_MAX);
	noise->max_period = json_read_number(reader, json, "max_period_ns", JSON_TIME_MAX);
	noise->hardware = json_read_number_or_null(reader, json, "hardware", JSON_TIME_MAX);
	for (i = 0; i < RTLAT_INTERFERERS; i++) {
		const char *name = rtlat_interferer_name(i);

		noise->count[i] = json_read_number_or_null(reader, json, name, JSON_TIME_MAX);
		if (json_read_given(json, name) != counts)
			json_read_fail(reader, name,
				       "expected null where hardware is, and only there");
	}
	if (json_read_given(json, "sources"))
		read_sources(reader, json, noise);
	if (json_read_ok(reader) && !cpu->lost)
		take_sum(reader, noise->time, cpu->context[RTLAT_NOISE].histogram);
out:
	json_leave(reader, &place);
}

unsigned int read_noise_has(const json_t *cpu)
{
	const json_t *json = json_object_get(cpu, "osnoise");

	return (json_read_given(json, "hardware") ? RTLAT_HAS_COUNTS : 0) |
	       (json_read_given(json, "sources") ? RTLAT_HAS_INTERFERENCE : 0);
}

void free_noise(const struct rtlat_noise *noise)
{
	if (noise)
		free((void *)noise->source);
	free((void *)noise);
}

// SPDX-License-Identifier: GPL-2.0-only
/* The statistics of a CPU in JSON. */
#include <math.h>

#include "json_parts.h"

/* A row of numbers, as an array. */
static json_t *triple_json(uint64_t a, uint64_t b, uint64_t c)
{
	return json_pack("[o, o, o]", json_number(a), json_number(b), json_number(c));
}

json_t *json_number(uint64_t number)
{
	return number <= INT64_MAX ? json_integer((json_int_t)number) : json_real((double)number);
}

/* Picoseconds are the end of what a mean of nanoseconds can mean. */
static json_t *mean_json(double ns)
{
	return json_real(round(ns * 1000) / 1000);
}

/* Takes both; returns the list, or NULL where one of them is NULL. */
static json_t *append(json_t *list, json_t *value)
{
	if (!json_array_append_new(list, value))
		return list;
	json_decref(list);
	return NULL;
}

static json_t *percentiles_json(const struct rtlat_histogram *histogram,
				const struct rtlat_percentiles *percentiles)
{
	json_t *object = json_object();
	uint64_t value;
	unsigned int i;
	char name[16];

	for (i = 0; i < percentiles->nr; i++) {
		if (rtlat_histogram_percentile(histogram, percentiles->value[i], &value))
			continue;
		rtlat_percentile_format(percentiles->value[i], name, sizeof(name));
		if (json_object_set_new(object, name, json_number(value))) {
			json_decref(object);
			return NULL;
		}
	}
	return object;
}

static json_t *buckets_json(const struct rtlat_histogram *histogram)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = histogram->first; list && i <= histogram->last; i++) {
		if (histogram->bucket[i])
			list = append(list, triple_json(rtlat_histogram_low(i),
							rtlat_histogram_high(i),
							histogram->bucket[i]));
	}
	return list;
}

static json_t *linear_json(const struct rtlat_stats *stats, const struct rtlat_config *config)
{
	json_t *list = json_array();
	uint64_t low;
	uint32_t i;

	for (i = 0; list && i < config->entries; i++) {
		low = i * config->bucket_ns;
		if (stats->linear[i])
			list = append(list, triple_json(low, low + config->bucket_ns - 1,
							stats->linear[i]));
	}
	return json_pack("{s:o, s:o}", "histogram", list, "over",
			 json_number(stats->linear_over));
}

static json_t *context_json(const struct rtlat_stats *stats, const struct rtlat_config *config)
{
	const struct rtlat_histogram *histogram = stats->histogram;
	bool empty;
	json_t *json;

	if (!histogram)
		return json_null();
	empty = histogram->count == 0;
	json = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "count", json_number(histogram->count),
			 "min_ns", empty ? json_null() : json_number(histogram->min),
			 "avg_ns", empty ? json_null() : mean_json(rtlat_histogram_mean(histogram)),
			 "max_ns", empty ? json_null() : json_number(histogram->max),
			 "stddev_ns",
			 empty ? json_null() : mean_json(rtlat_histogram_stddev(histogram)),
			 "percentiles_ns", percentiles_json(histogram, &config->percentiles),
			 "histogram", buckets_json(histogram),
			 "over", json_number(histogram->over));
	if (json && stats->linear &&
	    json_object_set_new(json, "linear", linear_json(stats, config))) {
		json_decref(json);
		return NULL;
	}
	return json;
}

static json_t *latency_json(const struct rtlat_sample *sample, enum rtlat_context context)
{
	return sample->has & RTLAT_HAS(context) ? json_number(sample->latency[context]) :
						  json_null();
}

static json_t *sample_json(const struct rtlat_sample *sample)
{
	return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "cpu", (json_int_t)sample->cpu,
			 "seq", json_number(sample->seq),
			 "expiry_ns", json_number(sample->expiry),
			 "irq_ns", latency_json(sample, RTLAT_IRQ),
			 "thread_ns", latency_json(sample, RTLAT_THREAD),
			 "return_ns", latency_json(sample, RTLAT_RETURN),
			 "missed", json_number(sample->missed));
}

static json_t *worst_json(const struct rtlat_cpu_result *cpu)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; list && i < cpu->nr_worst; i++)
		list = append(list, sample_json(&cpu->worst[i]));
	return list;
}

/* "cpu" and "state"; nothing for the total. */
static json_t *begin_json(const struct rtlat_cpu_result *cpu)
{
	static const char *const states[] = {
		[RTLAT_CPU_MEASURED] = "measured",
		[RTLAT_CPU_OFFLINE] = "offline",
		[RTLAT_CPU_FAILED] = "failed",
	};

	if (cpu->cpu < 0)
		return json_object();
	return json_pack("{s:i, s:s}", "cpu", cpu->cpu, "state", states[cpu->state]);
}

json_t *json_cpu(const struct rtlat_result *result, const struct rtlat_cpu_result *cpu)
{
	json_t *json = begin_json(cpu), *rest;
	unsigned int context;

	rest = json_pack("{s:o, s:o, s:o, s:o, s:o}",
			 "count", json_number(cpu->count),
			 "missed", json_number(cpu->missed),
			 "lost", json_number(cpu->lost),
			 "clamped", json_number(cpu->clamped),
			 "worst", worst_json(cpu));
	for (context = 0; rest && context < RTLAT_CONTEXTS; context++) {
		if (json_object_set_new(rest, rtlat_context_name(context),
					context_json(&cpu->context[context], result->config))) {
			json_decref(rest);
			rest = NULL;
		}
	}
	if (!json || !rest || json_object_update(json, rest)) {
		json_decref(json);
		json = NULL;
	}
	json_decref(rest);
	return json;
}

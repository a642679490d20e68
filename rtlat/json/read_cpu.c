// SPDX-License-Identifier: GPL-2.0-only
/* The statistics of a CPU from JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/json/read_memory.h"
#include "rtlat/json/result_parts.h"

/* Means and deviations are rounded to a thousandth, and to 15 digits. */
#define ROUNDED 0.001
#define ROUNDED_PART 1e-14

/* Three whole numbers that may be one: lowest value, highest value, count. */
static bool is_bucket(const json_t *bucket)
{
	unsigned int i;

	for (i = 0; i < 3; i++) {
		if (!json_is_integer(json_array_get(bucket, i)) ||
		    json_integer_value(json_array_get(bucket, i)) < (i == 2))
			return false;
	}
	return json_array_size(bucket) == 3 &&
	       json_integer_value(json_array_get(bucket, 2)) <= (int64_t)JSON_COUNT_MAX;
}

/* The bucket's index, or -1. */
static int bucket_index(const json_t *bucket)
{
	uint64_t low = json_integer_value(json_array_get(bucket, 0));
	uint64_t high = json_integer_value(json_array_get(bucket, 1));
	unsigned int index = rtlat_histogram_index(low);

	if (!is_bucket(bucket) || rtlat_histogram_low(index) != low ||
	    rtlat_histogram_high(index) != high)
		return -1;
	return index;
}

/* Returns the index of a bucket in a linear histogram. */
static int64_t linear_index(const json_t *bucket, const struct rtlat_config *config)
{
	uint64_t low = json_integer_value(json_array_get(bucket, 0));

	if (!is_bucket(bucket) || !config->bucket_ns || low % config->bucket_ns ||
	    low / config->bucket_ns >= config->entries)
		return -1;
	return low / config->bucket_ns;
}

/* Reads the buckets. Returns the sum of their counts. */
static uint64_t read_buckets(struct json_reader *reader, const json_t *list,
			     struct rtlat_histogram *histogram)
{
	uint64_t counted = 0;
	size_t i;

	for (i = 0; i < json_array_size(list) && counted <= JSON_COUNT_MAX; i++) {
		const json_t *bucket = json_array_get(list, i);
		int index = bucket_index(bucket);

		if (index < 0 || (i > 0 && (uint32_t)index <= histogram->last)) {
			json_read_fail(reader, "histogram",
				       "element %zu is not a bucket, or not in ascending order", i);
			return 0;
		}
		histogram->bucket[index] = json_integer_value(json_array_get(bucket, 2));
		if (i == 0)
			histogram->first = index;
		histogram->last = index;
		counted += histogram->bucket[index];
	}
	return counted;
}

/* True if `value` exceeds `limit` by more than rounding explains. */
static bool exceeds(double value, double limit)
{
	return value > limit + ROUNDED + limit * ROUNDED_PART;
}

/* The sums that have this mean and deviation. */
static bool set_moments(struct rtlat_histogram *histogram, double mean, double stddev)
{
	long double sum = (long double)mean * histogram->count;
	long double distances = (long double)stddev * stddev * histogram->count;
	unsigned __int128 squares;

	if (exceeds((double)sum, 0x1p63) || exceeds((double)distances, 0x1p125))
		return false;
	histogram->sum = (uint64_t)roundl(sum);
	squares = (unsigned __int128)histogram->sum * histogram->sum / histogram->count +
		  (unsigned __int128)roundl(distances);
	histogram->square_low = (uint64_t)squares;
	histogram->square_high = squares >> 64;
	return true;
}

/* Checks that statistics of no values are null. */
static void read_no_statistics(struct json_reader *reader, const json_t *json)
{
	static const char *const keys[] = { "min_ns", "avg_ns", "max_ns", "stddev_ns" };
	unsigned int i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (json_read_given(json, keys[i]))
			json_read_fail(reader, keys[i], "expected null, as there is no sample");
	}
}

static void read_statistics(struct json_reader *reader, const json_t *json,
			    struct rtlat_histogram *histogram)
{
	double mean = json_read_real(reader, json, "avg_ns", (double)JSON_TIME_MAX);
	double stddev = json_read_real(reader, json, "stddev_ns", (double)JSON_TIME_MAX);

	histogram->min = json_read_number(reader, json, "min_ns", JSON_TIME_MAX);
	histogram->max = json_read_number(reader, json, "max_ns", JSON_TIME_MAX);
	if (!json_read_ok(reader))
		return;
	if (rtlat_histogram_index(histogram->min) != histogram->first ||
	    rtlat_histogram_index(histogram->max) != histogram->last)
		json_read_fail(reader, "histogram", "min_ns and max_ns are not in its end buckets");
	else if (exceeds((double)histogram->min, mean) || exceeds(mean, (double)histogram->max) ||
		 exceeds(stddev, (double)(histogram->max - histogram->min)) ||
		 !set_moments(histogram, mean, stddev))
		json_read_fail(reader, NULL, "avg_ns or stddev_ns is impossible");
}

static void read_linear(struct json_reader *reader, const json_t *json,
			const struct rtlat_config *config, struct rtlat_stats *stats)
{
	const json_t *list = json_read_array(reader, json, "histogram", config->entries);
	size_t nr = json_array_size(list), i;
	int64_t index, last = -1;
	uint64_t *linear;

	stats->linear_over = json_read_number(reader, json, "over", JSON_COUNT_MAX);
	for (i = 0; i < nr; i++) {
		index = linear_index(json_array_get(list, i), config);
		if (index <= last) {
			json_read_fail(reader, "linear.histogram",
				       "element %zu is not a bucket, or not in ascending order", i);
			return;
		}
		last = index;
	}
	/* Buckets behind the last one that counted anything need no room. */
	linear = read_memory_get(reader, last + 1, sizeof(*linear));
	stats->linear = linear;
	stats->nr_linear = last + 1;
	for (i = 0; linear && i < nr; i++) {
		const json_t *bucket = json_array_get(list, i);

		linear[linear_index(bucket, config)] =
			json_integer_value(json_array_get(bucket, 2));
	}
}

static void read_context(struct json_reader *reader, const json_t *json,
			 const struct rtlat_config *config, struct rtlat_stats *stats)
{
	struct rtlat_histogram *histogram = read_memory_get(reader, 1, sizeof(*histogram));
	const json_t *list;

	stats->histogram = histogram;
	if (!histogram)
		return;
	rtlat_histogram_init(histogram);
	list = json_read_array(reader, json, "histogram", RTLAT_HISTOGRAM_BUCKETS);
	histogram->count = json_read_number(reader, json, "count", JSON_COUNT_MAX);
	histogram->over = json_read_number(reader, json, "over", histogram->count);
	if (json_read_ok(reader) && read_buckets(reader, list, histogram) != histogram->count)
		json_read_fail(reader, "histogram", "it does not have as many as count");
	if (json_read_ok(reader) && histogram->count)
		read_statistics(reader, json, histogram);
	else if (json_read_ok(reader))
		read_no_statistics(reader, json);
	if (json_read_ok(reader) && config->entries)
		read_linear(reader, json_read_object(reader, json, "linear"), config, stats);
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
		read_context(reader, json_object_get(json, name), config, &cpu->context[i]);
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

// SPDX-License-Identifier: GPL-2.0-only
/* The statistics of a latency in JSON, written and read back. */
#include <math.h>

#include "rtlat/json/parts.h"
#include "rtlat/json/read_memory.h"
#include "rtlat/json/result_parts.h"

/* Means and deviations are rounded to a thousandth, and to 15 digits. */
#define ROUNDED 0.001
#define ROUNDED_PART 1e-14

static json_t *bucket_json(uint64_t low, uint64_t high, uint64_t count)
{
	json_t *bucket = json_array();

	json_add(&bucket, json_number(low));
	json_add(&bucket, json_number(high));
	json_add(&bucket, json_number(count));
	return bucket;
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
		json_put(&object, name, json_number(value));
	}
	return object;
}

static json_t *buckets_json(const struct rtlat_histogram *histogram)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = histogram->first; i <= histogram->last; i++) {
		if (histogram->bucket[i])
			json_add(&list, bucket_json(rtlat_histogram_low(i), rtlat_histogram_high(i),
						    histogram->bucket[i]));
	}
	return list;
}

static json_t *linear_json(const struct rtlat_stats *stats, const struct rtlat_config *config)
{
	json_t *json = json_object(), *list = json_array();
	uint64_t low = 0;
	uint32_t i;

	for (i = 0; i < stats->nr_linear; i++, low += config->bucket_ns) {
		if (stats->linear[i])
			json_add(&list,
				 bucket_json(low, low + config->bucket_ns - 1, stats->linear[i]));
	}
	json_put(&json, "histogram", list);
	json_put(&json, "over", json_number(stats->linear_over));
	return json;
}

static void put_moments(json_t **json, const struct rtlat_histogram *histogram)
{
	bool any = histogram->count > 0;
	double mean = rtlat_histogram_mean(histogram);
	double stddev = rtlat_histogram_stddev(histogram);

	json_put(json, "min_ns", any ? json_number(histogram->min) : json_null());
	json_put(json, "avg_ns", any ? json_thousandths(mean) : json_null());
	json_put(json, "max_ns", any ? json_number(histogram->max) : json_null());
	json_put(json, "stddev_ns", any ? json_thousandths(stddev) : json_null());
}

static json_t *tail_json(const struct rtlat_histogram *histogram)
{
	struct rtlat_tail tail;
	json_t *json;

	if (rtlat_histogram_tail(histogram, &tail))
		return json_null();
	json = json_object();
	json_put(&json, "bound_ns", json_number(tail.bound));
	json_put(&json, "probability", json_real(tail.probability));
	json_put(&json, "confidence", json_real(0.95));
	return json;
}

json_t *json_stats(const struct rtlat_stats *stats, const struct rtlat_config *config, bool total)
{
	const struct rtlat_histogram *histogram = stats->histogram;
	json_t *json;

	if (!histogram)
		return json_null();
	json = json_object();
	json_put(&json, "count", json_number(histogram->count));
	put_moments(&json, histogram);
	json_put(&json, "percentiles_ns", percentiles_json(histogram, &config->percentiles));
	json_put(&json, "histogram", buckets_json(histogram));
	json_put(&json, "over", json_number(histogram->over));
	if (total)
		json_put(&json, "tail", tail_json(histogram));
	if (stats->linear)
		json_put(&json, "linear", linear_json(stats, config));
	return json;
}

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

void read_stats(struct json_reader *reader, const json_t *json, const struct rtlat_config *config,
		struct rtlat_stats *stats)
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

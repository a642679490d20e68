// SPDX-License-Identifier: GPL-2.0-only
/* The statistics of a CPU in JSON. */
#include "rtlat/json/parts.h"

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

static json_t *context_json(const struct rtlat_stats *stats, const struct rtlat_config *config,
			    bool total)
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
			 context_json(&cpu->context[context], config, cpu->cpu < 0));
	if (cpu->noise) {
		json_put(&json, rtlat_context_name(RTLAT_NOISE),
			 context_json(&cpu->context[RTLAT_NOISE], config, cpu->cpu < 0));
		json_put(&json, "osnoise", json_noise(result, cpu->noise));
	}
	if (cpu->delays) {
		json_put(&json, rtlat_context_name(RTLAT_DELAY),
			 context_json(&cpu->context[RTLAT_DELAY], config, cpu->cpu < 0));
		json_put(&json, "delays", json_delays(cpu->delays));
	}
	return json;
}

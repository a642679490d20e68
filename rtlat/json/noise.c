// SPDX-License-Identifier: GPL-2.0-only
/* Noise in JSON. */
#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"

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

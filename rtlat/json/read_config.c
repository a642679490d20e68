// SPDX-License-Identifier: GPL-2.0-only
/* The machine and the configuration from JSON. */
#include <math.h>
#include <string.h>

#include "rtlat/json/result_parts.h"

static void read_cpus(struct json_reader *reader, const json_t *json, const char *key,
		      struct rtlat_cpuset *set)
{
	rtlat_cpuset_zero(set);
	if (json_read_given(json, key) &&
	    rtlat_cpuset_parse(json_read_text(reader, json, key), set))
		json_read_fail(reader, key, "expected a list of CPUs such as 0,2-5");
}

void read_system(struct json_reader *reader, const json_t *json, struct rtlat_system *system)
{
	struct json_place place = json_enter(reader, "system");
	const struct {
		const char *key;
		char *buffer;
		size_t size;
	} texts[] = {
		{ "hostname", system->hostname, sizeof(system->hostname) },
		{ "kernel", system->kernel, sizeof(system->kernel) },
		{ "kernel_version", system->kernel_version, sizeof(system->kernel_version) },
		{ "machine", system->machine, sizeof(system->machine) },
		{ "cpu_model", system->cpu_model, sizeof(system->cpu_model) },
		{ "clocksource", system->clocksource, sizeof(system->clocksource) },
		{ "governor", system->governor, sizeof(system->governor) },
		{ "virtualization", system->virtualization, sizeof(system->virtualization) },
		{ "idle_states", system->idle_states, sizeof(system->idle_states) },
		{ "cmdline", system->cmdline, sizeof(system->cmdline) },
	};
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		json_read_string(reader, json, texts[i].key, texts[i].buffer, texts[i].size);
	system->realtime = json_read_boolean(reader, json, "realtime");
	read_cpus(reader, json, "online", &system->online);
	read_cpus(reader, json, "isolated", &system->isolated);
	read_cpus(reader, json, "nohz_full", &system->nohz_full);
	json_leave(reader, &place);
}

static void read_percentiles(struct json_reader *reader, const json_t *json,
			     struct rtlat_percentiles *percentiles)
{
	const json_t *list = json_read_array(reader, json, "percentiles", RTLAT_PERCENTILES_MAX);
	unsigned int i;

	percentiles->nr = json_array_size(list);
	for (i = 0; i < percentiles->nr; i++) {
		double value = json_number_value(json_array_get(list, i));

		percentiles->value[i] =
			value > 0 && value <= 100 ? (uint32_t)lround(value * RTLAT_PERCENT) : 0;
		/* One that is less than a millionth is none. */
		if (!percentiles->value[i]) {
			json_read_fail(reader, "percentiles",
				       "expected numbers from 0.000001 to 100");
			return;
		}
		if (i > 0 && percentiles->value[i] <= percentiles->value[i - 1])
			json_read_fail(reader, "percentiles", "expected an ascending order");
	}
}

static void read_events(struct json_reader *reader, const json_t *json, struct rtlat_config *config)
{
	const json_t *list = json_read_array(reader, json, "events", RTLAT_EVENTS_MAX);
	unsigned int i;

	config->nr_events = json_array_size(list);
	for (i = 0; i < config->nr_events; i++) {
		const json_t *one = json_array_get(list, i);
		struct rtlat_event *event = &config->events[i];

		event->name = json_read_text(reader, one, "name");
		event->filter = json_read_text_or_null(reader, one, "filter");
		event->trigger = json_read_text_or_null(reader, one, "trigger");
	}
}

static void read_sched(struct json_reader *reader, const json_t *json, struct rtlat_config *config)
{
	static const char *const policies[] = { "other", "fifo", "rr", "deadline" };
	struct rtlat_sched *sched = &config->sched;

	config->sched_given = true;
	sched->policy = json_read_word(reader, json, "policy", policies, 4);
	sched->priority = json_read_number_or_null(reader, json, "priority", 99);
	if (json_read_given(json, "nice"))
		sched->nice = json_read_integer(reader, json, "nice", -20, 19);
	sched->runtime_ns =
		json_read_number_or_null(reader, json, "deadline_runtime_ns", JSON_TIME_MAX);
	sched->period_ns =
		json_read_number_or_null(reader, json, "deadline_period_ns", JSON_TIME_MAX);
}

static void read_what(struct json_reader *reader, const json_t *json, struct rtlat_config *config)
{
	static const char *const threads[] = { "any", "user", "kernel", "user-load" };

	config->source = json_read_text(reader, json, "source");
	config->threads = json_read_word(reader, json, "threads", threads, 4);
	read_cpus(reader, json, "cpus", &config->cpus);
	read_cpus(reader, json, "housekeeping", &config->housekeeping);
	config->period_ns = json_read_number(reader, json, "period_ns", JSON_TIME_MAX);
	config->duration_ns = json_read_number_or_null(reader, json, "duration_ns", JSON_TIME_MAX);
	config->warm_up_ns = json_read_number(reader, json, "warm_up_ns", JSON_TIME_MAX);
	config->align = json_read_given(json, "align_ns");
	config->align_ns = json_read_number_or_null(reader, json, "align_ns", JSON_TIME_MAX);
	if (!config->period_ns)
		json_read_fail(reader, "period_ns", "expected a number above 0");
}

static void read_limits(struct json_reader *reader, const json_t *json, struct rtlat_config *config)
{
	config->stop_irq_ns = json_read_number_or_null(reader, json, "stop_irq_ns", JSON_TIME_MAX);
	config->stop_thread_ns =
		json_read_number_or_null(reader, json, "stop_thread_ns", JSON_TIME_MAX);
	config->explain = json_read_boolean(reader, json, "explain");
	config->stack_ns = json_read_number_or_null(reader, json, "stack_ns", JSON_TIME_MAX);
	config->dump_tasks = json_read_boolean(reader, json, "dump_tasks");
	config->trace = json_read_boolean(reader, json, "trace");
}

static void read_tuning(struct json_reader *reader, const json_t *json, struct rtlat_config *config)
{
	/* "" is rtlat's own. */
	if (json_read_given(json, "cgroup"))
		config->cgroup = json_read_text_or_null(reader, json, "cgroup");
	config->dma_latency_us = RTLAT_DMA_LATENCY_UNCHANGED;
	if (json_read_given(json, "dma_latency_us"))
		config->dma_latency_us =
			json_read_number(reader, json, "dma_latency_us", INT32_MAX);
	config->deepest_idle = RTLAT_IDLE_UNCHANGED;
	if (json_read_given(json, "deepest_idle_state"))
		config->deepest_idle =
			json_read_integer(reader, json, "deepest_idle_state", -1, INT32_MAX);
	config->trace_buffer_kb =
		json_read_number_or_null(reader, json, "trace_buffer_kb", UINT32_MAX);
}

void read_config(struct json_reader *reader, const json_t *json, struct rtlat_config *config)
{
	struct json_place place = json_enter(reader, "config");

	memset(config, 0, sizeof(*config));
	read_what(reader, json, config);
	read_sched(reader, json, config);
	read_limits(reader, json, config);
	read_events(reader, json, config);
	read_tuning(reader, json, config);
	config->bucket_ns = json_read_number_or_null(reader, json, "bucket_ns", JSON_TIME_MAX);
	config->entries = json_read_number_or_null(reader, json, "entries", RTLAT_ENTRIES_MAX);
	config->worst = json_read_number(reader, json, "worst", RTLAT_WORST_MAX);
	read_percentiles(reader, json, &config->percentiles);
	if (json_object_get(json, "measure"))
		read_noise_config(reader, json, config);
	if (json_object_get(json, "track") && config->measure == RTLAT_MEASURE_NOISE)
		json_read_fail(reader, "track", "expected none beside noise");
	else if (json_object_get(json, "track"))
		read_track_config(reader, json, config);
	json_leave(reader, &place);
}

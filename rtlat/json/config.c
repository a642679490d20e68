// SPDX-License-Identifier: GPL-2.0-only
/* The machine and the configuration in JSON, written and read back. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"
#include "rtlat/json/result_parts.h"

/* Every CPU by itself, with a comma: more than the list ever needs. */
#define LIST_SIZE (RTLAT_MAX_CPUS * 5)

/* The list form, as -c takes it; null for none. */
static json_t *cpus_json(const struct rtlat_cpuset *set)
{
	json_t *json = NULL;
	char *list;

	if (rtlat_cpuset_empty(set))
		return json_null();
	list = malloc(LIST_SIZE);
	if (list && rtlat_cpuset_format(set, list, LIST_SIZE) >= 0)
		json = json_string(list);
	free(list);
	return json;
}

json_t *json_system(const struct rtlat_system *system)
{
	json_t *json = json_object();

	json_put(&json, "hostname", json_text(system->hostname));
	json_put(&json, "kernel", json_text(system->kernel));
	json_put(&json, "kernel_version", json_text(system->kernel_version));
	json_put(&json, "machine", json_text(system->machine));
	json_put(&json, "cpu_model", json_text(system->cpu_model));
	json_put(&json, "clocksource", json_text(system->clocksource));
	json_put(&json, "governor", json_text(system->governor));
	json_put(&json, "virtualization", json_text(system->virtualization));
	json_put(&json, "idle_states", json_text(system->idle_states));
	json_put(&json, "cmdline", json_text(system->cmdline));
	json_put(&json, "realtime", json_boolean(system->realtime));
	json_put(&json, "online", cpus_json(&system->online));
	json_put(&json, "isolated", cpus_json(&system->isolated));
	json_put(&json, "nohz_full", cpus_json(&system->nohz_full));
	return json;
}

/* Returns how the measuring threads really ran: at normal priority if no other was allowed. */
static struct rtlat_sched sched_in_force(const struct rtlat_result *result)
{
	if (result->config->sched_given || result->realtime_priority)
		return result->config->sched;
	return (struct rtlat_sched){ .policy = RTLAT_POLICY_OTHER };
}

static const char *policy_name(unsigned int policy)
{
	static const char *const names[] = {
		[RTLAT_POLICY_OTHER] = "other",
		[RTLAT_POLICY_FIFO] = "fifo",
		[RTLAT_POLICY_RR] = "rr",
		[RTLAT_POLICY_DEADLINE] = "deadline",
	};

	return names[policy];
}

static json_t *priority_json(const struct rtlat_sched *sched)
{
	if (sched->policy == RTLAT_POLICY_FIFO || sched->policy == RTLAT_POLICY_RR)
		return json_integer(sched->priority);
	return json_null();
}

static json_t *nice_json(const struct rtlat_sched *sched)
{
	return sched->policy == RTLAT_POLICY_OTHER ? json_integer(sched->nice) : json_null();
}

static json_t *deadline_json(const struct rtlat_sched *sched, uint64_t ns)
{
	return sched->policy == RTLAT_POLICY_DEADLINE ? json_number(ns) : json_null();
}

static const char *threads_name(unsigned int threads)
{
	static const char *const names[] = {
		[RTLAT_THREADS_ANY] = "any",
		[RTLAT_THREADS_USER] = "user",
		[RTLAT_THREADS_KERNEL] = "kernel",
		[RTLAT_THREADS_USER_LOAD] = "user-load",
	};

	return names[threads];
}

static json_t *given(bool is_given, int64_t number)
{
	return is_given ? json_integer(number) : json_null();
}

static json_t *percentiles_json(const struct rtlat_percentiles *percentiles)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < percentiles->nr; i++)
		json_add(&list, json_real((double)percentiles->value[i] / RTLAT_PERCENT));
	return list;
}

static json_t *cgroup_json(const char *cgroup)
{
	if (!cgroup)
		return json_null();
	/* "" is rtlat's own cgroup, unlike null, which is none. */
	return *cgroup ? json_text(cgroup) : json_string("");
}

static void put_sched(json_t **json, const struct rtlat_result *result)
{
	const struct rtlat_sched sched = sched_in_force(result);

	json_put(json, "policy", json_string(policy_name(sched.policy)));
	json_put(json, "priority", priority_json(&sched));
	json_put(json, "nice", nice_json(&sched));
	json_put(json, "deadline_runtime_ns", deadline_json(&sched, sched.runtime_ns));
	json_put(json, "deadline_period_ns", deadline_json(&sched, sched.period_ns));
	json_put(json, "realtime_priority", json_boolean(result->realtime_priority));
}

static void put_what(json_t **json, const struct rtlat_config *config)
{
	json_put(json, "source", json_text(config->source));
	json_put(json, "threads", json_string(threads_name(config->threads)));
	json_put(json, "cpus", cpus_json(&config->cpus));
	json_put(json, "housekeeping", cpus_json(&config->housekeeping));
	json_put(json, "period_ns", json_number(config->period_ns));
	json_put(json, "duration_ns", given(config->duration_ns, config->duration_ns));
	json_put(json, "warm_up_ns", json_number(config->warm_up_ns));
	json_put(json, "align_ns", given(config->align, config->align_ns));
}

static json_t *events_json(const struct rtlat_config *config)
{
	json_t *list = json_array(), *json;
	unsigned int i;

	for (i = 0; i < config->nr_events; i++) {
		json = json_object();
		json_put(&json, "name", json_text(config->events[i].name));
		json_put(&json, "filter", json_text(config->events[i].filter));
		json_put(&json, "trigger", json_text(config->events[i].trigger));
		json_add(&list, json);
	}
	return list;
}

static void put_limits(json_t **json, const struct rtlat_config *config)
{
	json_put(json, "stop_irq_ns", given(config->stop_irq_ns, config->stop_irq_ns));
	json_put(json, "stop_thread_ns", given(config->stop_thread_ns, config->stop_thread_ns));
	json_put(json, "explain", json_boolean(config->explain));
	json_put(json, "stack_ns", given(config->stack_ns, config->stack_ns));
	json_put(json, "dump_tasks", json_boolean(config->dump_tasks));
	json_put(json, "trace", json_boolean(config->trace));
	json_put(json, "events", events_json(config));
}

static void put_tuning(json_t **json, const struct rtlat_config *config)
{
	bool dma_latency = config->dma_latency_us != RTLAT_DMA_LATENCY_UNCHANGED;
	bool deepest_idle = config->deepest_idle != RTLAT_IDLE_UNCHANGED;

	json_put(json, "cgroup", cgroup_json(config->cgroup));
	json_put(json, "dma_latency_us", given(dma_latency, config->dma_latency_us));
	json_put(json, "deepest_idle_state", given(deepest_idle, config->deepest_idle));
	json_put(json, "trace_buffer_kb", given(config->trace_buffer_kb, config->trace_buffer_kb));
}

static void put_statistics(json_t **json, const struct rtlat_config *config)
{
	json_put(json, "bucket_ns", given(config->entries, config->bucket_ns));
	json_put(json, "entries", given(config->entries, config->entries));
	json_put(json, "worst", json_number(config->worst));
	json_put(json, "percentiles", percentiles_json(&config->percentiles));
}

json_t *json_config(const struct rtlat_result *result)
{
	json_t *json = json_object();

	put_what(&json, result->config);
	put_sched(&json, result);
	put_limits(&json, result->config);
	put_tuning(&json, result->config);
	put_statistics(&json, result->config);
	if (result->config->measure == RTLAT_MEASURE_NOISE)
		json_put_noise_config(&json, result->config);
	if (result->config->measure == RTLAT_MEASURE_DELAY)
		json_put_track_config(&json, result->config);
	return json;
}

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
		/* A percentile below a millionth is none. */
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
	struct rtlat_sched *sched = &config->sched;

	config->sched_given = true;
	sched->policy = json_read_enum(reader, json, "policy", policy_name, 4);
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
	config->source = json_read_text(reader, json, "source");
	config->threads = json_read_enum(reader, json, "threads", threads_name, 4);
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

// SPDX-License-Identifier: GPL-2.0-only
/* The machine and the configuration in JSON. */
#include <stdlib.h>

#include "json_parts.h"
#include "json_text.h"

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
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o}",
			 "hostname", json_text(system->hostname),
			 "kernel", json_text(system->kernel),
			 "kernel_version", json_text(system->kernel_version),
			 "machine", json_text(system->machine),
			 "cpu_model", json_text(system->cpu_model),
			 "clocksource", json_text(system->clocksource),
			 "governor", json_text(system->governor),
			 "virtualization", json_text(system->virtualization),
			 "idle_states", json_text(system->idle_states),
			 "cmdline", json_text(system->cmdline),
			 "realtime", system->realtime,
			 "online", cpus_json(&system->online),
			 "isolated", cpus_json(&system->isolated),
			 "nohz_full", cpus_json(&system->nohz_full));
}

/* How the measuring threads really ran, which is at normal priority where no other was allowed. */
static struct rtlat_sched sched_in_force(const struct rtlat_result *result)
{
	if (result->config->sched_given || result->realtime_priority)
		return result->config->sched;
	return (struct rtlat_sched){ .policy = RTLAT_POLICY_OTHER };
}

static json_t *policy_json(const struct rtlat_sched *sched)
{
	static const char *const names[] = {
		[RTLAT_POLICY_OTHER] = "other",
		[RTLAT_POLICY_FIFO] = "fifo",
		[RTLAT_POLICY_RR] = "rr",
		[RTLAT_POLICY_DEADLINE] = "deadline",
	};

	return json_string(names[sched->policy]);
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

static json_t *threads_json(enum rtlat_threads threads)
{
	static const char *const names[] = {
		[RTLAT_THREADS_ANY] = "any",
		[RTLAT_THREADS_USER] = "user",
		[RTLAT_THREADS_KERNEL] = "kernel",
		[RTLAT_THREADS_USER_LOAD] = "user-load",
	};

	return json_string(names[threads]);
}

static json_t *given(bool is_given, int64_t number)
{
	return is_given ? json_integer(number) : json_null();
}

static json_t *percentiles_json(const struct rtlat_percentiles *percentiles)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < percentiles->nr; i++) {
		json_t *value = json_real((double)percentiles->value[i] / RTLAT_PERCENT);

		if (json_array_append_new(list, value)) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

static json_t *cgroup_json(const char *cgroup)
{
	if (!cgroup)
		return json_null();
	/* "" is rtlat's own, which is not the same as none. */
	return *cgroup ? json_text(cgroup) : json_string("");
}

static json_t *what_json(const struct rtlat_result *result)
{
	const struct rtlat_config *config = result->config;
	const struct rtlat_sched sched = sched_in_force(result);

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b}",
			 "source", json_text(config->source),
			 "threads", threads_json(config->threads),
			 "cpus", cpus_json(&config->cpus),
			 "housekeeping", cpus_json(&config->housekeeping),
			 "period_ns", json_number(config->period_ns),
			 "duration_ns", given(config->duration_ns, config->duration_ns),
			 "warm_up_ns", json_number(config->warm_up_ns),
			 "align_ns", given(config->align, config->align_ns),
			 "policy", policy_json(&sched),
			 "priority", priority_json(&sched),
			 "nice", nice_json(&sched),
			 "deadline_runtime_ns", deadline_json(&sched, sched.runtime_ns),
			 "deadline_period_ns", deadline_json(&sched, sched.period_ns),
			 "realtime_priority", result->realtime_priority);
}

static json_t *tune_json(const struct rtlat_config *config)
{
	return json_pack(
		"{s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:o}",
		"cgroup", cgroup_json(config->cgroup),
		"dma_latency_us", given(config->dma_latency_us != RTLAT_DMA_LATENCY_UNCHANGED,
					config->dma_latency_us),
		"deepest_idle_state", given(config->deepest_idle != RTLAT_IDLE_UNCHANGED,
					    config->deepest_idle),
		"trace_buffer_kb", given(config->trace_buffer_kb, config->trace_buffer_kb),
		"bucket_ns", given(config->entries, config->bucket_ns),
		"entries", given(config->entries, config->entries),
		"worst", (json_int_t)config->worst,
		"percentiles", percentiles_json(&config->percentiles));
}

json_t *json_config(const struct rtlat_result *result)
{
	json_t *config = what_json(result), *tune = tune_json(result->config);

	if (!config || !tune || json_object_update(config, tune)) {
		json_decref(config);
		config = NULL;
	}
	json_decref(tune);
	return config;
}

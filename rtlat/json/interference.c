// SPDX-License-Identifier: GPL-2.0-only
/* Who interfered with a sample, in JSON, with times and shares, written and read back. */
#include "rtlat/json/parts.h"
#include "rtlat/json/result_parts.h"
#include "rtlat/json/text.h"

static json_t *sender_json(const struct rtlat_sender *sender)
{
	json_t *json = json_object();

	json_put(&json, "cpu", json_integer(sender->cpu));
	json_put(&json, "pid", json_integer(sender->pid));
	json_put(&json, "name", json_text(sender->name));
	return json;
}

/* `sender`: of an interrupt, where it is known; or NULL. */
static json_t *culprit_json(const struct rtlat_culprit *culprit, const char *name,
			    const struct rtlat_sender *sender)
{
	json_t *json;

	if (!culprit->duration)
		return json_null();
	json = json_object();
	json_put(&json, "name", json_text(name));
	json_put(&json, "id", json_integer(culprit->id));
	json_put(&json, "duration_ns", json_number(culprit->duration));
	if (sender && sender->known)
		json_put(&json, "sender", sender_json(sender));
	return json;
}

/* A timer's function has a longer name than a task. */
static json_t *longest_json(const struct rtlat_share *share)
{
	return culprit_json(&share->longest,
			    share->function[0] ? share->function : share->longest.name,
			    &share->sender);
}

static json_t *share_json(const struct rtlat_share *share)
{
	json_t *json = json_object();

	json_put(&json, "part", json_string(rtlat_part_name(share->part)));
	json_put(&json, "time_ns", json_number(share->time));
	json_put(&json, "count", json_number(share->count));
	json_put(&json, "longest", longest_json(share));
	return json;
}

json_t *culprit_of_json(const struct rtlat_cpu_result *cpu)
{
	struct rtlat_share share;

	if (!cpu->nr_worst || rtlat_sample_culprit(&cpu->worst[0], &share))
		return json_null();
	return share_json(&share);
}

json_t *explanation_json(const struct rtlat_sample *sample)
{
	struct rtlat_share shares[RTLAT_SHARES_MAX];
	int i, nr = rtlat_sample_explain(sample, shares);
	json_t *list;

	if (nr < 0)
		return json_null();
	list = json_array();
	for (i = 0; i < nr; i++)
		json_add(&list, share_json(&shares[i]));
	return list;
}

static json_t *interferer_json(const struct rtlat_interference *interference,
			       enum rtlat_interferer interferer)
{
	const struct rtlat_culprit *worst = &interference->worst[interferer];
	json_t *json = json_object();

	json_put(&json, "time_ns", json_number(interference->time[interferer]));
	json_put(&json, "count", json_number(interference->count[interferer]));
	if (interferer < RTLAT_BY_NMI)
		json_put(&json, "worst",
			 culprit_json(worst, worst->name,
				      interferer == RTLAT_BY_IRQ ? &interference->sender : NULL));
	return json;
}

static json_t *hrtimers_json(const struct rtlat_interference *interference)
{
	json_t *json = json_object();
	struct rtlat_share share;

	rtlat_interference_share(interference, RTLAT_PART_HRTIMER, &share);
	json_put(&json, "time_ns", json_number(share.time));
	json_put(&json, "count", json_number(share.count));
	json_put(&json, "worst", longest_json(&share));
	return json;
}

static json_t *met_json(const struct rtlat_met *met)
{
	json_t *json;

	if (!met->known)
		return json_null();
	json = json_object();
	json_put(&json, "pid", json_integer(met->pid));
	json_put(&json, "name", json_text(met->name));
	return json;
}

json_t *interference_json(const struct rtlat_sample *sample)
{
	const struct rtlat_interference *interference = &sample->interference;
	unsigned int i;
	json_t *json;

	if (!(sample->has & RTLAT_HAS_INTERFERENCE))
		return json_null();
	json = json_object();
	json_put(&json, "late_ns", json_number(interference->late));
	json_put(&json, "handler_ns", json_number(interference->handler));
	json_put(&json, "dispatch_ns", json_number(interference->dispatch));
	if (sample->has & RTLAT_HAS(RTLAT_NOISE)) {
		json_put(&json, "hardware_ns", json_number(interference->hardware));
	} else {
		json_put(&json, "met", met_json(&interference->met));
		json_put(&json, "hrtimer", hrtimers_json(interference));
		if (interference->stolen)
			json_put(&json, "stolen_ns", json_number(interference->stolen));
	}
	for (i = 0; i < RTLAT_INTERFERERS; i++)
		json_put(&json, rtlat_interferer_name(i), interferer_json(interference, i));
	return json;
}

static void read_sender(struct json_reader *reader, const json_t *longest,
			struct rtlat_sender *sender)
{
	const json_t *task;

	if (!json_read_has(longest, "sender"))
		return;
	task = json_read_object(reader, longest, "sender");
	sender->known = true;
	sender->cpu = (int)json_read_number(reader, task, "cpu", RTLAT_MAX_CPUS - 1);
	sender->pid = json_read_integer(reader, task, "pid", 0, INT32_MAX);
	json_read_string(reader, task, "name", sender->name, sizeof(sender->name));
}

/* `sender`: of an interrupt; or NULL. */
static void read_culprit(struct json_reader *reader, const json_t *json,
			 struct rtlat_culprit *culprit, struct rtlat_sender *sender)
{
	const json_t *longest;

	if (!json_read_given(json, "worst"))
		return;
	longest = json_read_object(reader, json, "worst");
	json_read_string(reader, longest, "name", culprit->name, sizeof(culprit->name));
	culprit->id = json_read_integer(reader, longest, "id", INT32_MIN, INT32_MAX);
	culprit->duration = json_read_number(reader, longest, "duration_ns", JSON_TIME_MAX);
	if (sender)
		read_sender(reader, longest, sender);
}

static void read_met(struct json_reader *reader, const json_t *json, struct rtlat_met *met)
{
	const json_t *task;

	if (!json_read_has(json, "met"))
		return;
	task = json_read_object(reader, json, "met");
	met->known = true;
	met->pid = json_read_number(reader, task, "pid", INT32_MAX);
	json_read_string(reader, task, "name", met->name, sizeof(met->name));
}

static void read_hrtimers(struct json_reader *reader, const json_t *json,
			  struct rtlat_hrtimers *hrtimers)
{
	const json_t *all, *longest;

	if (!json_object_get(json, "hrtimer"))
		return;
	all = json_read_object(reader, json, "hrtimer");
	hrtimers->time = json_read_number(reader, all, "time_ns", JSON_TIME_MAX);
	hrtimers->count = json_read_number(reader, all, "count", UINT32_MAX);
	if (!json_read_given(all, "worst"))
		return;
	longest = json_read_object(reader, all, "worst");
	json_read_string(reader, longest, "name", hrtimers->name, sizeof(hrtimers->name));
	json_read_integer(reader, longest, "id", INT32_MIN, INT32_MAX);
	hrtimers->longest = json_read_number(reader, longest, "duration_ns", JSON_TIME_MAX);
}

static void read_latency_parts(struct json_reader *reader, const json_t *json,
			       struct rtlat_interference *interference)
{
	read_met(reader, json, &interference->met);
	read_hrtimers(reader, json, &interference->hrtimers);
	if (json_read_has(json, "stolen_ns"))
		interference->stolen = json_read_number(reader, json, "stolen_ns", JSON_TIME_MAX);
}

void read_interference(struct json_reader *reader, const json_t *json, bool noise,
		       struct rtlat_interference *interference)
{
	struct json_place place = json_enter(reader, "interference");
	unsigned int i;

	interference->late = json_read_number(reader, json, "late_ns", JSON_TIME_MAX);
	interference->handler = json_read_number(reader, json, "handler_ns", JSON_TIME_MAX);
	interference->dispatch = json_read_number(reader, json, "dispatch_ns", JSON_TIME_MAX);
	if (noise)
		interference->hardware =
			json_read_number(reader, json, "hardware_ns", JSON_TIME_MAX);
	else
		read_latency_parts(reader, json, interference);
	for (i = 0; i < RTLAT_INTERFERERS; i++) {
		const json_t *one = json_read_object(reader, json, rtlat_interferer_name(i));

		if (!one)
			break;
		interference->time[i] = json_read_number(reader, one, "time_ns", JSON_TIME_MAX);
		interference->count[i] = json_read_number(reader, one, "count", UINT32_MAX);
		if (i < RTLAT_BY_NMI)
			read_culprit(reader, one, &interference->worst[i],
				     i == RTLAT_BY_IRQ ? &interference->sender : NULL);
	}
	json_leave(reader, &place);
}

// SPDX-License-Identifier: GPL-2.0-only
/* JSON of who interfered with a sample, with times and shares. */
#include "rtlat/json/parts.h"
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

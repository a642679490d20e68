// SPDX-License-Identifier: GPL-2.0-only
/* The verdict in JSON. */
#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"

static json_t *measured_json(const struct rtlat_gate_result *verdict)
{
	if (!rtlat_gate_measured(verdict))
		return json_null();
	if (verdict->gate->metric == RTLAT_GATE_AVAILABLE)
		return json_millionths(verdict->measured / RTLAT_PERCENT);
	return json_thousandths(verdict->measured);
}

static json_t *gate_json(const struct rtlat_gate_result *verdict)
{
	json_t *json = json_object();

	json_put(&json, "gate", json_text(verdict->gate->text));
	json_put(&json, "outcome", json_string(rtlat_gate_outcome_name(verdict->outcome)));
	json_put(&json, "measured", measured_json(verdict));
	json_put(&json, "cpu", verdict->cpu < 0 ? json_null() : json_number(verdict->cpu));
	return json;
}

/* Makes the list of reasons. Gates that failed are reasons too. */
static json_t *reasons_json(const struct rtlat_result *result)
{
	json_t *lines = json_lines(result->reasons);
	char line[RTLAT_NOTE_SIZE];
	unsigned int i;

	for (i = 0; i < result->nr_gates; i++) {
		if (result->gates[i].outcome == RTLAT_GATE_HELD)
			continue;
		rtlat_gate_format(&result->gates[i], line, sizeof(line));
		json_add(&lines, json_text(line));
	}
	return lines;
}

json_t *json_verdict(const struct rtlat_result *result)
{
	json_t *verdict = json_object(), *gates = json_array();
	unsigned int i;

	for (i = 0; i < result->nr_gates; i++)
		json_add(&gates, gate_json(&result->gates[i]));
	json_put(&verdict, "status", json_string(rtlat_status_name(result->status)));
	json_put(&verdict, "reasons", reasons_json(result));
	json_put(&verdict, "gates", gates);
	return verdict;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cases.h"

static void set_value(struct test_case *test, double value, const char *unit)
{
	test->has_value = true;
	test->value = value;
	test->unit = unit;
}

/* Reasons that are none of a limit, nor of a gate, are of a run that could not be measured. */
static void add_measured(const struct rtlat_result *result, struct test_case *test)
{
	const struct rtlat_notes *reasons = result->exceeded ? NULL : result->reasons;

	snprintf(test->name, sizeof(test->name), "measured");
	set_value(test, (double)result->total.count, "");
	if (reasons && reasons->nr) {
		test->status = RTLAT_STATUS_ERROR;
		snprintf(test->message, sizeof(test->message), "%s", reasons->text[0]);
		return;
	}
	snprintf(test->message, sizeof(test->message), "%" PRIu64 " samples%s", result->total.count,
		 result->complete ? "" : ", incomplete");
}

static void add_limit(const struct rtlat_result *result, const char *name, uint64_t limit,
		      struct test_case *test)
{
	const struct rtlat_exceeded *exceeded = result->exceeded;

	snprintf(test->name, sizeof(test->name), "limit %s<%" PRIu64 "us", name,
		 (uint64_t)(limit / RTLAT_NSEC_PER_USEC));
	if (!exceeded || (exceeded->context == RTLAT_IRQ) != !strcmp(name, "irq")) {
		snprintf(test->message, sizeof(test->message), "held");
		return;
	}
	test->status = RTLAT_STATUS_FAIL;
	set_value(test, (double)exceeded->sample.latency[exceeded->context] / RTLAT_NSEC_PER_USEC,
		  "us");
	snprintf(test->message, sizeof(test->message), "%s",
		 result->reasons && result->reasons->nr ? result->reasons->text[0] : "reached");
}

static void add_gate(const struct rtlat_gate_result *verdict, struct test_case *test)
{
	const struct rtlat_gate *gate = verdict->gate;
	char line[RTLAT_NOTE_SIZE];
	const char *colon;

	snprintf(test->name, sizeof(test->name), "gate %s", gate->text);
	rtlat_gate_format(verdict, line, sizeof(line));
	colon = strstr(line, ": ");
	snprintf(test->message, sizeof(test->message), "%s", colon ? colon + 2 : "");
	if (verdict->outcome != RTLAT_GATE_HELD)
		test->status = RTLAT_STATUS_FAIL;
	if (!rtlat_gate_measured(verdict))
		return;
	if (gate->metric == RTLAT_GATE_DURATION)
		set_value(test, verdict->measured / RTLAT_NSEC_PER_SEC, "s");
	else if (rtlat_gate_is_time(gate))
		set_value(test, verdict->measured / RTLAT_NSEC_PER_USEC, "us");
	else
		set_value(test, verdict->measured, "");
}

unsigned int cases_get(const struct rtlat_result *result, struct test_case cases[CASES_MAX])
{
	const struct rtlat_config *config = result->config;
	unsigned int nr = 0, i;

	memset(cases, 0, CASES_MAX * sizeof(*cases));
	add_measured(result, &cases[nr++]);
	if (config->stop_irq_ns)
		add_limit(result, "irq", config->stop_irq_ns, &cases[nr++]);
	if (config->stop_thread_ns)
		add_limit(result, "thread", config->stop_thread_ns, &cases[nr++]);
	for (i = 0; i < result->nr_gates; i++)
		add_gate(&result->gates[i], &cases[nr++]);
	return nr;
}

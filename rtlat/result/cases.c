// SPDX-License-Identifier: GPL-2.0-only
/* A result as test cases, one for each gate and limit, for formats of CI. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/result/cases.h"
#include "rtlat/result/verdict.h"

static void set_value(struct test_case *test, double value, const char *unit, unsigned int decimals)
{
	test->has_value = true;
	test->value = value;
	test->unit = unit;
	test->decimals = decimals;
}

/* Reasons that are none of a limit, nor of a gate, are of a run that could not be measured. */
static void add_measured(const struct rtlat_result *result, struct test_case *test)
{
	static const char *const measures[] = { "samples", "noises", "delays" };
	const struct rtlat_notes *reasons = verdict_is_of_limit(result) ? NULL : result->reasons;

	snprintf(test->name, sizeof(test->name), "measured");
	set_value(test, (double)result->total.count, "", 0);
	if (reasons && reasons->nr) {
		test->status = RTLAT_STATUS_ERROR;
		snprintf(test->message, sizeof(test->message), "%s", reasons->text[0]);
		return;
	}
	snprintf(test->message, sizeof(test->message), "%" PRIu64 " %s%s", result->total.count,
		 measures[result->config->measure], result->complete ? "" : ", incomplete");
}

/* The limits that a run can have, each with the samples that may have reached it. */
static const struct limit {
	const char *name; /* the condition on a sample, without its value */
	size_t field;
	unsigned int contexts;
	bool period;
} limits[] = {
	{ "irq<", offsetof(struct rtlat_config, stop_irq_ns), RTLAT_HAS(RTLAT_IRQ), false },
	{ "thread<", offsetof(struct rtlat_config, stop_thread_ns),
	  RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN), false },
	{ "noise<=", offsetof(struct rtlat_config, stop_noise_ns), RTLAT_HAS(RTLAT_NOISE), false },
	{ "period<=", offsetof(struct rtlat_config, stop_period_ns), RTLAT_HAS(RTLAT_NOISE), true },
};

static uint64_t limit_ns(const struct rtlat_config *config, const struct limit *limit)
{
	return *(const uint64_t *)((const char *)config + limit->field);
}

static void add_limit(const struct rtlat_result *result, const struct limit *limit,
		      struct test_case *test)
{
	const struct rtlat_exceeded *exceeded = result->exceeded;

	snprintf(test->name, sizeof(test->name), "limit %s%" PRIu64 "us", limit->name,
		 (uint64_t)(limit_ns(result->config, limit) / RTLAT_NSEC_PER_USEC));
	if (!exceeded || !(limit->contexts & RTLAT_HAS(exceeded->context)) ||
	    limit->period != exceeded->period) {
		snprintf(test->message, sizeof(test->message), "held");
		return;
	}
	set_value(test, (double)exceeded->sample.latency[exceeded->context] / RTLAT_NSEC_PER_USEC,
		  "us", 3);
	if (!verdict_is_of_limit(result)) {
		snprintf(test->message, sizeof(test->message), "reached, and the run went on");
		return;
	}
	test->status = RTLAT_STATUS_FAIL;
	snprintf(test->message, sizeof(test->message), "%s", result->reasons->text[0]);
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
		set_value(test, verdict->measured / RTLAT_NSEC_PER_SEC, "s", 3);
	else if (gate->metric == RTLAT_GATE_AVAILABLE)
		set_value(test, verdict->measured / RTLAT_PERCENT, "percent", 6);
	else if (rtlat_gate_is_time(gate))
		set_value(test, verdict->measured / RTLAT_NSEC_PER_USEC, "us", 3);
	else
		set_value(test, verdict->measured, "", 0);
}

unsigned int cases_get(const struct rtlat_result *result, struct test_case cases[CASES_MAX])
{
	unsigned int nr = 0, i;

	memset(cases, 0, CASES_MAX * sizeof(*cases));
	add_measured(result, &cases[nr++]);
	for (i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		if (limit_ns(result->config, &limits[i]))
			add_limit(result, &limits[i], &cases[nr++]);
	}
	for (i = 0; i < result->nr_gates; i++)
		add_gate(&result->gates[i], &cases[nr++]);
	return nr;
}

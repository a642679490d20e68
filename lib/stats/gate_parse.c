// SPDX-License-Identifier: LGPL-2.1-or-later
/* Parses gates such as "cpu3.thread.p99.9<=100us". */
#include <errno.h>
#include <string.h>

#include "lib/stats/gate_parse.h"
#include "lib/util/parse.h"

/* True if `word` is at *cursor, which then moves past it. */
static bool take(const char **cursor, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(*cursor, word, length))
		return false;
	*cursor += length;
	return true;
}

static int parse_scope(const char **cursor, struct rtlat_gate *gate)
{
	uint64_t cpu;
	int err;

	gate->cpu = -1;
	gate->scope = RTLAT_GATE_ALL;
	if (take(cursor, "all."))
		return 0;
	if (take(cursor, "worst.")) {
		gate->scope = RTLAT_GATE_WORST;
		return 0;
	}
	if (!take(cursor, "cpu"))
		return 0;
	err = parse_digits(cursor, &cpu);
	if (err == -EINVAL || !take(cursor, "."))
		return -EINVAL;
	if (err || cpu >= RTLAT_MAX_CPUS)
		return -ERANGE;
	gate->scope = RTLAT_GATE_CPU;
	gate->cpu = (int)cpu;
	return 0;
}

static const struct {
	const char *name;
	enum rtlat_gate_metric metric;
	enum rtlat_context context; /* the only context that has the metric */
} latencies[] = {
	{ "min", RTLAT_GATE_MIN, 0 },
	{ "avg", RTLAT_GATE_AVG, 0 },
	{ "max", RTLAT_GATE_MAX, 0 },
	{ "stddev", RTLAT_GATE_STDDEV, 0 },
}, counts[] = {
	{ "count", RTLAT_GATE_COUNT, 0 },
	{ "missed", RTLAT_GATE_MISSED, 0 },
	{ "lost", RTLAT_GATE_LOST, 0 },
	{ "duration", RTLAT_GATE_DURATION, 0 },
	{ "available", RTLAT_GATE_AVAILABLE, RTLAT_NOISE },
	{ "period.max", RTLAT_GATE_PERIOD, RTLAT_NOISE },
	{ "hardware", RTLAT_GATE_HARDWARE, RTLAT_NOISE },
};

static int gate_parse_parse_percentile(const char **cursor, struct rtlat_gate *gate)
{
	struct rtlat_percentiles percentiles;
	size_t length = strspn(*cursor, "0123456789.");
	char number[24];
	int err;

	if (length == 0 || length >= sizeof(number))
		return -EINVAL;
	memcpy(number, *cursor, length);
	number[length] = '\0';
	err = rtlat_parse_percentiles(number, &percentiles);
	if (err)
		return err;
	*cursor += length;
	gate->metric = RTLAT_GATE_PERCENTILE;
	gate->percentile = percentiles.value[0];
	return 0;
}

static int parse_latency(const char **cursor, struct rtlat_gate *gate)
{
	size_t i;

	for (i = 0; i < sizeof(latencies) / sizeof(latencies[0]); i++) {
		if (take(cursor, latencies[i].name)) {
			gate->metric = latencies[i].metric;
			return 0;
		}
	}
	return take(cursor, "p") ? gate_parse_parse_percentile(cursor, gate) : -EINVAL;
}

static int parse_metric(const char **cursor, struct rtlat_gate *gate)
{
	enum rtlat_context context;
	size_t i;

	for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		if (take(cursor, counts[i].name)) {
			gate->metric = counts[i].metric;
			gate->context = counts[i].context;
			/* The duration is the same for all CPUs. */
			if (gate->metric == RTLAT_GATE_DURATION && gate->scope != RTLAT_GATE_ALL)
				return -EINVAL;
			return 0;
		}
	}
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (take(cursor, rtlat_context_name(context)) && take(cursor, ".")) {
			gate->context = context;
			return parse_latency(cursor, gate);
		}
	}
	return -EINVAL;
}

static int parse_comparison(const char **cursor, struct rtlat_gate *gate)
{
	static const struct {
		const char *sign;
		enum rtlat_gate_comparison comparison;
	} signs[] = {
		/* Longer ones first. */
		{ "<=", RTLAT_GATE_LESS_EQUAL },    { "<", RTLAT_GATE_LESS },
		{ ">=", RTLAT_GATE_GREATER_EQUAL }, { ">", RTLAT_GATE_GREATER },
		{ "==", RTLAT_GATE_EQUAL },         { "!=", RTLAT_GATE_NOT_EQUAL },
	};
	size_t i;

	for (i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
		if (take(cursor, signs[i].sign)) {
			gate->comparison = signs[i].comparison;
			return 0;
		}
	}
	return -EINVAL;
}

/* Parses a percentage. The sign is optional. */
static int parse_available(const char *text, uint64_t *value)
{
	int err = parse_percent(&text, value);

	if (err == -EINVAL)
		return err;
	take(&text, "%");
	return *text ? -EINVAL : err;
}

static int parse_value(const char *text, struct rtlat_gate *gate)
{
	switch (gate->metric) {
	case RTLAT_GATE_COUNT:
	case RTLAT_GATE_MISSED:
	case RTLAT_GATE_LOST:
	case RTLAT_GATE_HARDWARE:
		return rtlat_parse_u64(text, 0, UINT64_MAX, &gate->value);
	case RTLAT_GATE_DURATION:
		return rtlat_parse_duration(text, &gate->value);
	case RTLAT_GATE_AVAILABLE:
		return parse_available(text, &gate->value);
	default:
		return parse_time(text, RTLAT_NSEC_PER_USEC, &gate->value);
	}
}

int gate_parse(const char *text, struct rtlat_gate *gate, enum gate_part *part, size_t *at)
{
	static int (*const parse_part[])(const char **cursor, struct rtlat_gate *gate) = {
		[GATE_SCOPE] = parse_scope,
		[GATE_METRIC] = parse_metric,
		[GATE_COMPARISON] = parse_comparison,
	};
	const char *cursor = text;
	int err;

	*gate = (struct rtlat_gate){ .text = text };
	for (*part = GATE_SCOPE; *part < GATE_VALUE; (*part)++) {
		*at = cursor - text;
		err = parse_part[*part](&cursor, gate);
		if (err)
			return err;
	}
	*at = cursor - text;
	return parse_value(cursor, gate);
}

int rtlat_gate_parse(const char *text, struct rtlat_gate *gate)
{
	struct rtlat_gate parsed;
	enum gate_part part;
	size_t at;
	int err;

	err = gate_parse(text, &parsed, &part, &at);
	if (!err)
		*gate = parsed;
	return err;
}

bool rtlat_gate_wants(const struct rtlat_gate *gate, enum rtlat_context context)
{
	switch (gate->metric) {
	case RTLAT_GATE_COUNT:
	case RTLAT_GATE_MISSED:
	case RTLAT_GATE_LOST:
	case RTLAT_GATE_DURATION:
		return false;
	default:
		return gate->context == context;
	}
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Gates: conditions that a result must satisfy to pass. */
#ifndef RTLAT_GATE_H
#define RTLAT_GATE_H

#include "rtlat/sample.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Gates: conditions that a result must satisfy to pass. A gate is a scope, a metric, a comparison
 * and a value: "thread.max<=100us", "cpu3.irq.p99.9<20us", "worst.missed==0".
 */
enum rtlat_gate_scope {
	RTLAT_GATE_ALL,   /* all CPUs together: no word, or "all." */
	RTLAT_GATE_WORST, /* the CPU that is furthest from it, or closest to failing: "worst." */
	RTLAT_GATE_CPU,   /* one: "cpu3." */
};

enum rtlat_gate_metric {
	RTLAT_GATE_MIN, /* of a latency: "irq.min", "thread.p99.9", "return.max" */
	RTLAT_GATE_AVG,
	RTLAT_GATE_MAX,
	RTLAT_GATE_STDDEV,
	RTLAT_GATE_PERCENTILE,
	RTLAT_GATE_COUNT,
	RTLAT_GATE_MISSED,
	RTLAT_GATE_LOST,
	RTLAT_GATE_DURATION, /* of the run */
	/* Metrics that only noise has: */
	RTLAT_GATE_AVAILABLE, /* "available>=99.9%", in RTLAT_PERCENT */
	RTLAT_GATE_PERIOD,    /* "period.max": the most noise in one period */
	RTLAT_GATE_HARDWARE,  /* "hardware": how many were without any interference */
};

enum rtlat_gate_comparison {
	RTLAT_GATE_LESS,
	RTLAT_GATE_LESS_EQUAL,
	RTLAT_GATE_GREATER,
	RTLAT_GATE_GREATER_EQUAL,
	RTLAT_GATE_EQUAL,
	RTLAT_GATE_NOT_EQUAL,
};

struct rtlat_gate {
	const char *text; /* the text that was parsed, borrowed */
	enum rtlat_gate_scope scope;
	int cpu; /* -1: not one */
	enum rtlat_gate_metric metric;
	enum rtlat_context context; /* of a latency */
	uint32_t percentile;
	enum rtlat_gate_comparison comparison;
	uint64_t value; /* ns, a count, or in RTLAT_PERCENT */
};

#define RTLAT_GATES_MAX 24

/*
 * A time has a unit (d, h, m, s, ms, us, ns) or is in microseconds, the duration of the run in
 * seconds. A count has no unit, a percentage may have '%'. -EINVAL: not a gate; -ERANGE: a number
 * in it is out of range. On failure *gate is unchanged.
 */
int rtlat_gate_parse(const char *text, struct rtlat_gate *gate);
/* True if the gate is about this latency, or about noise. */
bool rtlat_gate_wants(const struct rtlat_gate *gate, enum rtlat_context context);
/* True if the gate's value is a time, not a count or a percentage. */
bool rtlat_gate_is_time(const struct rtlat_gate *gate);

/* Outcomes from good to bad. Only the first one is a pass. */
enum rtlat_gate_outcome {
	RTLAT_GATE_HELD,
	RTLAT_GATE_ABSENT,  /* the source, or the run, does not measure that */
	RTLAT_GATE_TOO_FEW, /* the samples cannot support it: see rtlat_histogram_percentile() */
	/* The gate holds for the samples recorded, but a lost one may have been worse. */
	RTLAT_GATE_UNDECIDED,
	RTLAT_GATE_FAILED,
};

struct rtlat_gate_result {
	const struct rtlat_gate *gate;
	enum rtlat_gate_outcome outcome;
	double measured; /* ns, a count, or in RTLAT_PERCENT, where rtlat_gate_measured() */
	int cpu;         /* that it was measured on; -1: on all, or on none */
};

struct rtlat_result;

void rtlat_gate_judge(const struct rtlat_gate *gate, const struct rtlat_result *result,
		      struct rtlat_gate_result *verdict);
/* Was there something to compare with its value? Where there was not, the gate does not hold. */
bool rtlat_gate_measured(const struct rtlat_gate_result *verdict);
/* "held", "not measured", "not enough samples", "undecided", "failed" */
const char *rtlat_gate_outcome_name(enum rtlat_gate_outcome outcome);
/* "gate thread.max<=100us: held, it was 71.204 us". The length without NUL, or -ENOSPC. */
int rtlat_gate_format(const struct rtlat_gate_result *verdict, char *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_GATE_H */

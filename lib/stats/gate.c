// SPDX-License-Identifier: LGPL-2.1-or-later
/* Judges whether a result satisfies its gates. */
#include <errno.h>
#include <math.h>

#include "rtlat.h"
#include "lib/util/text.h"

static bool holds(const struct rtlat_gate *gate, double measured)
{
	double value = (double)gate->value;

	switch (gate->comparison) {
	case RTLAT_GATE_LESS:
		return measured < value;
	case RTLAT_GATE_LESS_EQUAL:
		return measured <= value;
	case RTLAT_GATE_GREATER:
		return measured > value;
	case RTLAT_GATE_GREATER_EQUAL:
		return measured >= value;
	case RTLAT_GATE_EQUAL:
		return measured == value;
	case RTLAT_GATE_NOT_EQUAL:
		return measured != value;
	}
	return false;
}

static int measure_latency(const struct rtlat_gate *gate, const struct rtlat_result *result,
			   const struct rtlat_cpu_result *cpu, double *measured)
{
	const struct rtlat_histogram *histogram = cpu->context[gate->context].histogram;
	uint64_t value;
	int err;

	*measured = 0;
	/*
	 * A CPU without any noise had none that was too long. One without any delay may have been
	 * one where nothing was looked at.
	 */
	if (!histogram->count && gate->metric == RTLAT_GATE_MAX &&
	    ((cpu->delays && result->config->allow_empty) || (cpu->noise && cpu->noise->runtime)))
		return 0;
	if (!histogram->count)
		return -ENODATA;
	switch (gate->metric) {
	case RTLAT_GATE_MIN:
		*measured = (double)histogram->min;
		break;
	case RTLAT_GATE_AVG:
		*measured = rtlat_histogram_mean(histogram);
		break;
	case RTLAT_GATE_STDDEV:
		*measured = rtlat_histogram_stddev(histogram);
		break;
	case RTLAT_GATE_PERCENTILE:
		err = rtlat_histogram_percentile(histogram, gate->percentile, &value);
		if (err)
			return err;
		*measured = (double)value;
		break;
	default:
		*measured = (double)histogram->max;
	}
	return 0;
}

/* Measures a metric of noise that is not in its histogram. -EOPNOTSUPP: it is not known. */
static int measure_noise(const struct rtlat_gate *gate, const struct rtlat_result *result,
			 const struct rtlat_noise *noise, double *measured)
{
	if (!noise)
		return -EOPNOTSUPP;
	switch (gate->metric) {
	case RTLAT_GATE_AVAILABLE:
		return rtlat_noise_available(noise, measured);
	case RTLAT_GATE_HARDWARE:
		if (!(result->contexts & RTLAT_HAS_COUNTS))
			return -EOPNOTSUPP;
		*measured = (double)noise->hardware;
		break;
	default:
		*measured = (double)noise->max_period;
	}
	return noise->runtime ? 0 : -ENODATA;
}

/*
 * True if something of this CPU, or of all CPUs, is missing in the result. Lost samples whose CPU
 * is unknown may belong to any CPU.
 */
static bool is_incomplete(const struct rtlat_result *result, const struct rtlat_cpu_result *cpu)
{
	uint64_t lost = result->total.lost;
	unsigned int i;

	if (cpu == &result->total)
		return !result->complete;
	for (i = 0; i < result->nr_cpus; i++)
		lost -= result->cpus[i].lost < lost ? result->cpus[i].lost : lost;
	return cpu->state != RTLAT_CPU_MEASURED || cpu->lost || lost;
}

/*
 * True if the gate's outcome would be the same with the lost samples: a maximum and a count can
 * only grow.
 */
static bool is_proven(const struct rtlat_gate *gate)
{
	bool more = gate->comparison == RTLAT_GATE_GREATER ||
		    gate->comparison == RTLAT_GATE_GREATER_EQUAL;
	bool less =
		gate->comparison == RTLAT_GATE_LESS || gate->comparison == RTLAT_GATE_LESS_EQUAL;

	switch (gate->metric) {
	case RTLAT_GATE_COUNT:
	case RTLAT_GATE_LOST:
	case RTLAT_GATE_DURATION:
		return true;
	case RTLAT_GATE_MAX:
	case RTLAT_GATE_PERIOD:
	case RTLAT_GATE_MISSED:
	case RTLAT_GATE_HARDWARE:
		return more;
	case RTLAT_GATE_MIN:
		return less;
	default:
		return false;
	}
}

/* Judges one CPU, or all together. */
static enum rtlat_gate_outcome judge_cpu(const struct rtlat_gate *gate,
					 const struct rtlat_result *result,
					 const struct rtlat_cpu_result *cpu, double *measured)
{
	int err = 0;

	switch (gate->metric) {
	case RTLAT_GATE_COUNT:
		*measured = (double)cpu->count;
		break;
	case RTLAT_GATE_MISSED:
		*measured = (double)cpu->missed;
		break;
	case RTLAT_GATE_LOST:
		*measured = (double)cpu->lost;
		break;
	case RTLAT_GATE_DURATION:
		*measured = (double)result->duration_ns;
		break;
	case RTLAT_GATE_AVAILABLE:
	case RTLAT_GATE_PERIOD:
	case RTLAT_GATE_HARDWARE:
		err = measure_noise(gate, result, cpu->noise, measured);
		break;
	default:
		if (!cpu->context[gate->context].histogram)
			return RTLAT_GATE_ABSENT;
		err = measure_latency(gate, result, cpu, measured);
	}
	if (err)
		return err == -EOPNOTSUPP ? RTLAT_GATE_ABSENT : RTLAT_GATE_TOO_FEW;
	if (!holds(gate, *measured))
		return RTLAT_GATE_FAILED;
	return is_proven(gate) || !is_incomplete(result, cpu) ? RTLAT_GATE_HELD
							      : RTLAT_GATE_UNDECIDED;
}

/* True if, of two values that hold or two that do not, `a` holds by less or fails by more. */
static bool is_worse(const struct rtlat_gate *gate, double a, double b)
{
	switch (gate->comparison) {
	case RTLAT_GATE_GREATER:
	case RTLAT_GATE_GREATER_EQUAL:
		return a < b;
	case RTLAT_GATE_LESS:
	case RTLAT_GATE_LESS_EQUAL:
		return a > b;
	case RTLAT_GATE_EQUAL:
		return fabs(a - (double)gate->value) > fabs(b - (double)gate->value);
	case RTLAT_GATE_NOT_EQUAL:
		break;
	}
	return false;
}

/*
 * Judges each CPU: one that fails makes the gate fail, and one that cannot be judged may have
 * failed.
 */
static void judge_worst(const struct rtlat_gate *gate, const struct rtlat_result *result,
			struct rtlat_gate_result *verdict)
{
	unsigned int i;

	verdict->outcome = RTLAT_GATE_ABSENT;
	for (i = 0; i < result->nr_cpus; i++) {
		const struct rtlat_cpu_result *cpu = &result->cpus[i];
		enum rtlat_gate_outcome outcome;
		double measured = 0;

		outcome = judge_cpu(gate, result, cpu, &measured);
		if (i > 0 && outcome < verdict->outcome)
			continue;
		if (i > 0 && outcome == verdict->outcome &&
		    !is_worse(gate, measured, verdict->measured))
			continue;
		verdict->outcome = outcome;
		verdict->measured = measured;
		verdict->cpu = cpu->cpu;
	}
}

const struct rtlat_cpu_result *rtlat_result_cpu(const struct rtlat_result *result, int cpu)
{
	unsigned int i;

	for (i = 0; i < result->nr_cpus; i++) {
		if (result->cpus[i].cpu == cpu)
			return &result->cpus[i];
	}
	return NULL;
}

void rtlat_gate_judge(const struct rtlat_gate *gate, const struct rtlat_result *result,
		      struct rtlat_gate_result *verdict)
{
	const struct rtlat_cpu_result *cpu = &result->total;

	*verdict = (struct rtlat_gate_result){ .gate = gate, .cpu = -1 };
	if (gate->scope == RTLAT_GATE_WORST) {
		judge_worst(gate, result, verdict);
		return;
	}
	if (gate->scope == RTLAT_GATE_CPU)
		cpu = rtlat_result_cpu(result, gate->cpu);
	if (!cpu) {
		verdict->outcome = RTLAT_GATE_ABSENT;
		return;
	}
	verdict->cpu = cpu->cpu;
	verdict->outcome = judge_cpu(gate, result, cpu, &verdict->measured);
}

const char *rtlat_gate_outcome_name(enum rtlat_gate_outcome outcome)
{
	static const char *const names[] = {
		[RTLAT_GATE_HELD] = "held",
		[RTLAT_GATE_ABSENT] = "not measured",
		[RTLAT_GATE_TOO_FEW] = "not enough samples",
		[RTLAT_GATE_UNDECIDED] = "undecided",
		[RTLAT_GATE_FAILED] = "failed",
	};

	return names[outcome];
}

bool rtlat_gate_is_time(const struct rtlat_gate *gate)
{
	switch (gate->metric) {
	case RTLAT_GATE_COUNT:
	case RTLAT_GATE_MISSED:
	case RTLAT_GATE_LOST:
	case RTLAT_GATE_AVAILABLE:
	case RTLAT_GATE_HARDWARE:
		return false;
	default:
		return true;
	}
}

bool rtlat_gate_measured(const struct rtlat_gate_result *verdict)
{
	return verdict->outcome != RTLAT_GATE_ABSENT && verdict->outcome != RTLAT_GATE_TOO_FEW;
}

static void add_measured(struct text *text, const struct rtlat_gate_result *verdict)
{
	double measured = verdict->measured;

	if (verdict->gate->metric == RTLAT_GATE_AVAILABLE)
		text_add(text, ", it was %.6f %%", measured / RTLAT_PERCENT);
	else if (!rtlat_gate_is_time(verdict->gate))
		text_add(text, ", it was %.0f", measured);
	else if (verdict->gate->metric == RTLAT_GATE_DURATION)
		text_add(text, ", it was %.3f s", measured / RTLAT_NSEC_PER_SEC);
	else
		text_add(text, ", it was %.3f us", measured / RTLAT_NSEC_PER_USEC);
}

int rtlat_gate_format(const struct rtlat_gate_result *verdict, char *buffer, size_t size)
{
	struct text text;

	text_init(&text, buffer, size);
	text_add(&text, "gate %s: %s", verdict->gate->text,
		 rtlat_gate_outcome_name(verdict->outcome));
	if (verdict->outcome == RTLAT_GATE_UNDECIDED)
		text_add(&text, ", as the result is incomplete");
	if (rtlat_gate_measured(verdict))
		add_measured(&text, verdict);
	if (verdict->gate->scope == RTLAT_GATE_WORST && verdict->cpu >= 0)
		text_add(&text, " on CPU %d", verdict->cpu);
	return text_length(&text);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Looks into a run that goes on, to see if it has measured enough. */
#include "rtlat/measure/enough.h"

#define SAMPLES_INTERVAL (50 * RTLAT_NSEC_PER_MSEC)
#define GATES_INTERVAL RTLAT_NSEC_PER_SEC

/* Returns how many samples the CPU with the fewest still needs; 1 if that cannot be told now. */
static uint64_t samples_left(struct rtlat_run *run, uint64_t samples)
{
	unsigned int i, nr = rtlat_run_nr_cpus(run);
	struct rtlat_row row;
	uint64_t left = 0;

	for (i = 0; i < nr; i++) {
		if (rtlat_run_row(run, i, &row))
			return 1;
		/* A CPU that is gone gets no more. */
		if (row.state == RTLAT_CPU_MEASURED && row.count < samples &&
		    samples - row.count > left)
			left = samples - row.count;
	}
	return left;
}

/* A count or a duration that is too small still grows. */
static bool is_settled(const struct rtlat_gate *gate, enum rtlat_gate_outcome outcome)
{
	bool grows = gate->metric == RTLAT_GATE_COUNT || gate->metric == RTLAT_GATE_DURATION;

	return outcome == RTLAT_GATE_HELD || (outcome == RTLAT_GATE_FAILED && !grows);
}

static bool gates_settled(struct rtlat_run *run)
{
	struct rtlat_result result;
	unsigned int i;

	if (rtlat_run_interim(run, &result))
		return false;
	for (i = 0; i < result.nr_gates; i++) {
		if (!is_settled(result.gates[i].gate, result.gates[i].outcome))
			return false;
	}
	return true;
}

uint64_t enough_wait(const struct options *options, struct rtlat_run *run)
{
	uint64_t wait = UINT64_MAX, left, period = options->config.period_ns;

	if (options->samples) {
		left = samples_left(run, options->samples);
		if (!left)
			return 0;
		/* A look takes a CPU's time: there is none before the samples can be there. */
		wait = left > SAMPLES_INTERVAL / period ? left * period : SAMPLES_INTERVAL;
	}
	if (!options->until_gates)
		return wait;
	if (gates_settled(run))
		return 0;
	return wait < GATES_INTERVAL ? wait : GATES_INTERVAL;
}

// SPDX-License-Identifier: GPL-2.0-only
/* Looks into a run that goes on, to see if it has measured enough. */
#include "rtlat/measure/enough.h"

#define SAMPLES_INTERVAL (50 * RTLAT_NSEC_PER_MSEC)
#define GATES_INTERVAL RTLAT_NSEC_PER_SEC

uint64_t enough_interval(const struct options *options)
{
	if (options->samples)
		return SAMPLES_INTERVAL;
	return options->until_gates ? GATES_INTERVAL : UINT64_MAX;
}

static bool has_samples(struct rtlat_run *run, uint64_t samples)
{
	unsigned int i, nr = rtlat_run_nr_cpus(run);
	struct rtlat_row row;

	for (i = 0; i < nr; i++) {
		if (rtlat_run_row(run, i, &row))
			return false;
		/* A CPU that is gone gets no more. */
		if (row.count < samples && row.state == RTLAT_CPU_MEASURED)
			return false;
	}
	return true;
}

/* A count or a duration that is too small still grows. */
static bool is_settled(const struct rtlat_gate *gate, enum rtlat_gate_outcome outcome)
{
	bool grows = gate->metric == RTLAT_GATE_COUNT || gate->metric == RTLAT_GATE_DURATION;

	return outcome == RTLAT_GATE_HELD || (outcome == RTLAT_GATE_FAILED && !grows);
}

static bool gates_settled(struct rtlat_run *run)
{
	const struct rtlat_config *config = rtlat_run_config(run);
	struct rtlat_gate_result verdict;
	struct rtlat_result result;
	unsigned int i;

	if (rtlat_run_interim(run, &result))
		return false;
	/* An interim result is incomplete only for samples that were lost. */
	result.complete = !result.total.lost;
	for (i = 0; i < config->nr_gates; i++) {
		rtlat_gate_judge(&config->gates[i], &result, &verdict);
		if (!is_settled(&config->gates[i], verdict.outcome))
			return false;
	}
	return true;
}

bool enough_measured(const struct options *options, struct rtlat_run *run)
{
	if (options->samples && has_samples(run, options->samples))
		return true;
	return options->until_gates && gates_settled(run);
}

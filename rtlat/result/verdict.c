// SPDX-License-Identifier: GPL-2.0-only
/* The verdict of a result's gates and limits, and the exit status for it. */
#include "rtlat/result/verdict.h"

/* A limit that is a failure is among the reasons; a gate is not. */
bool verdict_is_of_limit(const struct rtlat_result *result)
{
	return result->exceeded && result->status == RTLAT_STATUS_FAIL && result->reasons &&
	       result->reasons->nr;
}

const char *verdict_name(const struct rtlat_result *result)
{
	const struct rtlat_config *config = result->config;
	bool judged = result->nr_gates || config->stop_irq_ns || config->stop_thread_ns ||
		      config->stop_noise_ns || config->stop_period_ns;

	return judged || result->status != RTLAT_STATUS_PASS ? rtlat_status_name(result->status)
							     : "no gate";
}

void verdict_print(FILE *file, const char *prefix, const struct rtlat_result *result)
{
	char line[RTLAT_NOTE_SIZE];
	unsigned int i;

	fprintf(file, "%sverdict: %s\n", prefix, verdict_name(result));
	for (i = 0; result->reasons && i < result->reasons->nr; i++)
		fprintf(file, "%sreason: %s\n", prefix, result->reasons->text[i]);
	for (i = 0; i < result->nr_gates; i++) {
		rtlat_gate_format(&result->gates[i], line, sizeof(line));
		fprintf(file, "%s%s\n", prefix, line);
	}
}

enum exit_status output_exit_status(enum rtlat_status status)
{
	switch (status) {
	case RTLAT_STATUS_PASS:
		return STATUS_MEASURED;
	case RTLAT_STATUS_FAIL:
		return STATUS_EXCEEDED;
	case RTLAT_STATUS_SKIP:
		return STATUS_SKIPPED;
	case RTLAT_STATUS_ERROR:
		break;
	}
	return STATUS_ERROR;
}

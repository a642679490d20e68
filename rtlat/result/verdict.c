// SPDX-License-Identifier: GPL-2.0-only
/* The verdict of a result's gates and limits, and the exit status for it. */
#include "rtlat/result/verdict.h"

/* A limit that is a failure is among the reasons; a gate is not. */
bool verdict_is_of_limit(const struct rtlat_result *result)
{
	return result->exceeded && result->status == RTLAT_STATUS_FAIL && result->reasons &&
	       result->reasons->nr;
}

void verdict_print_gates(FILE *file, const char *prefix, const struct rtlat_result *result)
{
	char line[RTLAT_NOTE_SIZE];
	unsigned int i;

	for (i = 0; i < result->nr_gates; i++) {
		rtlat_gate_format(&result->gates[i], line, sizeof(line));
		fprintf(file, "%s%s\n", prefix, line);
	}
}

void verdict_print(FILE *file, const char *prefix, const struct rtlat_result *result)
{
	unsigned int i;

	fprintf(file, "%sverdict: %s\n", prefix, rtlat_status_name(result->status));
	for (i = 0; result->reasons && i < result->reasons->nr; i++)
		fprintf(file, "%sreason: %s\n", prefix, result->reasons->text[i]);
	verdict_print_gates(file, prefix, result);
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

// SPDX-License-Identifier: GPL-2.0-only
/* Titles above the pictures. */
#include <inttypes.h>

#include "rtlat/result/measured.h"
#include "lib/util/memory_file.h"
#include "rtlat/write/plot.h"
#include "rtlat/result/verdict.h"

static void print_noise(FILE *file, const struct rtlat_result *result)
{
	double available;

	fprintf(file, "%" PRIu64 " noises, ", result->total.count);
	if (!rtlat_noise_available(result->total.noise, &available))
		fprintf(file, "%.6f %% available, ", available / RTLAT_PERCENT);
	fprintf(file, "%" PRIu64 " lost", result->total.lost);
}

int plot_title(const struct rtlat_result *result, char **title)
{
	const struct rtlat_system *system = result->system;
	struct memory_file memory;
	FILE *file;
	int err = memory_file_open(&memory);

	if (err)
		return err;
	file = memory.file;
	fprintf(file, "rtlat on %s, Linux %s%s\n", system->hostname, system->kernel,
		system->realtime ? " PREEMPT_RT" : "");
	measured_print(file, result);
	fputs(": ", file);
	if (result->config->measure == RTLAT_MEASURE_NOISE)
		print_noise(file, result);
	else if (result->config->measure == RTLAT_MEASURE_DELAY)
		fprintf(file, "%" PRIu64 " delays, %" PRIu64 " lost", result->total.count,
			result->total.lost);
	else
		fprintf(file, "%" PRIu64 " samples, %" PRIu64 " missed, %" PRIu64 " lost",
			result->total.count, result->total.missed, result->total.lost);
	fputs(result->complete ? "\n" : ", incomplete\n", file);
	verdict_print(file, "", result);
	err = memory_file_close(&memory);
	*title = memory.text;
	return err;
}

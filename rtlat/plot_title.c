// SPDX-License-Identifier: GPL-2.0-only
/* What is said above the pictures. */
#include <errno.h>
#include <inttypes.h>

#include "measured.h"
#include "plot.h"
#include "verdict.h"

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
	size_t size;
	FILE *file = open_memstream(title, &size);

	if (!file)
		return -ENOMEM;
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
	return fclose(file) ? -ENOMEM : 0;
}

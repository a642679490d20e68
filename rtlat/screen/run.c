// SPDX-License-Identifier: GPL-2.0-only
/* The live screen of a real run. */
#include <errno.h>
#include <unistd.h>

#include "rtlat/screen/screen.h"

static uint64_t run_elapsed(void *data)
{
	return rtlat_run_elapsed(data);
}

static int run_row(void *data, unsigned int index, struct rtlat_row *row)
{
	return rtlat_run_row(data, index, row);
}

static int run_histogram(void *data, unsigned int index, enum rtlat_context context,
			 struct rtlat_histogram *histogram)
{
	return rtlat_run_histogram(data, index, context, histogram);
}

static int run_reset(void *data)
{
	return rtlat_run_reset(data);
}

int screen_open(struct screen **screen, struct rtlat_run *run, const struct rtlat_series *series,
		bool nanoseconds)
{
	const struct screen_feed feed = {
		.data = run,
		.source = rtlat_run_source(run),
		.config = rtlat_run_config(run),
		.contexts = rtlat_run_contexts(run),
		.nr_cpus = rtlat_run_nr_cpus(run),
		.series = series,
		.elapsed = run_elapsed,
		.row = run_row,
		.histogram = run_histogram,
		.reset = run_reset,
	};

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return -ENOTTY;
	return screen_open_feed(screen, &feed, stdin, stdout, nanoseconds);
}

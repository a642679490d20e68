// SPDX-License-Identifier: GPL-2.0-only
/* Takes what was measured at the end of each interval, and the rest from the result. */
#include <stdint.h>

#include "rtlat/measure/over_time.h"
#include "rtlat/result/measured.h"

void over_time_open(struct over_time *over_time, unsigned int nr_cpus)
{
	over_time->series = rtlat_series_create(nr_cpus + 1);
	over_time->from = 0;
	over_time->due = over_time->series ? over_time->series->interval_ns : UINT64_MAX;
}

uint64_t over_time_wait(const struct over_time *over_time, uint64_t elapsed)
{
	if (over_time->due == UINT64_MAX)
		return UINT64_MAX;
	return over_time->due > elapsed ? over_time->due - elapsed : 0;
}

static void take_line(struct rtlat_series *series, unsigned int line, unsigned int interval,
		      const struct rtlat_cpu_result *cpu, enum rtlat_context context)
{
	const struct rtlat_histogram *histogram = cpu->context[context].histogram;

	if (histogram)
		rtlat_series_add(series, line, interval, histogram, cpu->missed);
}

static void reset(struct over_time *over_time)
{
	rtlat_series_reset(over_time->series);
	over_time->from = 0;
	over_time->due = over_time->series->interval_ns;
}

/*
 * Returns the interval that began at the time taken last. The result of the end may end somewhat
 * before that time.
 */
static unsigned int begin_interval(struct over_time *over_time, uint64_t to)
{
	return rtlat_series_begin(over_time->series,
				  over_time->from < to ? over_time->from : to - 1);
}

void over_time_update(struct over_time *over_time, struct rtlat_run *run)
{
	uint64_t elapsed = rtlat_run_elapsed(run);
	struct rtlat_series *series = over_time->series;

	if (!series)
		return;
	if (elapsed < over_time->from)
		reset(over_time);
	if (elapsed < over_time->due)
		return;
	if (!rtlat_run_series(run, context_of_measure(rtlat_run_config(run)->measure), series,
			      begin_interval(over_time, elapsed)))
		over_time->from = elapsed;
	/* A CPU that was too busy is not asked again at once. */
	over_time->due = (elapsed / series->interval_ns + 1) * series->interval_ns;
}

/* True if the run was reset since the last update: its result has fewer samples than were seen. */
static bool was_reset(const struct rtlat_series *series, const struct rtlat_histogram *all)
{
	return all && all->count < series->seen[series->nr_lines - 1].histogram.count;
}

void over_time_end(struct over_time *over_time, struct rtlat_result *result)
{
	enum rtlat_context context = measured_context(result);
	struct rtlat_series *series = over_time->series;
	unsigned int i, interval;

	if (!series || !result->duration_ns)
		return;
	if (was_reset(series, result->total.context[context].histogram))
		reset(over_time);
	interval = begin_interval(over_time, result->duration_ns);
	for (i = 0; i < result->nr_cpus; i++)
		take_line(series, i, interval, &result->cpus[i], context);
	take_line(series, i, interval, &result->total, context);
	over_time->from = result->duration_ns;
	result->series = series;
}

void over_time_close(struct over_time *over_time)
{
	rtlat_series_free(over_time->series);
	over_time->series = NULL;
	over_time->due = UINT64_MAX;
}

// SPDX-License-Identifier: GPL-2.0-only
/* Takes a result at the end of each interval, and the last one at the end of the run. */
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

/* Returns the interval for what was measured up to `to`, in a new series after a reset. */
static unsigned int begin_interval(struct over_time *over_time, uint64_t to)
{
	uint64_t from = over_time->from;

	if (to + RTLAT_NSEC_PER_SEC < from) {
		rtlat_series_reset(over_time->series);
		from = 0;
	}
	/* The result of the end may end somewhat before the time that was taken last. */
	return rtlat_series_begin(over_time->series, from < to ? from : to - 1);
}

static void taken(struct over_time *over_time, uint64_t to)
{
	over_time->from = to;
	over_time->due = (to / over_time->series->interval_ns + 1) * over_time->series->interval_ns;
}

void over_time_take(struct over_time *over_time, struct rtlat_run *run)
{
	uint64_t to = rtlat_run_elapsed(run);

	if (!over_time->series || !to)
		return;
	if (!rtlat_run_series(run, context_of_measure(rtlat_run_config(run)->measure),
			      over_time->series, begin_interval(over_time, to)))
		taken(over_time, to);
}

void over_time_end(struct over_time *over_time, struct rtlat_result *result)
{
	enum rtlat_context context = measured_context(result);
	struct rtlat_series *series = over_time->series;
	unsigned int i, interval;

	if (!series || !result->duration_ns)
		return;
	interval = begin_interval(over_time, result->duration_ns);
	for (i = 0; i < result->nr_cpus; i++)
		take_line(series, i, interval, &result->cpus[i], context);
	take_line(series, i, interval, &result->total, context);
	taken(over_time, result->duration_ns);
	result->series = series;
}

void over_time_close(struct over_time *over_time)
{
	rtlat_series_free(over_time->series);
	over_time->series = NULL;
	over_time->due = UINT64_MAX;
}

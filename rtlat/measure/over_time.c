// SPDX-License-Identifier: GPL-2.0-only
/* Takes a result at the end of each interval, and the last one at the end of the run. */
#include <stdint.h>

#include "rtlat/measure/over_time.h"
#include "rtlat/result/measured.h"

void over_time_open(struct over_time *over_time, unsigned int nr_cpus)
{
	over_time->series = rtlat_series_create(nr_cpus + 1);
	over_time->from = over_time->count = 0;
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

void over_time_take(struct over_time *over_time, struct rtlat_result *result)
{
	enum rtlat_context context = measured_context(result);
	struct rtlat_series *series = over_time->series;
	uint64_t from, to = result->duration_ns;
	unsigned int i, interval;

	if (!series || !to)
		return;
	if (result->total.count < over_time->count) {
		rtlat_series_reset(series);
		over_time->from = 0;
	}
	/* The result of the end may end before the one that was taken last. */
	from = over_time->from < to ? over_time->from : to - 1;
	interval = rtlat_series_begin(series, from);
	for (i = 0; i < result->nr_cpus; i++)
		take_line(series, i, interval, &result->cpus[i], context);
	take_line(series, i, interval, &result->total, context);
	over_time->count = result->total.count;
	over_time->from = to;
	over_time->due = (to / series->interval_ns + 1) * series->interval_ns;
	result->series = series;
}

void over_time_close(struct over_time *over_time)
{
	rtlat_series_free(over_time->series);
	over_time->series = NULL;
	over_time->due = UINT64_MAX;
}

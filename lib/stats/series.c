// SPDX-License-Identifier: LGPL-2.1-or-later
/* Finds how much more a histogram has counted at the end of each interval than at that before. */
#include <stdlib.h>
#include <string.h>

#include "lib/stats/histogram.h"
#include "rtlat/series.h"

struct rtlat_series *rtlat_series_create(unsigned int nr_lines)
{
	struct rtlat_series *series =
		calloc(1, sizeof(*series) + nr_lines * sizeof(series->line[0]));

	if (!series)
		return NULL;
	series->nr_lines = nr_lines;
	series->seen = calloc(nr_lines, sizeof(*series->seen));
	if (!series->seen) {
		free(series);
		return NULL;
	}
	rtlat_series_reset(series);
	return series;
}

void rtlat_series_free(struct rtlat_series *series)
{
	if (series)
		free(series->seen);
	free(series);
}

void rtlat_series_reset(struct rtlat_series *series)
{
	unsigned int i;

	series->interval_ns = RTLAT_NSEC_PER_SEC;
	series->nr = 0;
	for (i = 0; i < series->nr_lines; i++) {
		memset(&series->line[i], 0, sizeof(series->line[i]));
		series->seen[i].missed = 0;
		rtlat_histogram_init(&series->seen[i].histogram);
	}
}

static void add_point(struct rtlat_series_point *to, const struct rtlat_series_point *from)
{
	to->count += from->count;
	to->missed += from->missed;
	if (from->max > to->max)
		to->max = from->max;
	if (from->p99 > to->p99)
		to->p99 = from->p99;
}

/* Makes each two intervals one. */
static void halve(struct rtlat_series *series)
{
	unsigned int i, j;

	for (i = 0; i < series->nr_lines; i++) {
		struct rtlat_series_point *point = series->line[i].point;

		for (j = 0; j < series->nr; j++) {
			if (j % 2) {
				add_point(&point[j / 2], &point[j]);
			} else {
				point[j / 2] = point[j];
			}
		}
		memset(point + (series->nr + 1) / 2, 0,
		       (RTLAT_SERIES_MAX - (series->nr + 1) / 2) * sizeof(*point));
	}
	series->nr = (series->nr + 1) / 2;
	series->interval_ns *= 2;
}

unsigned int rtlat_series_begin(struct rtlat_series *series, uint64_t elapsed)
{
	unsigned int interval;

	while (elapsed / series->interval_ns >= RTLAT_SERIES_MAX)
		halve(series);
	interval = (unsigned int)(elapsed / series->interval_ns);
	if (interval >= series->nr)
		series->nr = interval + 1;
	return interval;
}

/* Finds the percentile and the maximum of what the second histogram has more. */
static struct rtlat_series_point difference(const struct rtlat_histogram *before,
					    const struct rtlat_histogram *now)
{
	struct rtlat_series_point point = { .count = now->count - before->count };
	uint64_t seen = 0;
	unsigned int i;

	for (i = now->first; i <= now->last && seen < point.count; i++) {
		uint64_t more = now->bucket[i] - before->bucket[i];

		if (!more)
			continue;
		seen += more;
		point.max = rtlat_histogram_high(i);
		if (point.max > now->max || i == RTLAT_HISTOGRAM_BUCKETS - 1)
			point.max = now->max;
		if (!point.p99 && seen >= point.count - point.count / 100)
			point.p99 = point.max;
	}
	return point;
}

void rtlat_series_add(struct rtlat_series *series, unsigned int line, unsigned int interval,
		      const struct rtlat_histogram *histogram, uint64_t missed)
{
	struct rtlat_series_seen *seen = &series->seen[line];
	struct rtlat_series_point point;

	if (histogram->count < seen->histogram.count || missed < seen->missed) {
		rtlat_histogram_clear(&seen->histogram);
		seen->missed = 0;
	}
	point = difference(&seen->histogram, histogram);
	point.missed = missed - seen->missed;
	add_point(&series->line[line].point[interval], &point);
	rtlat_histogram_clear(&seen->histogram);
	rtlat_histogram_fill(&seen->histogram, histogram);
	seen->missed = missed;
}

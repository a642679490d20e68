// SPDX-License-Identifier: GPL-2.0-only
/* Chooses the marks of maxima over time, on a logarithmic scale. */
#include <math.h>
#include <string.h>

#include "rtlat/result/sparkline.h"

#define LEVELS 8

/* Marks for each level, lowest first; the first is for nothing measured. */
static const char *const blocks[LEVELS + 1] = { " ",      "\u2581", "\u2582", "\u2583", "\u2584",
						"\u2585", "\u2586", "\u2587", "\u2588" };
static const char *const letters[LEVELS + 1] = { " ", ".", ":", "-", "=", "+", "*", "#", "@" };

/* Returns the largest maximum of a mark's intervals. */
static uint64_t max_of(const struct rtlat_series *series, unsigned int line, unsigned int from,
		       unsigned int group)
{
	const struct rtlat_series_point *point = series->line[line].point;
	unsigned int i;
	uint64_t max = 0;

	for (i = from; i < from + group && i < series->nr; i++)
		max = point[i].max > max ? point[i].max : max;
	return max;
}

/* Returns the height of a mark. The scale begins at half of the largest, or below. */
static unsigned int level_of(const struct sparkline *sparkline, uint64_t max)
{
	double highest = (double)sparkline->highest, lowest = (double)sparkline->lowest;

	if (!max)
		return 0;
	if (lowest > highest / 2)
		lowest = highest / 2;
	return 1 + (unsigned int)lround((LEVELS - 1) * log((double)max / lowest) /
					log(highest / lowest));
}

bool sparkline_draw(struct sparkline *sparkline, const struct rtlat_series *series,
		    unsigned int line, unsigned int width, bool unicode)
{
	const char *const *marks = unicode ? blocks : letters;
	unsigned int i, group = 1;
	uint64_t max;

	if (!series || series->nr < 2 || !width)
		return false;
	while ((series->nr + group - 1) / group > width)
		group++;
	*sparkline = (struct sparkline){
		.mark_ns = group * series->interval_ns,
		.lowest = UINT64_MAX,
	};
	for (i = 0; i < series->nr; i += group) {
		max = max_of(series, line, i, group);
		if (max && max < sparkline->lowest)
			sparkline->lowest = max;
		if (max > sparkline->highest)
			sparkline->highest = max;
	}
	if (!sparkline->highest)
		return false;
	for (i = 0; i < series->nr; i += group) {
		strcat(sparkline->text, marks[level_of(sparkline, max_of(series, line, i, group))]);
		sparkline->nr++;
	}
	return true;
}

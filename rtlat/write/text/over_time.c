// SPDX-License-Identifier: GPL-2.0-only
/* A line that shows how the maximum changed while the run went on. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/write/text/text.h"

#define LEVELS 8
/* The width of the title and the range, beside the marks. */
#define WORDS_WIDTH 50

/* Marks of the same length for each level, lowest first; the first is for nothing measured. */
/* clang-format off */
static const char *const blocks[LEVELS + 1] = {
	" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"
};
/* clang-format on */
static const char *const letters[LEVELS + 1] = { " ", ".", ":", "-", "=", "+", "*", "#", "@" };

/* The terminal's own words for what it can show; a file is read anywhere. */
static bool shows_blocks(const struct view *view)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	const char *value = NULL;
	unsigned int i;

	for (i = 0; i < 3 && !(value && *value); i++)
		value = getenv(names[i]);
	return view->width && value && (strstr(value, "UTF-8") || strstr(value, "utf8"));
}

/* Returns the lowest of the scale: of maxima that are much alike, none stands out. */
static uint64_t scale_from(uint64_t lowest, uint64_t highest)
{
	return lowest < highest / 2 ? lowest : highest / 2;
}

/* The largest maximum of some intervals. */
static uint64_t max_of(const struct rtlat_series *series, unsigned int from, unsigned int to)
{
	const struct rtlat_series_point *point = series->line[series->nr_lines - 1].point;
	uint64_t max = 0;

	for (; from < to; from++)
		max = point[from].max > max ? point[from].max : max;
	return max;
}

static unsigned int level_of(uint64_t max, uint64_t lowest, uint64_t highest)
{
	if (!max)
		return 0;
	if (highest <= lowest)
		return 1;
	return 1 + (unsigned int)lround((LEVELS - 1) * log((double)max / (double)lowest) /
					log((double)highest / (double)lowest));
}

void text_over_time(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	const char *const *marks = shows_blocks(view) ? blocks : letters;
	const struct rtlat_series *series = result->series;
	unsigned int i, group = 1, room = view->width ? view->width : FILE_WIDTH;
	uint64_t lowest = UINT64_MAX, highest = 0, max;

	if (!series || series->nr < 2 || room <= WORDS_WIDTH)
		return;
	while ((series->nr + group - 1) / group > room - WORDS_WIDTH)
		group++;
	for (i = 0; i < series->nr; i += group) {
		max = max_of(series, i, i + group < series->nr ? i + group : series->nr);
		lowest = max && max < lowest ? max : lowest;
		highest = max > highest ? max : highest;
	}
	if (!highest)
		return;
	fprintf(file, "max of each %" PRIu64 " s: [",
		(uint64_t)(group * series->interval_ns / RTLAT_NSEC_PER_SEC));
	for (i = 0; i < series->nr; i += group) {
		max = max_of(series, i, i + group < series->nr ? i + group : series->nr);
		fputs(marks[level_of(max, scale_from(lowest, highest), highest)], file);
	}
	fprintf(file, "] %" PRIu64 " to %" PRIu64 " %s\n",
		(uint64_t)text_time(lowest, view->nanoseconds),
		(uint64_t)text_time(highest, view->nanoseconds), view->nanoseconds ? "ns" : "us");
}

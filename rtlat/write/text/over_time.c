// SPDX-License-Identifier: GPL-2.0-only
/* A line that shows how the maximum changed while the run went on. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/result/sparkline.h"
#include "rtlat/write/text/text.h"

/* The width of the title and the range, beside the marks. */
#define WORDS_WIDTH 50

/* Asks the environment of a terminal; a file is read anywhere. */
static bool shows_unicode(const struct view *view)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	const char *value = NULL;
	unsigned int i;

	for (i = 0; i < 3 && !(value && *value); i++)
		value = getenv(names[i]);
	return view->width && value && (strstr(value, "UTF-8") || strstr(value, "utf8"));
}

void text_over_time(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	unsigned int room = view->width ? view->width : FILE_WIDTH;
	struct sparkline line;

	if (!result->series || room <= WORDS_WIDTH ||
	    !sparkline_draw(&line, result->series, result->series->nr_lines - 1, room - WORDS_WIDTH,
			    shows_unicode(view)))
		return;
	fprintf(file, "max of each %" PRIu64 " s: [%s] %" PRIu64 " to %" PRIu64 " %s\n",
		(uint64_t)(line.mark_ns / RTLAT_NSEC_PER_SEC), line.text,
		(uint64_t)text_time(line.lowest, view->nanoseconds),
		(uint64_t)text_time(line.highest, view->nanoseconds),
		view->nanoseconds ? "ns" : "us");
}

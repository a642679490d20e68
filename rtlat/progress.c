// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "progress.h"
#include "write_text.h"

#define LINE_SIZE 256

static void add_worst(char *line, const struct rtlat_row *row, unsigned int contexts,
		      bool nanoseconds)
{
	unsigned int context;
	size_t length;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (!(contexts & RTLAT_HAS(context)) || !row->context[context].count)
			continue;
		length = strlen(line);
		snprintf(line + length, LINE_SIZE - length, ", %s %llu",
			 rtlat_context_name(context),
			 (unsigned long long)text_time(row->context[context].max, nanoseconds));
	}
}

void progress_show(struct sink *sink, struct rtlat_run *run, bool nanoseconds)
{
	uint64_t elapsed = rtlat_run_elapsed(run), duration = rtlat_run_config(run)->duration_ns;
	char line[LINE_SIZE], time[TEXT_ELAPSED_SIZE];
	struct rtlat_row row;
	size_t length;

	if (rtlat_run_row(run, RTLAT_ROW_TOTAL, &row))
		return;
	text_elapsed(elapsed, time);
	length = snprintf(line, sizeof(line), "%s elapsed", time);
	if (duration) {
		text_elapsed(duration > elapsed ? duration - elapsed : 0, time);
		length += snprintf(line + length, sizeof(line) - length, ", %s left", time);
	}
	snprintf(line + length, sizeof(line) - length, "; worst (%s)",
		 nanoseconds ? "ns" : "us");
	add_worst(line, &row, rtlat_run_contexts(run), nanoseconds);
	sink_progress(sink, line);
}

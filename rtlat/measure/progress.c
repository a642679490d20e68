// SPDX-License-Identifier: GPL-2.0-only
/* The line of progress of a run without a live screen. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "rtlat/result/noise_text.h"
#include "rtlat/measure/progress.h"
#include "rtlat/util/terminal.h"
#include "rtlat/write/text/text.h"

#define LINE_SIZE 256

static void progress_add_worst(char *line, const struct rtlat_row *row, unsigned int contexts,
			       bool nanoseconds)
{
	const char *separator = "; worst";
	unsigned int context;
	size_t length;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (!(contexts & RTLAT_HAS(context)) || !row->context[context].count)
			continue;
		length = strlen(line);
		snprintf(line + length, LINE_SIZE - length, "%s %s %llu %s", separator,
			 rtlat_context_name(context),
			 (unsigned long long)text_time(row->context[context].max, nanoseconds),
			 nanoseconds ? "ns" : "us");
		separator = ",";
	}
}

static void add_available(char *line, const struct rtlat_noise *noise)
{
	char available[NOISE_PERCENT_SIZE];
	size_t length = strlen(line);

	noise_available_text(available, noise);
	/* Cut rather than rounded, which would make 100 of 99.9999; and 80 columns are enough. */
	snprintf(line + length, LINE_SIZE - length, "; %.6s %% avail", available);
}

/* A line that wraps could not be redrawn. */
static void cut_to_terminal(char *line)
{
	unsigned int width = terminal_width(STDERR_FILENO);

	if (width && strlen(line) >= width)
		line[width - 1] = '\0';
}

void progress_show(struct sink *sink, struct rtlat_run *run, bool nanoseconds)
{
	uint64_t elapsed = rtlat_run_elapsed(run), duration = rtlat_run_config(run)->duration_ns;
	char line[LINE_SIZE], time[TEXT_ELAPSED_SIZE];
	struct rtlat_row row;
	size_t length;

	if (rtlat_run_row(run, RTLAT_ROW_TOTAL, &row))
		return;
	/* The nearest second, as this line is drawn about once in each. */
	elapsed += RTLAT_NSEC_PER_SEC / 2;
	elapsed -= elapsed % RTLAT_NSEC_PER_SEC;
	text_elapsed(elapsed, time);
	length = snprintf(line, sizeof(line), "%s elapsed", time);
	if (duration) {
		text_elapsed(duration > elapsed ? duration - elapsed : 0, time);
		snprintf(line + length, sizeof(line) - length, ", %s left", time);
	}
	progress_add_worst(line, &row, rtlat_run_contexts(run), nanoseconds);
	if (rtlat_run_contexts(run) & RTLAT_HAS(RTLAT_NOISE))
		add_available(line, &row.noise);
	cut_to_terminal(line);
	sink_progress(sink, line);
}

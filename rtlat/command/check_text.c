// SPDX-License-Identifier: GPL-2.0-only
/* The report of rtlat check as text, in lines that fit a terminal. */
#include <string.h>

#include "rtlat/command/check_report.h"

#define LINE_WIDTH 92
#define INDENT 7 /* the width of "[pass] " */

static int longest_name(const struct check_report *report)
{
	size_t longest = 0, length;
	unsigned int i;

	for (i = 0; i < report->nr_sources; i++) {
		length = strlen(report->sources[i].name);
		longest = length > longest ? length : longest;
	}
	for (i = 0; i < report->nr_checks; i++) {
		length = strlen(report->checks[i].name);
		longest = length > longest ? length : longest;
	}
	return (int)longest;
}

/*
 * Returns how much of `text` fits in a line: up to the last blank before `width`, or a long word as
 * a whole.
 */
static size_t line_length(const char *text, size_t width)
{
	size_t length = strlen(text), end = width;

	if (length <= width)
		return length;
	while (end > 0 && text[end] != ' ')
		end--;
	return end ? end : strcspn(text, " ");
}

/* Prints text that starts in column `column`, wrapped into lines. */
static void print_wrapped(FILE *file, int column, const char *text)
{
	size_t length;

	for (;;) {
		length = line_length(text, LINE_WIDTH - column);
		fprintf(file, "%.*s\n", (int)length, text);
		text += length + strspn(text + length, " ");
		if (!*text)
			break;
		fprintf(file, "%*s", column, "");
	}
}

static void print_source(FILE *file, const struct check_source *source, int width)
{
	int column = fprintf(file, "%-6s %-*s  ", source->usable ? "[yes]" : "[no]", width,
			     source->name);
	char text[sizeof(source->reason) + 32];

	snprintf(text, sizeof(text), "%s%s", source->used ? "used by -S auto: " : "",
		 source->reason);
	print_wrapped(file, column < 0 ? 0 : column, text);
}

static void print_check(FILE *file, const struct rtlat_check *check, int width)
{
	static const char *const marks[] = {
		[RTLAT_PASS] = "[pass]",
		[RTLAT_WARN] = "[warn]",
		[RTLAT_NOTE] = "[info]",
	};
	int column = fprintf(file, "%-6s %-*s  ", marks[check->mark], width, check->name);

	print_wrapped(file, column < 0 ? 0 : column, check->value);
	if (check->advice[0]) {
		fprintf(file, "%*s", INDENT, "");
		print_wrapped(file, INDENT, check->advice);
	}
}

static void print_sources(FILE *file, const struct check_report *report,
			  enum rtlat_measure measures, int width)
{
	unsigned int i;

	for (i = 0; i < report->nr_sources; i++) {
		if (report->sources[i].measures == measures)
			print_source(file, &report->sources[i], width);
	}
}

void check_report_text(FILE *file, const struct check_report *report)
{
	int width = longest_name(report);
	unsigned int i;

	fprintf(file, "%s, %s\n\nSources of latencies:\n", report->system.kernel,
		report->system.cpu_model[0] ? report->system.cpu_model : report->system.machine);
	print_sources(file, report, RTLAT_MEASURE_LATENCY, width);
	fprintf(file, "\nSources of noise:\n");
	print_sources(file, report, RTLAT_MEASURE_NOISE, width);
	fprintf(file, "\nSources of delays, such as wakeups:\n");
	print_sources(file, report, RTLAT_MEASURE_DELAY, width);
	fprintf(file, "\nWhat stands in the way of good latency:\n");
	for (i = 0; i < report->nr_checks; i++)
		print_check(file, &report->checks[i], width);
}

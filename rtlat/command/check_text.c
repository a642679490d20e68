// SPDX-License-Identifier: GPL-2.0-only
/* The report of rtlat check as text, in lines that fit a terminal. */
#include <string.h>
#include <unistd.h>

#include "rtlat/command/check_report.h"
#include "rtlat/util/terminal.h"

#define LINE_WIDTH 92
#define INDENT 7 /* the width of "[pass] " */

/* Returns the width of the lines: the terminal's, up to the one that reads best. */
static unsigned int report_width(void)
{
	unsigned int width = terminal_width(STDOUT_FILENO);

	return width && width < LINE_WIDTH ? width : LINE_WIDTH;
}

/* Prints a mark such as "[pass]" and the blanks behind it. Returns their width. */
static int print_mark(FILE *file, const char *mark, bool colored, enum color color)
{
	if (colored)
		color_print(file, color, mark);
	else
		fputs(mark, file);
	fprintf(file, "%*s", INDENT - (int)strlen(mark), "");
	return INDENT;
}

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

static void print_source(FILE *file, const struct check_source *source, int width)
{
	int column =
		print_mark(file, source->usable ? "[yes]" : "[no]", source->usable, COLOR_GOOD) +
		fprintf(file, "%-*s  ", width, source->name);
	char text[sizeof(source->reason) + 32];

	snprintf(text, sizeof(text), "%s%s", source->used ? "used by -S auto: " : "",
		 source->reason);
	terminal_wrap(file, column, report_width(), text);
}

static void print_check(FILE *file, const struct rtlat_check *check, int width)
{
	static const char *const marks[] = {
		[RTLAT_PASS] = "[pass]",
		[RTLAT_WARN] = "[warn]",
		[RTLAT_NOTE] = "[info]",
	};
	int column = print_mark(file, marks[check->mark], check->mark != RTLAT_NOTE,
				check->mark == RTLAT_PASS ? COLOR_GOOD : COLOR_WARNING) +
		     fprintf(file, "%-*s  ", width, check->name);

	terminal_wrap(file, column, report_width(), check->value);
	if (check->advice[0]) {
		fprintf(file, "%*s", INDENT, "");
		terminal_wrap(file, INDENT, report_width(), check->advice);
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

// SPDX-License-Identifier: GPL-2.0-only
/* A comparison for people. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "rtlat/compare/chance.h"
#include "rtlat/compare/compare.h"
#include "rtlat/result/measured.h"
#include "rtlat/util/terminal.h"

static void print_run(FILE *file, const char *title, const struct result_file *run)
{
	fprintf(file, "%s  %s: %s, Linux %s\n      ", title, run->path, run->system.hostname,
		run->system.kernel);
	measured_print(file, &run->result);
	fprintf(file, ", %s\n", run->start);
}

static void print_notes(FILE *file, const char *title, const struct rtlat_notes *notes)
{
	unsigned int i;

	for (i = 0; i < notes->nr; i++)
		fprintf(file, "%s  %s\n", title, notes->text[i]);
}

static void print_value(FILE *file, const struct compare_row *row, double value, bool nanoseconds)
{
	if (row->context == RTLAT_CONTEXTS)
		fprintf(file, " %11.*f", row->decimals, value);
	else if (nanoseconds)
		fprintf(file, " %11.0f", value);
	else
		fprintf(file, " %11.3f", value / RTLAT_NSEC_PER_USEC);
}

static void print_change(FILE *file, const struct compare_row *row)
{
	double change = compare_change(row);

	if (isfinite(change))
		fprintf(file, " %+7.1f %%", 100 * change);
	else
		fprintf(file, " %9s", "from 0");
}

static void print_chance(FILE *file, const struct compare_row *row)
{
	if (row->verdict == COMPARE_UNJUDGED)
		fprintf(file, " %7s", "-");
	else if (row->chance < 0.0001)
		fprintf(file, " %7.0e", row->chance);
	else
		fprintf(file, " %7.4f", row->chance);
}

static void compare_text_print_row(FILE *file, const struct compare_row *row, bool nanoseconds)
{
	const char *context =
		row->context == RTLAT_CONTEXTS ? "-" : rtlat_context_name(row->context);

	if (row->cpu < 0)
		fprintf(file, "%4s", "all");
	else
		fprintf(file, "%4d", row->cpu);
	fprintf(file, "  %-7s %-9s", context, row->metric);
	print_value(file, row, row->base, nanoseconds);
	print_value(file, row, row->new, nanoseconds);
	print_change(file, row);
	print_chance(file, row);
	fputs("  ", file);
	if (row->verdict == COMPARE_WORSE || row->verdict == COMPARE_BETTER)
		color_print(file, row->verdict == COMPARE_WORSE ? COLOR_BAD : COLOR_GOOD,
			    compare_verdict_name(row->verdict));
	else
		fputs(compare_verdict_name(row->verdict), file);
	fputc('\n', file);
}

static bool is_changed(const struct compare_row *row)
{
	return row->verdict != COMPARE_SAME && row->verdict != COMPARE_UNJUDGED;
}

static void print_end(FILE *file, const struct comparison *comparison)
{
	char verdict[80];

	fprintf(file,
		"\nchance: the probability of such a difference when nothing has changed. The\n"
		"difference is real if that is below %g %% for all %u rows together (Holm).\n"
		"The test assumes independent samples, but latencies come in groups. Repeat\n"
		"the runs before you blame one of them.\n",
		100 * CHANCE_LIMIT, comparison->nr_judged);
	if (comparison->nr_worse)
		snprintf(verdict, sizeof(verdict), "regression, %u of %u worse by more than %g %%",
			 comparison->nr_worse, comparison->nr_judged, 100 * comparison->tolerance);
	else
		snprintf(verdict, sizeof(verdict), "no regression");
	fputs("verdict: ", file);
	color_print(file, comparison->nr_worse ? COLOR_BAD : COLOR_GOOD, verdict);
	fputc('\n', file);
}

/* Prints the rows that have changed, or those that have not. Returns how many these are. */
static unsigned int print_rows(FILE *file, const struct comparison *comparison, bool nanoseconds,
			       bool changed)
{
	unsigned int i, nr = 0;

	for (i = 0; i < comparison->nr_rows; i++) {
		if (is_changed(&comparison->rows[i]) != changed)
			continue;
		compare_text_print_row(file, &comparison->rows[i], nanoseconds);
		nr++;
	}
	return nr;
}

void compare_print(FILE *file, const struct comparison *comparison, bool nanoseconds, bool all)
{
	const char *unit = nanoseconds ? "ns" : "us";
	unsigned int changed;

	print_run(file, "base", comparison->base);
	print_run(file, "new ", comparison->new);
	print_notes(file, "not comparable", &comparison->obstacles);
	print_notes(file, "differs", &comparison->differences);
	fprintf(file, "\n cpu  latency metric      base (%s)    new (%s)    change  chance\n", unit,
		unit);
	changed = print_rows(file, comparison, nanoseconds, true);
	if (all)
		print_rows(file, comparison, nanoseconds, false);
	else
		fprintf(file, "%u rows differ by no more than chance; --all shows them\n",
			comparison->nr_rows - changed);
	print_end(file, comparison);
}

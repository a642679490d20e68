// SPDX-License-Identifier: GPL-2.0-only
/* A comparison for people. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "rtlat/compare/chance.h"
#include "rtlat/compare/compare.h"
#include "rtlat/result/measured.h"

static void print_run(FILE *file, const char *title, const struct result_file *run)
{
	fprintf(file, "%s  %s: %s, Linux %s, ", title, run->path, run->system.hostname,
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
		fprintf(file, " %14.*f", row->decimals, value);
	else if (nanoseconds)
		fprintf(file, " %14.0f", value);
	else
		fprintf(file, " %14.3f", value / RTLAT_NSEC_PER_USEC);
}

static void print_change(FILE *file, const struct compare_row *row)
{
	double change = compare_change(row);

	if (isfinite(change))
		fprintf(file, " %+9.1f %%", 100 * change);
	else
		fprintf(file, " %11s", "from 0");
}

static void print_chance(FILE *file, const struct compare_row *row)
{
	if (row->verdict == COMPARE_UNJUDGED)
		fprintf(file, " %9s", "-");
	else if (row->chance < 0.0001)
		fprintf(file, " %9.0e", row->chance);
	else
		fprintf(file, " %9.4f", row->chance);
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
	fprintf(file, "  %s\n", compare_verdict_name(row->verdict));
}

static bool is_changed(const struct compare_row *row)
{
	return row->verdict != COMPARE_SAME && row->verdict != COMPARE_UNJUDGED;
}

static void print_end(FILE *file, const struct comparison *comparison)
{
	fprintf(file,
		"\nchance: how likely a difference like this one is though nothing has changed. "
		"Below "
		"%g %% for all %u\ntogether (Holm) it is beyond chance. That takes samples for "
		"independent, which latencies are not:\nthey come in groups, and two runs differ "
		"by more "
		"than their samples. Repeat runs before you blame one.\n",
		100 * CHANCE_LIMIT, comparison->nr_judged);
	if (comparison->nr_worse)
		fprintf(file, "verdict: regression, %u of %u worse by more than %g %%\n",
			comparison->nr_worse, comparison->nr_judged, 100 * comparison->tolerance);
	else
		fprintf(file, "verdict: no regression\n");
}

void compare_print(FILE *file, const struct comparison *comparison, bool nanoseconds,
		   bool only_changed)
{
	const char *unit = nanoseconds ? "ns" : "us";
	unsigned int i;

	print_run(file, "base", comparison->base);
	print_run(file, "new ", comparison->new);
	print_notes(file, "not comparable", &comparison->obstacles);
	print_notes(file, "differs", &comparison->differences);
	fprintf(file,
		"\n cpu  latency metric         base (%s)       new (%s)      change    chance\n",
		unit, unit);
	for (i = 0; i < comparison->nr_rows; i++) {
		if (!only_changed || is_changed(&comparison->rows[i]))
			compare_text_print_row(file, &comparison->rows[i], nanoseconds);
	}
	print_end(file, comparison);
}

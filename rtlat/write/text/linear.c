// SPDX-License-Identifier: GPL-2.0-only
/* The histogram table with a row for each bucket, laid out as users of rtla know it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/result/whole.h"
#include "rtlat/write/text/hist.h"

#define LABEL_WIDTH 6
#define COLUMN_WIDTH 9

struct linear {
	const struct hist_table *hist;
	FILE *file;
	const struct rtlat_cpu_result *column;
	unsigned int nr_columns;
};

enum summary { SUMMARY_OVER, SUMMARY_COUNT, SUMMARY_MIN, SUMMARY_AVG, SUMMARY_MAX };

static const char *const summary_labels[] = {
	[SUMMARY_OVER] = "over:", [SUMMARY_COUNT] = "count:", [SUMMARY_MIN] = "min:",
	[SUMMARY_AVG] = "avg:",   [SUMMARY_MAX] = "max:",
};

/*
 * A row is its label, then one number per column. The label may be wider than its column: the
 * first number then is moved, never joined with it.
 */
static int begin_row(const struct linear *table, const char *label)
{
	size_t length = strlen(label);

	if (table->hist->view->no_index)
		return COLUMN_WIDTH;
	fprintf(table->file, "%s ", label);
	return length + 1 < LABEL_WIDTH + COLUMN_WIDTH
		       ? (int)(LABEL_WIDTH + COLUMN_WIDTH - length - 1)
		       : 0;
}

/*
 * Prints a cell. `width` is begin_row()'s for the first cell; later cells are set apart by a blank.
 */
static void print_cell(const struct linear *table, int *width, const char *text)
{
	fprintf(table->file, *width < 0 ? " %*s" : "%*s", abs(*width), text);
	*width = -COLUMN_WIDTH;
}

static void print_number(const struct linear *table, int *width, uint64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, number);
	print_cell(table, width, text);
}

static void linear_titles(const struct linear *table)
{
	unsigned int i, context;

	if (!table->hist->view->no_index)
		fprintf(table->file, "Index");
	for (i = 0; i < table->nr_columns; i++) {
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			if (hist_shows(table->hist, context) && table->column[i].cpu < 0)
				fputs("   ALL-CPU", table->file);
			else if (hist_shows(table->hist, context))
				fprintf(table->file, "   %s-%03d",
					context >= RTLAT_LATENCIES ? "CPU" : text_context(context),
					table->column[i].cpu);
		}
	}
	fputc('\n', table->file);
}

static void linear_row(const struct linear *table, uint32_t row)
{
	const struct rtlat_config *config = table->hist->result->config;
	unsigned int i, context;
	char label[24];
	int width;

	snprintf(label, sizeof(label), "%" PRIu64,
		 text_time(row * config->bucket_ns, table->hist->view->nanoseconds));
	width = begin_row(table, label);
	for (i = 0; i < table->nr_columns; i++) {
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			const struct rtlat_stats *stats = &table->column[i].context[context];

			if (hist_shows(table->hist, context))
				print_number(table, &width, rtlat_stats_entry(stats, row));
		}
	}
	fputc('\n', table->file);
}

static void linear_rows(const struct linear *table)
{
	uint32_t row;

	for (row = 0; row < table->hist->result->config->entries; row++) {
		if (table->hist->view->with_zeros ||
		    !text_row_is_zero(table->hist->result, table->hist->contexts, row))
			linear_row(table, row);
	}
}

static void print_summary_cell(const struct linear *table, int *width, enum summary what,
			       const struct rtlat_stats *stats)
{
	const struct rtlat_histogram *histogram = stats->histogram;
	bool nanoseconds = table->hist->view->nanoseconds;

	if (what == SUMMARY_OVER)
		print_number(table, width, stats->linear_over);
	else if (what == SUMMARY_COUNT)
		print_number(table, width, histogram ? histogram->count : 0);
	else if (!histogram || !histogram->count)
		print_cell(table, width, "-");
	else if (what == SUMMARY_MIN)
		print_number(table, width, text_time(histogram->min, nanoseconds));
	else if (what == SUMMARY_AVG)
		print_number(table, width,
			     text_time(histogram->sum / histogram->count, nanoseconds));
	else
		print_number(table, width, text_time(histogram->max, nanoseconds));
}

static void print_summary(const struct linear *table, enum summary what,
			  const struct rtlat_cpu_result *cpus, unsigned int nr)
{
	int width = begin_row(table, summary_labels[what]);
	unsigned int i, context;

	for (i = 0; i < nr; i++) {
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			if (hist_shows(table->hist, context))
				print_summary_cell(table, &width, what, &cpus[i].context[context]);
		}
	}
	fputc('\n', table->file);
}

static void linear_all(const struct linear *table)
{
	int width = begin_row(table, "ALL:");
	unsigned int context;
	enum summary what;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (hist_shows(table->hist, context))
			print_cell(table, &width, text_context(context));
	}
	fputc('\n', table->file);
	for (what = SUMMARY_COUNT; what <= SUMMARY_MAX; what++)
		print_summary(table, what, &table->hist->result->total, 1);
}

/* Prints the percentiles that the number of samples supports. */
static void linear_percentiles(const struct linear *table, unsigned int context)
{
	const struct rtlat_percentiles *percentiles = &table->hist->result->config->percentiles;
	const struct rtlat_histogram *histogram =
		table->hist->result->total.context[context].histogram;
	uint64_t value;
	unsigned int i;
	char name[16];

	if (!histogram || !histogram->count)
		return;
	fprintf(table->file, "percentiles %s:", text_context(context));
	for (i = 0; i < percentiles->nr; i++) {
		if (rtlat_histogram_percentile(histogram, percentiles->value[i], &value))
			continue;
		rtlat_percentile_format(percentiles->value[i], name, sizeof(name));
		fprintf(table->file, " %s%%=%" PRIu64, name,
			text_time(value, table->hist->view->nanoseconds));
	}
	fputc('\n', table->file);
}

static void linear_summaries(const struct linear *table)
{
	unsigned int context;
	enum summary what;

	for (what = SUMMARY_COUNT; what <= SUMMARY_MAX; what++)
		print_summary(table, what, table->column, table->nr_columns);
	linear_all(table);
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (hist_shows(table->hist, context))
			linear_percentiles(table, context);
	}
}

void hist_print_linear(const struct hist_table *hist)
{
	const struct view *view = hist->view;
	struct linear table = { .hist = hist, .file = hist->file };

	table.column = result_parts(hist->result, &table.nr_columns);
	if (!view->no_header)
		linear_titles(&table);
	if (!view->only_summary)
		linear_rows(&table);
	print_summary(&table, SUMMARY_OVER, table.column, table.nr_columns);
	if (!view->no_summary)
		linear_summaries(&table);
}

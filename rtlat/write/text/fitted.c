// SPDX-License-Identifier: GPL-2.0-only
/*
 * The histogram table that fits its values and the terminal: all CPUs together with a bar, then as
 * many single CPUs as there is room for, and the statistics of each column below it.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/result/whole.h"
#include "rtlat/write/text/hist.h"
#include "rtlat/write/text/rows.h"

#define CELL_SIZE 48
#define BAR_MIN 11 /* "Delay (log)" */
#define BAR_MAX 30
#define BAR_GAP 2

/* The columns of one CPU, or of all together: a column for each context. */
struct part {
	const struct rtlat_cpu_result *cpu;
	int width; /* of each column */
	uint64_t count[RTLAT_CONTEXTS][ROWS_MAX];
};

struct fitted {
	const struct hist_table *hist;
	FILE *file;
	struct histogram_rows rows;
	struct part *part;
	unsigned int nr_parts;
	int label_width;
	int bar_width;
	unsigned int bar; /* the context whose counts the bars show */
	uint64_t most;    /* the largest of these counts */
};

/* The lines of statistics, with percentiles between the average and the maximum. */
enum statistic { STATISTIC_COUNT, STATISTIC_MIN, STATISTIC_AVG, STATISTIC_PERCENTILES };

static const struct rtlat_percentiles *percentiles_of(const struct fitted *table)
{
	return &table->hist->result->config->percentiles;
}

static unsigned int nr_statistics(const struct fitted *table)
{
	return STATISTIC_PERCENTILES + percentiles_of(table)->nr + 1;
}

static void statistic_label(const struct fitted *table, unsigned int line, char label[CELL_SIZE])
{
	static const char *const labels[] = { "count", "min", "avg" };

	if (line < STATISTIC_PERCENTILES) {
		snprintf(label, CELL_SIZE, "%s", labels[line]);
	} else if (line == nr_statistics(table) - 1) {
		snprintf(label, CELL_SIZE, "max");
	} else {
		rtlat_percentile_format(percentiles_of(table)->value[line - STATISTIC_PERCENTILES],
					label, CELL_SIZE);
		strcat(label, "%");
	}
}

/* Returns false where there are too few values for the statistic. */
static bool statistic_value(const struct fitted *table, unsigned int line,
			    const struct rtlat_histogram *histogram, uint64_t *value)
{
	if (!histogram || (!histogram->count && line != STATISTIC_COUNT))
		return false;
	if (line == STATISTIC_COUNT)
		*value = histogram->count;
	else if (line == STATISTIC_MIN)
		*value = histogram->min;
	else if (line == STATISTIC_AVG)
		*value = histogram->sum / histogram->count;
	else if (line == nr_statistics(table) - 1)
		*value = histogram->max;
	else
		return !rtlat_histogram_percentile(
			histogram, percentiles_of(table)->value[line - STATISTIC_PERCENTILES],
			value);
	return true;
}

static void statistic_cell(const struct fitted *table, unsigned int line,
			   const struct rtlat_histogram *histogram, char cell[CELL_SIZE])
{
	uint64_t value;

	if (!statistic_value(table, line, histogram, &value))
		snprintf(cell, CELL_SIZE, "-");
	else if (line == STATISTIC_COUNT)
		snprintf(cell, CELL_SIZE, "%" PRIu64, value);
	else
		snprintf(cell, CELL_SIZE, "%" PRIu64,
			 text_time(value, table->hist->view->nanoseconds));
}

/* "250" for a row of one value, "250-299" for one of several. */
static void row_label(const struct fitted *table, unsigned int row, char label[CELL_SIZE])
{
	bool nanoseconds = table->hist->view->nanoseconds;
	uint64_t from = text_time(table->rows.edge[row], nanoseconds);
	uint64_t to = text_time(table->rows.edge[row + 1], nanoseconds) - 1;

	if (from == to)
		snprintf(label, CELL_SIZE, "%" PRIu64, from);
	else
		snprintf(label, CELL_SIZE, "%" PRIu64 "-%" PRIu64, from, to);
}

static void part_title(const struct part *part, char title[CELL_SIZE])
{
	if (part->cpu->cpu < 0)
		snprintf(title, CELL_SIZE, "ALL");
	else
		snprintf(title, CELL_SIZE, "CPU %d", part->cpu->cpu);
}

static int nr_contexts(const struct fitted *table)
{
	return __builtin_popcount(table->hist->contexts);
}

static int part_width(const struct fitted *table, const struct part *part)
{
	return part->width * nr_contexts(table);
}

static void widen(int *width, const char *cell)
{
	if (*width < (int)strlen(cell) + 1)
		*width = (int)strlen(cell) + 1;
}

/* Counts the rows of a part, and finds the width that its columns need. */
static void fill_part(struct fitted *table, struct part *part, const struct rtlat_cpu_result *cpu)
{
	unsigned int context, line;
	char cell[CELL_SIZE];

	part->cpu = cpu;
	part->width = 0;
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		const struct rtlat_histogram *histogram = cpu->context[context].histogram;

		if (!hist_shows(table->hist, context))
			continue;
		rows_count(&table->rows, histogram, part->count[context]);
		widen(&part->width, text_context(context));
		for (line = 0; line < nr_statistics(table); line++) {
			statistic_cell(table, line, histogram, cell);
			widen(&part->width, cell);
		}
	}
	part_title(part, cell);
	while (part_width(table, part) <= (int)strlen(cell))
		part->width++;
}

static void choose_rows(struct fitted *table)
{
	const struct rtlat_histogram *histogram[RTLAT_CONTEXTS];
	unsigned int context, nr = 0;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (hist_shows(table->hist, context))
			histogram[nr++] = table->hist->result->total.context[context].histogram;
	}
	rows_choose(&table->rows, histogram, nr,
		    table->hist->view->nanoseconds ? 1 : RTLAT_NSEC_PER_USEC);
}

static void fit_labels(struct fitted *table)
{
	char label[CELL_SIZE];
	unsigned int i;

	for (i = 0; i < table->rows.nr; i++) {
		row_label(table, i, label);
		widen(&table->label_width, label);
	}
	for (i = 0; i < nr_statistics(table); i++) {
		statistic_label(table, i, label);
		widen(&table->label_width, label);
	}
}

/* Fills the parts that fit beside the first and its bar, which gets what is left. */
static void fit_parts(struct fitted *table)
{
	const struct rtlat_result *result = table->hist->result;
	int room = (int)table->hist->view->width, width;
	bool single = result->nr_cpus == 1 && !result_is_whole(result);
	unsigned int i;

	fill_part(table, &table->part[0], single ? &result->cpus[0] : &result->total);
	table->nr_parts = 1;
	room -= table->label_width + part_width(table, &table->part[0]) + BAR_GAP + BAR_MIN;
	for (i = 0; i < result->nr_cpus && !single && !result_is_whole(result); i++) {
		struct part *part = &table->part[table->nr_parts];

		fill_part(table, part, &result->cpus[i]);
		width = part_width(table, part) + 1;
		if (width > room)
			break;
		room -= width;
		table->nr_parts++;
	}
	table->bar_width = room < BAR_MAX - BAR_MIN ? BAR_MIN + room : BAR_MAX;
}

static void find_most(struct fitted *table)
{
	unsigned int i;

	/* Bars show the thread latency; noise and delays have one context alone. */
	table->bar = hist_shows(table->hist, RTLAT_THREAD)
			     ? RTLAT_THREAD
			     : (unsigned int)__builtin_ctz(table->hist->contexts);
	for (i = 0; i < table->rows.nr; i++) {
		if (table->part[0].count[table->bar][i] > table->most)
			table->most = table->part[0].count[table->bar][i];
	}
}

static int fit(struct fitted *table)
{
	table->part = calloc(1 + table->hist->result->nr_cpus, sizeof(*table->part));
	if (!table->part)
		return -ENOMEM;
	choose_rows(table);
	fit_labels(table);
	fit_parts(table);
	find_most(table);
	return 0;
}

static void print_spaces(FILE *file, int nr)
{
	fprintf(file, "%*s", nr > 0 ? nr : 0, "");
}

static void print_part_titles(const struct fitted *table)
{
	char title[CELL_SIZE];
	unsigned int i;

	print_spaces(table->file, table->label_width);
	for (i = 0; i < table->nr_parts; i++) {
		part_title(&table->part[i], title);
		if (i)
			print_spaces(table->file, i == 1 ? BAR_GAP + table->bar_width + 1 : 1);
		fprintf(table->file, "%*s", part_width(table, &table->part[i]), title);
	}
	fputc('\n', table->file);
}

/* Prints a bar, or a title in its place. Nothing follows in a table of one part. */
static void print_bar(const struct fitted *table, const char *text)
{
	print_spaces(table->file, text[0] || table->nr_parts > 1 ? BAR_GAP : 0);
	fprintf(table->file, "%-*s", table->nr_parts > 1 ? table->bar_width : 0, text);
}

static void print_titles(const struct fitted *table)
{
	unsigned int i, context;
	char title[CELL_SIZE];

	print_part_titles(table);
	fprintf(table->file, "%*s", table->label_width,
		table->hist->view->nanoseconds ? "ns" : "us");
	for (i = 0; i < table->nr_parts; i++) {
		print_spaces(table->file, i != 0);
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			if (hist_shows(table->hist, context))
				fprintf(table->file, "%*s", table->part[i].width,
					text_context(context));
		}
		snprintf(title, sizeof(title), "%s (log)", text_context(table->bar));
		if (!i)
			print_bar(table, title);
	}
	fputc('\n', table->file);
}

/* Fills a bar of which each character is the same factor, so that a single value is seen, too. */
static void fill_bar(const struct fitted *table, uint64_t count, char bar[BAR_MAX + 1])
{
	int length = 0;

	if (count)
		length = table->most > 1 ? 1 + (int)lround((table->bar_width - 1) * log(count) /
							   log(table->most))
					 : 1;
	memset(bar, '#', length);
	bar[length] = '\0';
}

static bool row_is_empty(const struct fitted *table, unsigned int row)
{
	unsigned int context;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (hist_shows(table->hist, context) && table->part[0].count[context][row])
			return false;
	}
	return true;
}

static void print_counts(const struct fitted *table, unsigned int row)
{
	unsigned int i, context;
	char label[CELL_SIZE], bar[BAR_MAX + 1];

	row_label(table, row, label);
	fill_bar(table, table->part[0].count[table->bar][row], bar);
	fprintf(table->file, "%*s", table->label_width, label);
	for (i = 0; i < table->nr_parts; i++) {
		print_spaces(table->file, i != 0);
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			if (hist_shows(table->hist, context))
				fprintf(table->file, "%*" PRIu64, table->part[i].width,
					table->part[i].count[context][row]);
		}
		if (!i)
			print_bar(table, bar);
	}
	fputc('\n', table->file);
}

static void print_statistic(const struct fitted *table, unsigned int line)
{
	unsigned int i, context;
	char cell[CELL_SIZE];

	statistic_label(table, line, cell);
	fprintf(table->file, "%*s", table->label_width, cell);
	for (i = 0; i < table->nr_parts; i++) {
		print_spaces(table->file, i != 0);
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			if (!hist_shows(table->hist, context))
				continue;
			statistic_cell(table, line, table->part[i].cpu->context[context].histogram,
				       cell);
			fprintf(table->file, "%*s", table->part[i].width, cell);
		}
		if (!i)
			print_bar(table, "");
	}
	fputc('\n', table->file);
}

/* Returns false for a percentile that not even all values together support. */
static bool has_statistic(const struct fitted *table, unsigned int line)
{
	unsigned int context;
	uint64_t value;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (hist_shows(table->hist, context) &&
		    statistic_value(table, line, table->part[0].cpu->context[context].histogram,
				    &value))
			return true;
	}
	return false;
}

int hist_print_fitted(const struct hist_table *hist)
{
	const struct view *view = hist->view;
	struct fitted table = { .hist = hist, .file = hist->file };
	unsigned int i;
	int err = fit(&table);

	if (err)
		return err;
	if (!view->no_header)
		print_titles(&table);
	for (i = 0; i < table.rows.nr && !view->only_summary; i++) {
		if (!row_is_empty(&table, i))
			print_counts(&table, i);
	}
	if (!view->only_summary && !view->no_summary && table.rows.nr)
		fputc('\n', table.file);
	for (i = 0; i < nr_statistics(&table) && !view->no_summary; i++) {
		if (i < STATISTIC_PERCENTILES || has_statistic(&table, i))
			print_statistic(&table, i);
	}
	free(table.part);
	return 0;
}

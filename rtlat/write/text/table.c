// SPDX-License-Identifier: GPL-2.0-only
/* The table of a result's values, a CPU a column, as text. */
#include <inttypes.h>
#include <string.h>

#include "rtlat/result/culprit.h"
#include "rtlat/result/noise_text.h"
#include "rtlat/result/row_field.h"
#include "rtlat/write/text/table.h"
#include "rtlat/write/text/text.h"

#define LEFT_WIDTH 15
#define CULPRIT_WIDTH 30
/* The columns that sums of times need beside their width in microseconds. */
#define SUM_MORE_NS 3
#define GROUPS_MAX 4
#define CELL_SIZE 32
#define TITLE_SIZE 64

#define NR(array) (sizeof(array) / sizeof(*(array)))

struct column {
	const char *title;
	int width;
	enum row_field field;
	bool sum;
};

static const struct column latency_columns[] = {
	{ "cur", 10, ROW_CURRENT, false }, { "min", 10, ROW_MIN, false },
	{ "avg", 10, ROW_AVG, false },     { "max", 10, ROW_MAX, false },
	{ "p99", 10, ROW_P99, false },
};

static const struct column noise_columns[] = {
	{ "Runtime", 13, ROW_RUNTIME, true },    { "Noise", 11, ROW_NOISE, true },
	{ "% Avail", 10, ROW_AVAILABLE, false }, { "Max Noise", 10, ROW_MAX_PERIOD, false },
	{ "Max Single", 11, ROW_MAX, false },    { "p99", 10, ROW_P99, false },
};

/* The columns of counts. With interrupts off only the first two have any. */
static const struct column count_columns[] = {
	{ "HW", 8, ROW_HARDWARE, false },    { "NMI", 8, ROW_NMIS, false },
	{ "IRQ", 9, ROW_IRQS, false },       { "Softirq", 9, ROW_SOFTIRQS, false },
	{ "Thread", 9, ROW_THREADS, false },
};

/* Noise misses nothing. */
static const struct column loss_columns[] = {
	{ "missed", 10, ROW_MISSED, false },
	{ "lost", 10, ROW_LOST, false },
};

/* Columns between two lines. */
struct group {
	const char *title; /* NULL: none */
	bool times;        /* their unit goes with the title */
	unsigned int has;  /* RTLAT_HAS() that a result needs for the group; 0: losses */
	enum rtlat_context context;
	const struct column *column;
	unsigned int nr;
};

struct family {
	const char *count; /* title */
	enum row_field counted;
	const char *culprits;
	const char *culprit;
	struct group group[GROUPS_MAX];
	unsigned int nr;
};

static const struct family latency = {
	.count = "COUNT",
	.counted = ROW_COUNT,
	.culprits = "Worst Sample",
	.culprit = "culprit",
	.group = {
		{ "IRQ Timer Latency", true, RTLAT_HAS(RTLAT_IRQ), RTLAT_IRQ, latency_columns,
		  NR(latency_columns) },
		{ "Thread Timer Latency", true, RTLAT_HAS(RTLAT_THREAD), RTLAT_THREAD,
		  latency_columns, NR(latency_columns) },
		{ "Return Latency", true, RTLAT_HAS(RTLAT_RETURN), RTLAT_RETURN, latency_columns,
		  NR(latency_columns) },
		{ NULL, false, 0, 0, loss_columns, NR(loss_columns) },
	},
	.nr = 4,
};

static const struct family noise = {
	.count = "PERIODS",
	.counted = ROW_PERIODS,
	.culprits = "Largest Source",
	.culprit = "source",
	.group = {
		{ "Operating System Noise", true, RTLAT_HAS(RTLAT_NOISE), RTLAT_NOISE,
		  noise_columns, NR(noise_columns) },
		{ "Count", false, RTLAT_HAS_COUNTS, 0, count_columns, NR(count_columns) },
		{ NULL, false, 0, 0, &loss_columns[1], 1 },
	},
	.nr = 3,
};

static const struct family hardware = {
	.count = "PERIODS",
	.counted = ROW_PERIODS,
	.culprits = "Largest Source",
	.culprit = "source",
	.group = {
		{ "Hardware-related Noise", true, RTLAT_HAS(RTLAT_NOISE), RTLAT_NOISE,
		  noise_columns, NR(noise_columns) },
		{ "Count", false, RTLAT_HAS_COUNTS, 0, count_columns, 2 },
		{ NULL, false, 0, 0, &loss_columns[1], 1 },
	},
	.nr = 3,
};

static const struct family delay = {
	.count = "COUNT",
	.counted = ROW_COUNT,
	.group = {
		{ "Delay", true, RTLAT_HAS(RTLAT_DELAY), RTLAT_DELAY, latency_columns,
		  NR(latency_columns) },
		{ NULL, false, 0, 0, &loss_columns[1], 1 },
	},
	.nr = 2,
};

static const struct family *family_of(const struct top_table *table)
{
	if (table->contexts & RTLAT_HAS(RTLAT_DELAY))
		return &delay;
	if (!(table->contexts & RTLAT_HAS(RTLAT_NOISE)))
		return &latency;
	return table->hardware_only ? &hardware : &noise;
}

static bool has_culprits(const struct top_table *table)
{
	return table->contexts & RTLAT_HAS_INTERFERENCE;
}

static bool shown(const struct top_table *table, const struct group *group)
{
	if (!group->has)
		return table->total.missed || table->total.lost;
	return table->contexts & group->has;
}

static int column_width(const struct top_table *table, const struct column *column)
{
	return column->width + (column->sum && table->nanoseconds ? SUM_MORE_NS : 0);
}

static int group_width(const struct top_table *table, const struct group *group)
{
	unsigned int i;
	int width = 0;

	for (i = 0; i < group->nr; i++)
		width += column_width(table, &group->column[i]);
	return width;
}

/*
 * Prints a group's title centred. Returns the width that is left, as nothing is printed behind the
 * last group.
 */
static int print_group_title(FILE *file, const struct top_table *table, const struct group *group)
{
	const char *unit = table->nanoseconds ? " (ns)" : " (us)";
	int width = group_width(table, group), length;
	char title[TITLE_SIZE];

	if (!group->title) {
		fputc('|', file);
		return width;
	}
	length = snprintf(title, sizeof(title), "%s%s", group->title, group->times ? unit : "");
	fprintf(file, "|%*s", (width + length) / 2, title);
	return width - (width + length) / 2;
}

static void print_group_titles(FILE *file, const struct top_table *table)
{
	const struct family *family = family_of(table);
	char elapsed[TEXT_ELAPSED_SIZE];
	unsigned int i;
	int pad = 0;

	text_elapsed(table->elapsed_ns, elapsed);
	fprintf(file, "%-*s", LEFT_WIDTH, elapsed);
	for (i = 0; i < family->nr; i++) {
		if (!shown(table, &family->group[i]))
			continue;
		fprintf(file, "%*s", pad, "");
		pad = print_group_title(file, table, &family->group[i]);
	}
	if (has_culprits(table))
		fprintf(file, "%*s| %s", pad, "", family->culprits);
	fputc('\n', file);
}

static void print_column_titles(FILE *file, const struct top_table *table)
{
	const struct family *family = family_of(table);
	unsigned int i, j;

	fprintf(file, "CPU %-*s", LEFT_WIDTH - 4, family->count);
	for (i = 0; i < family->nr; i++) {
		const struct group *group = &family->group[i];

		if (!shown(table, group))
			continue;
		fputc('|', file);
		for (j = 0; j < group->nr; j++)
			fprintf(file, "%*s", column_width(table, &group->column[j]),
				group->column[j].title);
	}
	if (has_culprits(table))
		fprintf(file, "| %s", family->culprit);
	fputc('\n', file);
}

static void print_dashes(FILE *file, int nr)
{
	while (nr-- > 0)
		fputc('-', file);
}

static void print_rule(FILE *file, const struct top_table *table)
{
	const struct family *family = family_of(table);
	unsigned int i;

	print_dashes(file, LEFT_WIDTH);
	for (i = 0; i < family->nr; i++) {
		if (!shown(table, &family->group[i]))
			continue;
		fputc('|', file);
		print_dashes(file, group_width(table, &family->group[i]));
	}
	if (has_culprits(table)) {
		fputc('|', file);
		print_dashes(file, CULPRIT_WIDTH);
	}
	fputc('\n', file);
}

static void text_table_format_cell(char cell[CELL_SIZE], const struct top_table *table,
				   const struct rtlat_row *row, struct row_key key)
{
	uint64_t value = row_value(row, key);

	/* The latest sample need not have every context, and that of all CPUs has none. */
	if (key.field == ROW_CURRENT && row->cpu < 0)
		cell[0] = '\0';
	else if (!row_has(row, key) || (key.field == ROW_CURRENT && !value))
		snprintf(cell, CELL_SIZE, "-");
	else if (key.field == ROW_AVAILABLE)
		noise_available_text(cell, &row->noise);
	else if (row_kind(key.field) == ROW_IS_TIME)
		snprintf(cell, CELL_SIZE, "%" PRIu64, text_time(value, table->nanoseconds));
	else
		snprintf(cell, CELL_SIZE, "%" PRIu64, value);
}

static void print_group(FILE *file, const struct top_table *table, const struct rtlat_row *row,
			const struct group *group)
{
	char cell[CELL_SIZE];
	unsigned int i;

	fputc('|', file);
	for (i = 0; i < group->nr; i++) {
		const struct column *column = &group->column[i];

		text_table_format_cell(cell, table, row,
				       (struct row_key){ column->field, group->context });
		fprintf(file, " %*s", column_width(table, column) - 1, cell);
	}
}

/* Prints the culprit in the last column, followed only by the state of the CPU. */
static void print_culprit(FILE *file, const struct top_table *table, const struct rtlat_row *row)
{
	bool measured = row->state == RTLAT_CPU_MEASURED;
	char text[CULPRIT_SIZE];

	if (family_of(table) == &latency)
		culprit_text(text, CULPRIT_SIZE, &row->worst, table->nanoseconds);
	else
		noise_source_text(text, CULPRIT_SIZE, &row->source, &row->noise);
	fprintf(file, "| %-*s", measured ? 0 : CULPRIT_WIDTH - 1, text[0] ? text : "-");
}

static void text_table_print_row(FILE *file, const struct top_table *table,
				 const struct rtlat_row *row)
{
	const struct family *family = family_of(table);
	unsigned int i;

	if (row->cpu < 0)
		fprintf(file, "ALL ");
	else
		fprintf(file, "%3d ", row->cpu);
	fprintf(file, "#%-10" PRIu64, row_value(row, (struct row_key){ .field = family->counted }));
	for (i = 0; i < family->nr; i++) {
		if (shown(table, &family->group[i]))
			print_group(file, table, row, &family->group[i]);
	}
	if (has_culprits(table))
		print_culprit(file, table, row);
	if (row->state != RTLAT_CPU_MEASURED)
		fprintf(file, " %s", rtlat_cpu_state_name(row->state));
	fputc('\n', file);
}

void top_table_print(FILE *file, const struct top_table *table)
{
	unsigned int i;

	print_group_titles(file, table);
	print_column_titles(file, table);
	for (i = 0; i < table->nr_rows; i++)
		text_table_print_row(file, table, &table->rows[i]);
	print_rule(file, table);
	text_table_print_row(file, table, &table->total);
}

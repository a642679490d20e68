// SPDX-License-Identifier: GPL-2.0-only
/*
 * The columns of the table of top: on a terminal those that fit, elsewhere all of them, at fixed
 * places.
 */
#include <inttypes.h>
#include <string.h>

#include "rtlat/result/noise_text.h"
#include "rtlat/write/text/columns.h"
#include "rtlat/write/text/text.h"

#define LEFT_WIDTH 15
/* On a terminal: the time measured, with a blank, fits into the first two columns. */
#define LEFT_WIDTH_MIN 12
#define CULPRIT_WIDTH 30
/* On a terminal, other columns go before a culprit gets less than that. */
#define CULPRIT_ROOM 24
#define CULPRIT_MOST 60
/* The columns that sums of times need beside their width in microseconds. */
#define SUM_MORE_NS 3

#define NR(array) (sizeof(array) / sizeof(*(array)))

static const struct column latency_columns[] = {
	{ "cur", 10, ROW_CURRENT, false, 6 }, { "min", 10, ROW_MIN, false, 2 },
	{ "avg", 10, ROW_AVG, false, 1 },     { "p99", 10, ROW_P99, false, 1 },
	{ "p99.9", 10, ROW_P999, false, 2 },  { "max", 10, ROW_MAX, false, 0 },
};

static const struct column noise_columns[] = {
	{ "Runtime", 13, ROW_RUNTIME, true, 5 },    { "Noise", 11, ROW_NOISE, true, 2 },
	{ "% Avail", 10, ROW_AVAILABLE, false, 0 }, { "Max Noise", 10, ROW_MAX_PERIOD, false, 2 },
	{ "Max Single", 11, ROW_MAX, false, 0 },    { "p99", 10, ROW_P99, false, 4 },
};

/* The columns of counts. With interrupts off only the first two have any. */
static const struct column count_columns[] = {
	{ "HW", 8, ROW_HARDWARE, false, 2 },    { "NMI", 8, ROW_NMIS, false, 4 },
	{ "IRQ", 9, ROW_IRQS, false, 3 },       { "Softirq", 9, ROW_SOFTIRQS, false, 3 },
	{ "Thread", 9, ROW_THREADS, false, 3 },
};

/* Noise misses nothing. */
static const struct column loss_columns[] = {
	{ "missed", 10, ROW_MISSED, false, 0 },
	{ "lost", 10, ROW_LOST, false, 0 },
};

static const struct family latency = {
	.count = "COUNT",
	.counted = ROW_COUNT,
	.culprits = "Worst Sample",
	.culprit = "culprit",
	.group = {
		{ "IRQ Timer Latency", "IRQ", true, RTLAT_HAS(RTLAT_IRQ), RTLAT_IRQ,
		  latency_columns, NR(latency_columns), 3 },
		{ "Thread Timer Latency", "Thread", true, RTLAT_HAS(RTLAT_THREAD), RTLAT_THREAD,
		  latency_columns, NR(latency_columns), 0 },
		{ "Return Latency", "Return", true, RTLAT_HAS(RTLAT_RETURN), RTLAT_RETURN,
		  latency_columns, NR(latency_columns), 4 },
		{ NULL, NULL, false, 0, 0, loss_columns, NR(loss_columns), 0 },
	},
	.nr = 4,
};

static const struct family noise = {
	.count = "PERIODS",
	.counted = ROW_PERIODS,
	.culprits = "Largest Source",
	.culprit = "source",
	.group = {
		{ "Operating System Noise", "Noise", true, RTLAT_HAS(RTLAT_NOISE), RTLAT_NOISE,
		  noise_columns, NR(noise_columns), 0 },
		{ "Count", "Count", false, RTLAT_HAS_COUNTS, 0, count_columns, NR(count_columns),
		  0 },
		{ NULL, NULL, false, 0, 0, &loss_columns[1], 1, 0 },
	},
	.nr = 3,
};

static const struct family hardware = {
	.count = "PERIODS",
	.counted = ROW_PERIODS,
	.culprits = "Largest Source",
	.culprit = "source",
	.group = {
		{ "Hardware-related Noise", "Noise", true, RTLAT_HAS(RTLAT_NOISE), RTLAT_NOISE,
		  noise_columns, NR(noise_columns), 0 },
		{ "Count", "Count", false, RTLAT_HAS_COUNTS, 0, count_columns, 2, 0 },
		{ NULL, NULL, false, 0, 0, &loss_columns[1], 1, 0 },
	},
	.nr = 3,
};

static const struct family delay = {
	.count = "COUNT",
	.counted = ROW_COUNT,
	.group = {
		{ "Delay", "Delay", true, RTLAT_HAS(RTLAT_DELAY), RTLAT_DELAY, latency_columns,
		  NR(latency_columns), 0 },
		{ NULL, NULL, false, 0, 0, &loss_columns[1], 1, 0 },
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

static bool has_group(const struct top_table *table, const struct group *group)
{
	if (!group->has)
		return table->total.missed || table->total.lost;
	return table->contexts & group->has;
}

int columns_width(const struct layout *layout, unsigned int group)
{
	unsigned int i;
	int width = 0;

	for (i = 0; i < COLUMNS_MAX; i++)
		width += layout->width[group][i];
	return width;
}

void columns_cell(char cell[CELL_SIZE], const struct top_table *table, const struct rtlat_row *row,
		  struct row_key key)
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

/* Returns the width of the widest cell of a column, with a blank; 0: it is not wanted. */
static int needed_width(const struct top_table *table, const struct group *group,
			const struct column *column)
{
	const struct row_key key = { column->field, group->context };
	int width = (int)strlen(column->title);
	char cell[CELL_SIZE];
	unsigned int i;

	/* A result that fits a terminal is final, and has no latest sample. */
	if (column->field == ROW_CURRENT)
		return 0;
	for (i = 0; i <= table->nr_rows; i++) {
		columns_cell(cell, table, i < table->nr_rows ? &table->rows[i] : &table->total,
			     key);
		if (width < (int)strlen(cell))
			width = (int)strlen(cell);
	}
	return width + 1;
}

/* Gives every column its width, and on a terminal the one that it needs. */
static void set_widths(struct layout *layout)
{
	const struct top_table *table = layout->table;
	const struct family *family = layout->family;
	unsigned int i, j;

	for (i = 0; i < family->nr; i++) {
		const struct group *group = &family->group[i];

		for (j = 0; j < group->nr && has_group(table, group); j++) {
			const struct column *column = &group->column[j];

			if (table->width)
				layout->width[i][j] = needed_width(table, group, column);
			else
				layout->width[i][j] =
					column->width +
					(column->sum && table->nanoseconds ? SUM_MORE_NS : 0);
		}
	}
}

static int table_width(const struct layout *layout)
{
	int width = layout->left + layout->culprit + (layout->culprit ? 1 : 0);
	unsigned int i;

	for (i = 0; i < layout->family->nr; i++)
		width += columns_width(layout, i) ? 1 + columns_width(layout, i) : 0;
	return width;
}

/* Takes away the columns of the largest rank. Returns false if there are none that may go. */
static bool drop_columns(struct layout *layout)
{
	const struct family *family = layout->family;
	unsigned int i, j, rank, largest = 0;

	for (i = 0; i < family->nr; i++) {
		for (j = 0; j < family->group[i].nr; j++) {
			rank = family->group[i].rank + family->group[i].column[j].rank;
			if (layout->width[i][j] && rank > largest)
				largest = rank;
		}
	}
	for (i = 0; i < family->nr && largest; i++) {
		for (j = 0; j < family->group[i].nr; j++) {
			if (family->group[i].rank + family->group[i].column[j].rank == largest)
				layout->width[i][j] = 0;
		}
	}
	return largest;
}

/* Returns the width of the longest state that stands behind a row. */
static int state_width(const struct top_table *table)
{
	int longest = 0, length;
	unsigned int i;

	for (i = 0; i < table->nr_rows; i++) {
		if (table->rows[i].state == RTLAT_CPU_MEASURED)
			continue;
		length = (int)strlen(rtlat_cpu_state_name(table->rows[i].state)) + 1;
		longest = length > longest ? length : longest;
	}
	return longest;
}

static void fit_terminal(struct layout *layout)
{
	const struct top_table *table = layout->table;
	int width = (int)table->width, length;
	char cell[CELL_SIZE];

	length = CPU_WIDTH + 1 +
		 snprintf(cell, sizeof(cell), "%" PRIu64,
			  row_value(&table->total,
				    (struct row_key){ .field = layout->family->counted }));
	layout->left = length > LEFT_WIDTH_MIN ? length : LEFT_WIDTH_MIN;
	/* A culprit gets shorter beside the state of its CPU. */
	if (layout->culprit)
		layout->culprit = CULPRIT_ROOM + 1;
	else
		width -= state_width(table);
	while (table_width(layout) > width && drop_columns(layout))
		;
	if (layout->culprit && table_width(layout) < width)
		layout->culprit += width - table_width(layout);
	if (layout->culprit > CULPRIT_MOST)
		layout->culprit = CULPRIT_MOST;
}

void columns_lay_out(struct layout *layout, const struct top_table *table)
{
	*layout = (struct layout){
		.table = table,
		.family = family_of(table),
		.left = LEFT_WIDTH,
		.culprit = table->contexts & RTLAT_HAS_INTERFERENCE ? CULPRIT_WIDTH : 0,
	};
	set_widths(layout);
	if (table->width)
		fit_terminal(layout);
}

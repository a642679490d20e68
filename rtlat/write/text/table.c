// SPDX-License-Identifier: GPL-2.0-only
/* Prints the table of a result's values, a CPU a row, as text. */
#include <inttypes.h>
#include <string.h>

#include "rtlat/result/culprit.h"
#include "rtlat/result/noise_text.h"
#include "rtlat/write/text/columns.h"
#include "rtlat/write/text/text.h"

#define TITLE_SIZE 64

/*
 * Prints a group's title centred. Returns the width that is left, as nothing is printed behind the
 * last group.
 */
static int print_group_title(FILE *file, const struct layout *layout, unsigned int index)
{
	const struct group *group = &layout->family->group[index];
	const char *unit = layout->table->nanoseconds ? " (ns)" : " (us)";
	int width = columns_width(layout, index), length;
	char title[TITLE_SIZE];

	if (!group->title) {
		fputc('|', file);
		return width;
	}
	length = snprintf(title, sizeof(title), "%s%s", group->title, group->times ? unit : "");
	if (length > width)
		length = snprintf(title, sizeof(title), "%s%s", group->brief,
				  group->times ? unit : "");
	if (length > width)
		length =
			snprintf(title, sizeof(title), "%.*s", width, text_context(group->context));
	fprintf(file, "|%*s", (width + length) / 2, title);
	return width - (width + length) / 2;
}

static void print_group_titles(FILE *file, const struct layout *layout)
{
	char elapsed[TEXT_ELAPSED_SIZE];
	unsigned int i;
	int pad = 0;

	text_elapsed(layout->table->elapsed_ns, elapsed);
	fprintf(file, "%-*s", layout->left, elapsed);
	for (i = 0; i < layout->family->nr; i++) {
		if (!columns_width(layout, i))
			continue;
		fprintf(file, "%*s", pad, "");
		pad = print_group_title(file, layout, i);
	}
	if (layout->culprit)
		fprintf(file, "%*s| %s", pad, "", layout->family->culprits);
	fputc('\n', file);
}

static void print_column_titles(FILE *file, const struct layout *layout)
{
	const struct family *family = layout->family;
	unsigned int i, j;

	fprintf(file, layout->table->width ? "CPU %*s" : "CPU %-*s",
		layout->table->width ? layout->left - CPU_WIDTH - 1 : layout->left - CPU_WIDTH,
		family->count);
	if (layout->table->width)
		fputc(' ', file);
	for (i = 0; i < family->nr; i++) {
		if (!columns_width(layout, i))
			continue;
		fputc('|', file);
		for (j = 0; j < family->group[i].nr; j++) {
			if (layout->width[i][j])
				fprintf(file, "%*s", layout->width[i][j],
					family->group[i].column[j].title);
		}
	}
	if (layout->culprit)
		fprintf(file, "| %s", family->culprit);
	fputc('\n', file);
}

static void print_dashes(FILE *file, int nr)
{
	while (nr-- > 0)
		fputc('-', file);
}

static void print_rule(FILE *file, const struct layout *layout)
{
	unsigned int i;

	print_dashes(file, layout->left);
	for (i = 0; i < layout->family->nr; i++) {
		if (!columns_width(layout, i))
			continue;
		fputc('|', file);
		print_dashes(file, columns_width(layout, i));
	}
	if (layout->culprit) {
		fputc('|', file);
		print_dashes(file, layout->culprit);
	}
	fputc('\n', file);
}

static void print_group(FILE *file, const struct layout *layout, const struct rtlat_row *row,
			unsigned int index)
{
	const struct group *group = &layout->family->group[index];
	char cell[CELL_SIZE];
	unsigned int i;

	fputc('|', file);
	for (i = 0; i < group->nr; i++) {
		if (!layout->width[index][i])
			continue;
		columns_cell(cell, layout->table, row,
			     (struct row_key){ group->column[i].field, group->context });
		fprintf(file, " %*s", layout->width[index][i] - 1, cell);
	}
}

/* Prints the culprit in the last column, followed only by the state of the CPU. */
static void print_culprit(FILE *file, const struct layout *layout, const struct rtlat_row *row)
{
	bool measured = row->state == RTLAT_CPU_MEASURED;
	unsigned int room = CULPRIT_SIZE;
	char text[CULPRIT_SIZE];

	if (layout->table->width)
		room = layout->culprit - 1 -
		       (measured ? 0 : strlen(rtlat_cpu_state_name(row->state)) + 1);
	if (layout->table->contexts & RTLAT_HAS(RTLAT_NOISE))
		noise_source_text(text, room, &row->source, &row->noise);
	else
		culprit_text(text, room, &row->worst, layout->table->nanoseconds);
	if (layout->table->width)
		fprintf(file, "| %s", text[0] ? text : "-");
	else
		fprintf(file, "| %-*s", measured ? 0 : layout->culprit - 1, text[0] ? text : "-");
}

static void table_print_row(FILE *file, const struct layout *layout, const struct rtlat_row *row)
{
	uint64_t count = row_value(row, (struct row_key){ .field = layout->family->counted });
	unsigned int i;

	if (row->cpu < 0)
		fprintf(file, "ALL ");
	else
		fprintf(file, "%3d ", row->cpu);
	if (layout->table->width)
		fprintf(file, "%*" PRIu64 " ", layout->left - CPU_WIDTH - 1, count);
	else
		fprintf(file, "#%-10" PRIu64, count);
	for (i = 0; i < layout->family->nr; i++) {
		if (columns_width(layout, i))
			print_group(file, layout, row, i);
	}
	if (layout->culprit)
		print_culprit(file, layout, row);
	if (row->state != RTLAT_CPU_MEASURED)
		fprintf(file, " %s", rtlat_cpu_state_name(row->state));
	fputc('\n', file);
}

void top_table_print(FILE *file, const struct top_table *table)
{
	struct layout layout;
	unsigned int i;

	columns_lay_out(&layout, table);
	print_group_titles(file, &layout);
	print_column_titles(file, &layout);
	for (i = 0; i < table->nr_rows; i++)
		table_print_row(file, &layout, &table->rows[i]);
	print_rule(file, &layout);
	table_print_row(file, &layout, &table->total);
}

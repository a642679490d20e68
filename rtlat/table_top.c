// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>

#include "culprit.h"
#include "table_top.h"
#include "write_text.h"

#define NR_COLUMNS 5
#define COLUMN_WIDTH 10
#define GROUP_WIDTH (NR_COLUMNS * COLUMN_WIDTH)
#define LOSSES_WIDTH (2 * COLUMN_WIDTH)
#define CULPRIT_WIDTH 30

static const char *const titles[RTLAT_CONTEXTS] = {
	"IRQ Timer Latency",
	"Thread Timer Latency",
	"Return Latency",
};

static bool has_losses(const struct top_table *table)
{
	return table->total.missed || table->total.lost;
}

static bool has_culprits(const struct top_table *table)
{
	return table->contexts & RTLAT_HAS_INTERFERENCE;
}

static void print_group_titles(FILE *file, const struct top_table *table)
{
	char elapsed[TEXT_ELAPSED_SIZE], title[GROUP_WIDTH];
	unsigned int context;
	int left, pad = 0;

	text_elapsed(table->elapsed_ns, elapsed);
	fprintf(file, "%-15s", elapsed);
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (!(table->contexts & RTLAT_HAS(context)))
			continue;
		left = (GROUP_WIDTH + snprintf(title, sizeof(title), "%s (%s)", titles[context],
					       table->nanoseconds ? "ns" : "us")) /
		       2;
		fprintf(file, "%*s|%*s", pad, "", left, title);
		pad = GROUP_WIDTH - left;
	}
	if (has_losses(table)) {
		fprintf(file, "%*s|", pad, "");
		pad = LOSSES_WIDTH;
	}
	if (has_culprits(table))
		fprintf(file, "%*s| Worst Sample", pad, "");
	fputc('\n', file);
}

static void print_column_titles(FILE *file, const struct top_table *table)
{
	unsigned int context;

	fprintf(file, "%-15s", "CPU COUNT");
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (table->contexts & RTLAT_HAS(context))
			fprintf(file, "|%10s%10s%10s%10s%10s", "cur", "min", "avg", "max", "p99");
	}
	if (has_losses(table))
		fprintf(file, "|%10s%10s", "missed", "lost");
	if (has_culprits(table))
		fprintf(file, "| culprit");
	fputc('\n', file);
}

static void print_rule(FILE *file, const struct top_table *table)
{
	char dashes[GROUP_WIDTH + 1];
	unsigned int context;

	memset(dashes, '-', GROUP_WIDTH);
	dashes[GROUP_WIDTH] = '\0';
	fprintf(file, "%.15s", dashes);
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (table->contexts & RTLAT_HAS(context))
			fprintf(file, "|%s", dashes);
	}
	if (has_losses(table))
		fprintf(file, "|%.*s", LOSSES_WIDTH, dashes);
	if (has_culprits(table))
		fprintf(file, "|%.*s", CULPRIT_WIDTH, dashes);
	fputc('\n', file);
}

static void print_time(FILE *file, const struct top_table *table, uint64_t ns)
{
	fprintf(file, " %9" PRIu64, text_time(ns, table->nanoseconds));
}

static void print_context(FILE *file, const struct top_table *table, const struct rtlat_row *row,
			  unsigned int context)
{
	fputc('|', file);
	if (!row->context[context].count) {
		fprintf(file, "%10s%10s%10s%10s%10s", row->cpu < 0 ? "" : "-", "-", "-", "-", "-");
		return;
	}
	/* The latest sample need not have every context. */
	if (row->cpu < 0 || !row->context[context].current)
		fprintf(file, "%10s", row->cpu < 0 ? "" : "-");
	else
		print_time(file, table, row->context[context].current);
	print_time(file, table, row->context[context].min);
	print_time(file, table, row->context[context].avg);
	print_time(file, table, row->context[context].max);
	if (row->context[context].p99)
		print_time(file, table, row->context[context].p99);
	else
		fprintf(file, "%10s", "-");
}

/* The last column: nothing follows it but what became of the CPU. */
static void print_culprit(FILE *file, const struct top_table *table, const struct rtlat_row *row)
{
	bool measured = row->state == RTLAT_CPU_MEASURED;
	char text[CULPRIT_SIZE];

	culprit_text(text, CULPRIT_SIZE, &row->worst, table->nanoseconds);
	fprintf(file, "| %-*s", measured ? 0 : CULPRIT_WIDTH - 1, text[0] ? text : "-");
}

static void print_row(FILE *file, const struct top_table *table, const struct rtlat_row *row)
{
	unsigned int context;

	if (row->cpu < 0)
		fprintf(file, "ALL ");
	else
		fprintf(file, "%3d ", row->cpu);
	fprintf(file, "#%-10" PRIu64, row->count);
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (table->contexts & RTLAT_HAS(context))
			print_context(file, table, row, context);
	}
	if (has_losses(table))
		fprintf(file, "| %9" PRIu64 " %9" PRIu64, row->missed, row->lost);
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
		print_row(file, table, &table->rows[i]);
	print_rule(file, table);
	print_row(file, table, &table->total);
}

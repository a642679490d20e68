// SPDX-License-Identifier: GPL-2.0-only
/* The final table of top. */
#include <errno.h>
#include <stdlib.h>

#include "output.h"
#include "table_top.h"
#include "write_text.h"

static void fill_context(struct rtlat_row *row, const struct rtlat_cpu_result *cpu,
			 unsigned int context)
{
	const struct rtlat_histogram *histogram = cpu->context[context].histogram;

	if (!histogram || !histogram->count)
		return;
	row->context[context].count = histogram->count;
	row->context[context].current = cpu->latest.latency[context];
	row->context[context].min = histogram->min;
	row->context[context].avg = histogram->sum / histogram->count;
	row->context[context].max = histogram->max;
	if (rtlat_histogram_percentile(histogram, 99 * RTLAT_PERCENT, &row->context[context].p99))
		row->context[context].p99 = 0;
}

static void fill_row(struct rtlat_row *row, const struct rtlat_cpu_result *cpu)
{
	unsigned int context;

	row->cpu = cpu->cpu;
	row->state = cpu->state;
	row->count = cpu->count;
	row->missed = cpu->missed;
	row->lost = cpu->lost;
	for (context = 0; context < RTLAT_CONTEXTS; context++)
		fill_context(row, cpu, context);
}

int write_text_top(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	struct rtlat_row *rows = calloc(result->nr_cpus, sizeof(*rows));
	struct top_table table = {
		.contexts = result->contexts,
		.elapsed_ns = result->duration_ns,
		.nanoseconds = view->nanoseconds,
		.rows = rows,
		.nr_rows = result->nr_cpus,
	};
	unsigned int i;

	if (!rows)
		return -ENOMEM;
	for (i = 0; i < result->nr_cpus; i++)
		fill_row(&rows[i], &result->cpus[i]);
	fill_row(&table.total, &result->total);
	top_table_print(file, &table);
	free(rows);
	text_losses(file, result);
	text_notes(file, result);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/* The final table of top. */
#include <errno.h>
#include <stdlib.h>

#include "rtlat/write/text/table.h"
#include "rtlat/write/text/text.h"

int text_top_table(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	struct rtlat_row *rows = calloc(result->nr_cpus, sizeof(*rows));
	struct top_table table = {
		.contexts = result->contexts,
		.hardware_only = result->config->hardware_only,
		.elapsed_ns = result->duration_ns,
		.nanoseconds = view->nanoseconds,
		.width = view->width,
		.rows = rows,
		.nr_rows = result->nr_cpus,
	};
	unsigned int i;

	if (!rows)
		return -ENOMEM;
	for (i = 0; i < result->nr_cpus; i++)
		rtlat_cpu_result_row(&result->cpus[i], &rows[i]);
	rtlat_cpu_result_row(&result->total, &table.total);
	top_table_print(file, &table);
	free(rows);
	return 0;
}

int write_text_top(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	int err;

	if (view->only_explanation) {
		text_only_exceeded(file, result, view);
		return 0;
	}
	err = text_top_table(file, result, view);
	if (err)
		return err;
	text_noise_sources(file, result, view->nanoseconds);
	text_over_time(file, result, view);
	text_losses(file, result);
	text_notes(file, result, view);
	return 0;
}

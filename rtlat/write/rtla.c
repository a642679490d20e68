// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prints as `rtla timerlat hist` or `rtla osnoise hist` does, to the blank; the options that leave
 * parts of it out do so here. Below it, in comments, is the verdict.
 */
#include <inttypes.h>

#include "rtlat/write/write.h"
#include "rtlat/result/verdict.h"
#include "rtlat/write/text/text.h"

enum summary { SUMMARY_COUNT, SUMMARY_MIN, SUMMARY_AVG, SUMMARY_MAX, SUMMARIES };

struct table {
	FILE *file;
	const struct rtlat_result *result;
	const struct view *view;
};

static const char *column_name(enum rtlat_context context)
{
	static const char *const names[RTLAT_CONTEXTS] = { "IRQ", "Thr", "Usr", "CPU", "" };

	return names[context];
}

static bool is_noise(const struct table *table)
{
	return table->result->contexts & RTLAT_HAS(RTLAT_NOISE);
}

static const char *tool(const struct table *table)
{
	return is_noise(table) ? "osnoise" : "timerlat";
}

static bool shown(const struct table *table, enum rtlat_context context)
{
	return text_contexts(table->result, table->view) & RTLAT_HAS(context);
}

static void print_label(const struct table *table, const char *label)
{
	if (!table->view->no_index)
		fprintf(table->file, "%-6s", label);
}

static void rtla_print_header(const struct table *table)
{
	enum rtlat_context context;
	char elapsed[TEXT_ELAPSED_SIZE];
	unsigned int i;

	if (table->view->no_header)
		return;
	text_elapsed(table->result->duration_ns, elapsed);
	fprintf(table->file, "# RTLA %s histogram\n# Time unit is %s\n# Duration: %12s\n",
		tool(table), table->view->nanoseconds ? "nanoseconds (ns)" : "microseconds (us)",
		elapsed);
	if (!table->view->no_index)
		fprintf(table->file, "Index");
	for (i = 0; i < table->result->nr_cpus; i++) {
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			if (shown(table, context))
				fprintf(table->file, "   %s-%03d", column_name(context),
					table->result->cpus[i].cpu);
		}
	}
	fputc('\n', table->file);
}

static void rtla_print_row(const struct table *table, uint32_t row)
{
	enum rtlat_context context;
	unsigned int i;
	char label[24];

	snprintf(label, sizeof(label), "%" PRIu64,
		 text_time(row * table->result->config->bucket_ns, table->view->nanoseconds));
	print_label(table, label);
	for (i = 0; i < table->result->nr_cpus; i++) {
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			const struct rtlat_stats *stats = &table->result->cpus[i].context[context];

			if (shown(table, context))
				fprintf(table->file, "%9" PRIu64 " ",
					rtlat_stats_entry(stats, row));
		}
	}
	fputc('\n', table->file);
}

static void rtla_print_rows(const struct table *table)
{
	uint32_t row;

	for (row = 0; row < table->result->config->entries; row++) {
		if (table->view->with_zeros ||
		    !text_row_is_zero(table->result, text_contexts(table->result, table->view),
				      row))
			rtla_print_row(table, row);
	}
}

static void print_over(const struct table *table)
{
	enum rtlat_context context;
	unsigned int i;

	print_label(table, "over:");
	for (i = 0; i < table->result->nr_cpus; i++) {
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			if (shown(table, context))
				fprintf(table->file, "%9" PRIu64 " ",
					table->result->cpus[i].context[context].linear_over);
		}
	}
	fputc('\n', table->file);
}

/* rtla rounds it down for latencies only. */
static void print_average(const struct table *table, const struct rtlat_histogram *histogram)
{
	bool nanoseconds = table->view->nanoseconds;

	if (is_noise(table))
		fprintf(table->file, "%9.2f ",
			rtlat_histogram_mean(histogram) / (nanoseconds ? 1 : RTLAT_NSEC_PER_USEC));
	else
		fprintf(table->file, "%9" PRIu64 " ",
			text_time(histogram->sum / histogram->count, nanoseconds));
}

static void print_cell(const struct table *table, enum summary what,
		       const struct rtlat_histogram *histogram)
{
	bool nanoseconds = table->view->nanoseconds;

	if (!histogram || (!histogram->count && what != SUMMARY_COUNT)) {
		fprintf(table->file, "%9s ", "-");
		return;
	}
	switch (what) {
	case SUMMARY_COUNT:
		fprintf(table->file, "%9" PRIu64 " ", histogram->count);
		break;
	case SUMMARY_MIN:
		fprintf(table->file, "%9" PRIu64 " ", text_time(histogram->min, nanoseconds));
		break;
	case SUMMARY_AVG:
		print_average(table, histogram);
		break;
	default:
		fprintf(table->file, "%9" PRIu64 " ", text_time(histogram->max, nanoseconds));
	}
}

static void rtla_print_summaries(const struct table *table, const struct rtlat_cpu_result *cpus,
				 unsigned int nr)
{
	static const char *const labels[SUMMARIES] = { "count:", "min:", "avg:", "max:" };
	enum rtlat_context context;
	enum summary what;
	unsigned int i;

	for (what = 0; what < SUMMARIES; what++) {
		print_label(table, labels[what]);
		for (i = 0; i < nr; i++) {
			for (context = 0; context < RTLAT_CONTEXTS; context++) {
				if (shown(table, context))
					print_cell(table, what, cpus[i].context[context].histogram);
			}
		}
		fputc('\n', table->file);
	}
}

static void rtla_print_all(const struct table *table)
{
	enum rtlat_context context;

	/* The first title is a blank short. */
	print_label(table, "ALL:");
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (shown(table, context))
			fprintf(table->file, "%*s", context == RTLAT_IRQ ? 9 : 10,
				column_name(context));
	}
	fputc('\n', table->file);
	rtla_print_summaries(table, &table->result->total, 1);
}

int write_rtla(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	const struct table table = { file, result, view };

	rtla_print_header(&table);
	rtla_print_rows(&table);
	print_over(&table);
	if (!view->no_summary) {
		rtla_print_summaries(&table, result->cpus, result->nr_cpus);
		if (!is_noise(&table))
			rtla_print_all(&table);
	}
	if (verdict_is_of_limit(result))
		fprintf(file, "rtla %s hit stop tracing\n", tool(&table));
	verdict_print(file, "# ", result);
	return 0;
}

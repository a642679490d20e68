// SPDX-License-Identifier: GPL-2.0-only
/* The histogram table, laid out as users of rtla know it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/result/culprit.h"
#include "rtlat/result/whole.h"
#include "rtlat/write/text/text.h"

#define LABEL_WIDTH 6
#define COLUMN_WIDTH 9

struct table {
	FILE *file;
	const struct rtlat_result *result;
	const struct view *view;
	unsigned int contexts; /* mask of the contexts that are shown */
	const struct rtlat_cpu_result *column;
	unsigned int nr_columns;
};

enum summary { SUMMARY_OVER, SUMMARY_COUNT, SUMMARY_MIN, SUMMARY_AVG, SUMMARY_MAX };

static const char *const summary_labels[] = {
	[SUMMARY_OVER] = "over:", [SUMMARY_COUNT] = "count:", [SUMMARY_MIN] = "min:",
	[SUMMARY_AVG] = "avg:",   [SUMMARY_MAX] = "max:",
};

static bool is_noise(const struct table *table)
{
	return table->result->contexts & RTLAT_HAS(RTLAT_NOISE);
}

static bool is_delay(const struct table *table)
{
	return table->result->contexts & RTLAT_HAS(RTLAT_DELAY);
}

static bool shown(const struct table *table, unsigned int context)
{
	return table->contexts & RTLAT_HAS(context);
}

/*
 * A row is its label, then one number per column. The label may be wider than its column: the
 * first number then is moved, never joined with it.
 */
static int begin_row(const struct table *table, const char *label)
{
	size_t length = strlen(label);

	if (table->view->no_index)
		return COLUMN_WIDTH;
	fprintf(table->file, "%s ", label);
	return length + 1 < LABEL_WIDTH + COLUMN_WIDTH
		       ? (int)(LABEL_WIDTH + COLUMN_WIDTH - length - 1)
		       : 0;
}

/*
 * Prints a cell. `width` is begin_row()'s for the first cell; later cells are set apart by a blank.
 */
static void print_cell(const struct table *table, int *width, const char *text)
{
	fprintf(table->file, *width < 0 ? " %*s" : "%*s", abs(*width), text);
	*width = -COLUMN_WIDTH;
}

static void print_number(const struct table *table, int *width, uint64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, number);
	print_cell(table, width, text);
}

static const char *histogram_name(const struct table *table)
{
	if (!is_noise(table))
		return "rtlat";
	return table->result->config->hardware_only ? "rtlat hwnoise" : "rtlat osnoise";
}

static void print_setting(FILE *file, const char *name, uint64_t ns)
{
	fprintf(file, "# %s: %" PRIu64 " us\n", name, (uint64_t)(ns / RTLAT_NSEC_PER_USEC));
}

static void print_noise_settings(FILE *file, const struct rtlat_config *config)
{
	print_setting(file, "Runtime", config->runtime_ns);
	print_setting(file, "Period", config->period_ns);
	print_setting(file, "Threshold", config->threshold_ns);
}

static void text_hist_print_header(const struct table *table)
{
	const struct rtlat_result *result = table->result;
	const struct rtlat_system *system = result->system;
	char duration[TEXT_ELAPSED_SIZE];
	FILE *file = table->file;

	text_elapsed(result->duration_ns, duration);
	fprintf(file, "# %s%s%s histogram\n", histogram_name(table),
		is_delay(table) ? " track " : "",
		is_delay(table) ? rtlat_tracker_name(result->config->track.tracker) : "");
	fprintf(file, "# Time unit is %s\n",
		table->view->nanoseconds ? "nanoseconds (ns)" : "microseconds (us)");
	fprintf(file, "# Duration: %s\n", duration);
	fprintf(file, "# Source: %s (%s)\n", result->source, result->source_reason);
	if (is_noise(table))
		print_noise_settings(file, result->config);
	else if (is_delay(table))
		text_track_settings(file, &result->config->track);
	else
		print_setting(file, "Period", result->config->period_ns);
	fprintf(file, "# Kernel: %s %s%s\n", system->kernel, system->machine,
		system->realtime ? " PREEMPT_RT" : "");
}

static void text_hist_print_titles(const struct table *table)
{
	unsigned int i, context;

	if (!table->view->no_index)
		fprintf(table->file, "Index");
	for (i = 0; i < table->nr_columns; i++) {
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			if (shown(table, context) && table->column[i].cpu < 0)
				fputs("   ALL-CPU", table->file);
			else if (shown(table, context))
				fprintf(table->file, "   %s-%03d",
					context >= RTLAT_LATENCIES ? "CPU" : text_context(context),
					table->column[i].cpu);
		}
	}
	fputc('\n', table->file);
}

static void text_hist_print_row(const struct table *table, uint32_t row)
{
	const struct rtlat_config *config = table->result->config;
	unsigned int i, context;
	char label[24];
	int width;

	snprintf(label, sizeof(label), "%" PRIu64,
		 text_time(row * config->bucket_ns, table->view->nanoseconds));
	width = begin_row(table, label);
	for (i = 0; i < table->nr_columns; i++) {
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			const struct rtlat_stats *stats = &table->column[i].context[context];

			if (shown(table, context))
				print_number(table, &width, rtlat_stats_entry(stats, row));
		}
	}
	fputc('\n', table->file);
}

static void text_hist_print_rows(const struct table *table)
{
	uint32_t row;

	for (row = 0; row < table->result->config->entries; row++) {
		if (table->view->with_zeros ||
		    !text_row_is_zero(table->result, table->contexts, row))
			text_hist_print_row(table, row);
	}
}

static void print_summary_cell(const struct table *table, int *width, enum summary what,
			       const struct rtlat_stats *stats)
{
	const struct rtlat_histogram *histogram = stats->histogram;
	bool nanoseconds = table->view->nanoseconds;

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

static void print_summary(const struct table *table, enum summary what,
			  const struct rtlat_cpu_result *cpus, unsigned int nr)
{
	int width = begin_row(table, summary_labels[what]);
	unsigned int i, context;

	for (i = 0; i < nr; i++) {
		for (context = 0; context < RTLAT_CONTEXTS; context++) {
			if (shown(table, context))
				print_summary_cell(table, &width, what, &cpus[i].context[context]);
		}
	}
	fputc('\n', table->file);
}

static void text_hist_print_all(const struct table *table)
{
	int width = begin_row(table, "ALL:");
	unsigned int context;
	enum summary what;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (shown(table, context))
			print_cell(table, &width, text_context(context));
	}
	fputc('\n', table->file);
	for (what = SUMMARY_COUNT; what <= SUMMARY_MAX; what++)
		print_summary(table, what, &table->result->total, 1);
}

/* Prints the percentiles that the number of samples supports. */
static void text_hist_print_percentiles(const struct table *table, unsigned int context)
{
	const struct rtlat_percentiles *percentiles = &table->result->config->percentiles;
	const struct rtlat_histogram *histogram = table->result->total.context[context].histogram;
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
			text_time(value, table->view->nanoseconds));
	}
	fputc('\n', table->file);
}

static void print_worst_sample(const struct table *table, const struct rtlat_sample *sample)
{
	uint64_t seconds = sample->expiry / RTLAT_NSEC_PER_SEC;
	uint64_t rest = sample->expiry % RTLAT_NSEC_PER_SEC / RTLAT_NSEC_PER_USEC;
	char culprit[CULPRIT_SIZE];
	unsigned int context;

	fprintf(table->file, "%5u %12" PRIu64 " %10" PRIu64 ".%06" PRIu64, sample->cpu, sample->seq,
		seconds, rest);
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (!shown(table, context))
			continue;
		if (sample->has & RTLAT_HAS(context))
			fprintf(table->file, " %9" PRIu64,
				text_time(sample->latency[context], table->view->nanoseconds));
		else
			fprintf(table->file, " %9s", "-");
	}
	if (!is_noise(table))
		fprintf(table->file, " %8" PRIu64, sample->missed);
	culprit_text(culprit, CULPRIT_SIZE, sample, table->view->nanoseconds);
	fprintf(table->file, "%s%s\n", culprit[0] ? "  " : "", culprit);
}

static void text_hist_print_worst(const struct table *table)
{
	const struct rtlat_cpu_result *total = &table->result->total;
	unsigned int i, context;

	if (!total->nr_worst)
		return;
	fprintf(table->file, "worst samples:\n%5s %12s %17s", "CPU", "seq",
		is_noise(table) ? "start (s)" : "expiry (s)");
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (shown(table, context))
			fprintf(table->file, " %9s", text_context(context));
	}
	if (!is_noise(table))
		fprintf(table->file, " %8s", "missed");
	fprintf(table->file, "%s\n",
		table->result->contexts & RTLAT_HAS_INTERFERENCE ? "  culprit" : "");
	for (i = 0; i < total->nr_worst; i++)
		print_worst_sample(table, &total->worst[i]);
}

/* Prints the culprit of each CPU's worst sample, or the largest part of its longest noise. */
static void print_culprits(const struct table *table)
{
	const struct rtlat_result *result = table->result;
	char culprit[CULPRIT_SIZE];
	unsigned int i;

	if (!(result->contexts & RTLAT_HAS_INTERFERENCE) || !result->total.nr_worst)
		return;
	fprintf(table->file, "culprits:\n%5s  %s\n", "CPU", "largest part of the worst sample");
	for (i = 0; i < result->nr_cpus; i++) {
		const struct rtlat_cpu_result *cpu = &result->cpus[i];

		if (!cpu->nr_worst)
			continue;
		culprit_text(culprit, CULPRIT_SIZE, &cpu->worst[0], table->view->nanoseconds);
		fprintf(table->file, "%5d  %s\n", cpu->cpu, culprit[0] ? culprit : "-");
	}
}

/* Prints how much each CPU lost in all, and to whom. */
static int text_hist_print_noise(const struct table *table)
{
	int err;

	if (!is_noise(table))
		return 0;
	err = text_top_table(table->file, table->result, table->view);
	if (!err)
		text_noise_sources(table->file, table->result, table->view->nanoseconds);
	return err;
}

static int text_hist_print_summaries(const struct table *table)
{
	const struct rtlat_result *result = table->result;
	unsigned int context;
	enum summary what;
	int err;

	for (what = SUMMARY_COUNT; what <= SUMMARY_MAX; what++)
		print_summary(table, what, table->column, table->nr_columns);
	text_hist_print_all(table);
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (shown(table, context))
			text_hist_print_percentiles(table, context);
	}
	text_tails(table->file, result, table->contexts, table->view->nanoseconds);
	err = text_hist_print_noise(table);
	print_culprits(table);
	if (is_delay(table))
		text_delays(table->file, result, table->view);
	else if (!table->view->quiet)
		text_hist_print_worst(table);
	return err;
}

int write_text_hist(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	struct table table = {
		.file = file,
		.result = result,
		.view = view,
		.contexts = text_contexts(result, view),
	};
	int err = 0;

	if (view->only_explanation) {
		text_only_exceeded(file, result, view);
		return 0;
	}
	table.column = result_parts(result, &table.nr_columns);
	if (!view->no_header) {
		text_hist_print_header(&table);
		text_hist_print_titles(&table);
	}
	if (!view->quiet)
		text_hist_print_rows(&table);
	print_summary(&table, SUMMARY_OVER, table.column, table.nr_columns);
	if (!view->no_summary)
		err = text_hist_print_summaries(&table);
	text_losses(file, result);
	if (!view->no_summary)
		text_notes(file, result, view);
	return err;
}

// SPDX-License-Identifier: GPL-2.0-only
/* The verdict of a run, and its numbers. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "rtlat/report/html.h"
#include "rtlat/result/measured.h"
#include "rtlat/report/report.h"
#include "rtlat/result/statistics.h"
#include "rtlat/result/verdict.h"
#include "rtlat/result/whole.h"

static void tables_print_gates(FILE *file, const struct rtlat_result *result)
{
	char line[RTLAT_NOTE_SIZE];
	unsigned int i;

	for (i = 0; i < result->nr_gates; i++) {
		rtlat_gate_format(&result->gates[i], line, sizeof(line));
		fputs("<li>", file);
		html_text(file, line);
		fputs("</li>\n", file);
	}
}

void report_verdict(FILE *file, const struct result_file *run)
{
	const struct rtlat_result *result = &run->result;
	const char *status = rtlat_status_name(result->status);
	const char *verdict = verdict_name(result);

	fprintf(file, "<div class=\"verdict %s\"><strong>%s</strong> ",
		strcmp(verdict, status) ? "none" : status, verdict);
	html_print(file, "%s: ", run->path);
	if (report_is_noise(result))
		report_noise_summary(file, result);
	else if (report_is_delay(result))
		html_print(file, "%" PRIu64 " delays in %.1f s, %" PRIu64 " lost",
			   result->total.count, (double)result->duration_ns / RTLAT_NSEC_PER_SEC,
			   result->total.lost);
	else
		html_print(file,
			   "%" PRIu64 " samples in %.1f s, %" PRIu64 " periods missed, %" PRIu64
			   " lost",
			   result->total.count, (double)result->duration_ns / RTLAT_NSEC_PER_SEC,
			   result->total.missed, result->total.lost);
	html_print(file, "%s", result->complete ? "" : ", incomplete");
	if (result->stop)
		html_print(file, "; stopped early: %s", result->stop);
	fputs("\n", file);
	if (result->reasons->nr + result->nr_gates) {
		fputs("<ul>\n", file);
		html_items(file, NULL, result->reasons);
		tables_print_gates(file, result);
		fputs("</ul>\n", file);
	}
	fputs("</div>\n", file);
}

/* Prints the titles of all statistics that statistics_get() knows. */
static void statistics_columns(FILE *file, const struct rtlat_percentiles *percentiles)
{
	static const char *const first[] = { "min", "avg", "max", "stddev" };
	char name[16], title[20];
	unsigned int i;

	for (i = 0; i < sizeof(first) / sizeof(first[0]); i++)
		html_column(file, first[i]);
	for (i = 0; i < percentiles->nr; i++) {
		rtlat_percentile_format(percentiles->value[i], name, sizeof(name));
		snprintf(title, sizeof(title), "%s %%", name);
		html_column(file, title);
	}
}

void report_statistics(FILE *file, const struct rtlat_result *result)
{
	const struct rtlat_percentiles *percentiles = &result->config->percentiles;
	const struct report_words *words = report_words(result);
	struct statistic statistics[STATISTICS_MAX];
	unsigned int i, j, nr;

	html_table_begin(file, words->statistics);
	html_column(file, words->column);
	html_column(file, words->samples);
	statistics_columns(file, percentiles);
	html_table_rows(file);
	for (i = 0; i < RTLAT_CONTEXTS; i++) {
		const struct rtlat_histogram *histogram = result->total.context[i].histogram;

		if (!histogram)
			continue;
		nr = statistics_get(histogram, percentiles, statistics);
		html_row_begin(file, rtlat_context_name(i));
		html_cell_count(file, histogram->count);
		for (j = 0; j < 4 + percentiles->nr; j++)
			html_cell_time(file, j < nr, j < nr ? statistics[j].ns : 0);
		html_row_end(file);
	}
	html_table_end(file);
}

/*
 * Returns the place of a value on a logarithmic scale: 0 for the smallest in the map, 1 for the
 * largest.
 */
static double heat(double ns, double smallest, double largest)
{
	if (ns <= smallest || smallest <= 0 || largest <= smallest)
		return 0;
	return log(ns / smallest) / log(largest / smallest);
}

static void heat_row(FILE *file, const struct rtlat_result *result,
		     const struct rtlat_cpu_result *cpu)
{
	enum rtlat_context context = measured_context(result);
	const struct rtlat_histogram *all = result->total.context[context].histogram;
	struct statistic statistics[STATISTICS_MAX];
	unsigned int nr, i;
	char title[16];

	nr = statistics_get(cpu->context[context].histogram, &result->config->percentiles,
			    statistics);
	snprintf(title, sizeof(title), cpu->cpu < 0 ? "all" : "CPU %d", cpu->cpu);
	html_row_begin(file, title);
	for (i = 0; i < 4 + result->config->percentiles.nr; i++) {
		if (i < nr && strcmp(statistics[i].name, "stddev"))
			fprintf(file, "<td class=\"n h\" style=\"--heat:%.2f\">%.1f</td>",
				heat(statistics[i].ns, (double)all->min, (double)all->max),
				statistics[i].ns / RTLAT_NSEC_PER_USEC);
		else
			html_cell_time(file, i < nr, i < nr ? statistics[i].ns : 0);
	}
	if (context == RTLAT_THREAD)
		html_cell_count(file, cpu->missed);
	html_cell_count(file, cpu->lost);
	html_cell(file, rtlat_cpu_state_name(cpu->state));
	html_row_end(file);
}

void report_heat_map(FILE *file, const struct rtlat_result *result)
{
	enum rtlat_context context = measured_context(result);
	const struct rtlat_cpu_result *parts;
	unsigned int i, nr;

	if (!result->total.context[context].histogram)
		return;
	html_table_begin(file, report_words(result)->heat_map);
	html_column(file, "CPU");
	statistics_columns(file, &result->config->percentiles);
	if (context == RTLAT_THREAD)
		html_column(file, "missed");
	html_column(file, "lost");
	html_column(file, "state");
	html_table_rows(file);
	parts = result_parts(result, &nr);
	for (i = 0; i < nr; i++)
		heat_row(file, result, &parts[i]);
	html_table_end(file);
}

/* "8.0 us irq timer:236, 6.0 us thread cc1:87882", or that it is not known. */
static void print_explanation(FILE *file, const struct rtlat_sample *sample)
{
	struct rtlat_share shares[RTLAT_SHARES_MAX];
	int i, nr = rtlat_sample_explain(sample, shares);
	char text[160];

	fputs("<td class=\"t\">", file);
	for (i = 0; i < nr; i++) {
		rtlat_share_format(&shares[i], text, sizeof(text));
		html_print(file, "%s%.1f us %s", i ? ", " : "",
			   (double)shares[i].time / RTLAT_NSEC_PER_USEC, text);
	}
	fputs(nr < 0 ? "not traced</td>" : "</td>", file);
}

/* The columns that tell of the samples, from this one up to that. */
static void worst_contexts(const struct rtlat_result *result, unsigned int *from, unsigned int *to)
{
	*from = report_is_noise(result) ? RTLAT_NOISE : 0;
	*to = report_is_noise(result) ? RTLAT_NOISE + 1 : RTLAT_LATENCIES;
}

static void worst_columns(FILE *file, const struct rtlat_result *result)
{
	bool noise = report_is_noise(result);
	unsigned int i, from, to;

	worst_contexts(result, &from, &to);
	html_column(file, "CPU");
	html_column(file, noise ? "number" : "activation");
	for (i = from; i < to; i++)
		html_column(file, rtlat_context_name(i));
	if (!noise)
		html_column(file, "missed");
	html_column(file, noise ? "what it consists of" : "what the thread latency consists of");
}

static void worst_row(FILE *file, const struct rtlat_result *result,
		      const struct rtlat_sample *sample)
{
	unsigned int i, from, to;
	char title[16];

	worst_contexts(result, &from, &to);
	snprintf(title, sizeof(title), "CPU %u", sample->cpu);
	html_row_begin(file, title);
	html_cell_count(file, sample->seq);
	for (i = from; i < to; i++)
		html_cell_time(file, sample->has & RTLAT_HAS(i), (double)sample->latency[i]);
	if (!report_is_noise(result))
		html_cell_count(file, sample->missed);
	print_explanation(file, sample);
	html_row_end(file);
}

void report_worst(FILE *file, const struct rtlat_result *result)
{
	unsigned int i;

	if (!result->total.nr_worst || report_is_delay(result))
		return;
	html_table_begin(file, report_words(result)->worst_caption);
	worst_columns(file, result);
	html_table_rows(file);
	for (i = 0; i < result->total.nr_worst; i++)
		worst_row(file, result, &result->total.worst[i]);
	html_table_end(file);
}

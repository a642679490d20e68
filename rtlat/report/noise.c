// SPDX-License-Identifier: GPL-2.0-only
/* The part of a report on noise: how much of the CPUs was left, and who had the rest. */
#include <inttypes.h>

#include "rtlat/report/html.h"
#include "rtlat/report/report.h"

void report_noise_summary(FILE *file, const struct rtlat_result *result)
{
	double available;

	html_print(file, "%" PRIu64 " noises in %.1f s, ", result->total.count,
		   (double)result->duration_ns / RTLAT_NSEC_PER_SEC);
	if (!rtlat_noise_available(result->total.noise, &available))
		html_print(file, "%.6f %% available, ", available / RTLAT_PERCENT);
	html_print(file, "%" PRIu64 " lost", result->total.lost);
}

static void print_percent(FILE *file, bool known, double percent)
{
	if (known)
		fprintf(file, "<td class=\"n\">%.6f</td>", percent);
	else
		html_cell_time(file, false, 0);
}

static void report_noise_print_cpu(FILE *file, const struct rtlat_result *result,
				   const struct rtlat_cpu_result *cpu)
{
	const struct rtlat_noise *noise = cpu->noise;
	double available = 0;
	unsigned int i;
	char title[16];
	int err;

	snprintf(title, sizeof(title), cpu->cpu < 0 ? "all" : "CPU %d", cpu->cpu);
	html_row_begin(file, title);
	html_cell_count(file, noise->periods);
	html_cell_time(file, true, (double)noise->runtime);
	html_cell_time(file, true, (double)noise->time);
	err = rtlat_noise_available(noise, &available);
	print_percent(file, !err, available / RTLAT_PERCENT);
	html_cell_time(file, true, (double)noise->max_period);
	if (result->contexts & RTLAT_HAS_COUNTS) {
		html_cell_count(file, noise->hardware);
		for (i = RTLAT_INTERFERERS; i-- > 0;)
			html_cell_count(file, noise->count[i]);
	}
	html_row_end(file);
}

static void print_cpus(FILE *file, const struct rtlat_result *result)
{
	static const char *const columns[] = { "CPU",   "periods",     "runtime",
					       "noise", "available %", "most in a period" };
	unsigned int i;

	html_table_begin(file,
			 "Runtime and noise of each CPU, times in us, and how often each kind "
			 "interfered");
	for (i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		html_column(file, columns[i]);
	if (result->contexts & RTLAT_HAS_COUNTS) {
		html_column(file, "hardware");
		for (i = RTLAT_INTERFERERS; i-- > 0;)
			html_column(file, rtlat_interferer_name(i));
	}
	html_table_rows(file);
	for (i = 0; i < result->nr_cpus; i++)
		report_noise_print_cpu(file, result, &result->cpus[i]);
	report_noise_print_cpu(file, result, &result->total);
	html_table_end(file);
}

static void report_noise_print_sources(FILE *file, const struct rtlat_noise *noise)
{
	static const char *const columns[] = { "source", "count", "time", "longest",
					       "% of the runtime" };
	unsigned int i;
	char text[64];

	html_table_begin(file, "Who interfered, all CPUs together, times in us");
	for (i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		html_column(file, columns[i]);
	html_table_rows(file);
	for (i = 0; i < noise->nr_sources; i++) {
		const struct rtlat_noise_source *source = &noise->source[i];

		rtlat_noise_source_format(source, text, sizeof(text));
		html_row_begin(file, text);
		html_cell_count(file, source->count);
		html_cell_time(file, true, (double)source->time);
		html_cell_time(file, true, (double)source->max);
		print_percent(file, noise->runtime,
			      100 * (double)source->time / (double)noise->runtime);
		html_row_end(file);
	}
	html_table_end(file);
}

void report_noise(FILE *file, const struct rtlat_result *result)
{
	if (!report_is_noise(result))
		return;
	print_cpus(file, result);
	if (result->contexts & RTLAT_HAS_INTERFERENCE)
		report_noise_print_sources(file, result->total.noise);
}

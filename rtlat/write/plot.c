// SPDX-License-Identifier: GPL-2.0-only
/*
 * The script for gnuplot: above, a histogram of each CPU's thread latency, or noise, both axes
 * logarithmic; below, the percentiles of each latency, or of noise, of all CPUs together.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/result/measured.h"
#include "lib/util/memory_file.h"
#include "rtlat/write/plot.h"
#include "rtlat/util/program.h"
#include "rtlat/result/whole.h"

/* Buckets in one step of a curve. A power of two has 128 buckets. */
#define BUCKETS_PER_STEP 8
/* The place of zero, which has no logarithm. */
#define LOG_ZERO 0.5
/* The most CPUs for which a key has room. */
#define KEY_MAX 16

static double microseconds(uint64_t ns)
{
	/* 0 has no logarithm either. */
	return (double)(ns ? ns : 1) / RTLAT_NSEC_PER_USEC;
}

static void print_point(FILE *file, uint64_t ns, double count)
{
	fprintf(file, "%.3f %g\n", microseconds(ns), count);
}

/* The corners of its steps, from the bottom to the bottom. */
static void plot_print_histogram(FILE *file, const struct rtlat_histogram *histogram)
{
	unsigned int i, j, first = histogram->first / BUCKETS_PER_STEP * BUCKETS_PER_STEP;
	uint64_t count;

	print_point(file, rtlat_histogram_low(first), LOG_ZERO);
	for (i = first; i <= histogram->last; i += BUCKETS_PER_STEP) {
		count = 0;
		for (j = i; j < i + BUCKETS_PER_STEP; j++)
			count += histogram->bucket[j];
		print_point(file, rtlat_histogram_low(i), count ? (double)count : LOG_ZERO);
	}
	print_point(file, rtlat_histogram_high(i - 1), LOG_ZERO);
}

/* Prints the curve of percentiles: the share of samples above each latency. */
static void plot_print_percentiles(FILE *file, const struct rtlat_histogram *histogram)
{
	uint64_t seen = 0;
	unsigned int i;

	for (i = histogram->first; i < histogram->last; i++) {
		if (!histogram->bucket[i])
			continue;
		seen += histogram->bucket[i];
		fprintf(file, "%.6g %.3f\n", (double)histogram->count / (histogram->count - seen),
			microseconds(rtlat_histogram_high(i)));
	}
	fprintf(file, "%.6g %.3f\n", (double)histogram->count, microseconds(histogram->max));
}

static bool is_noise(const struct rtlat_result *result)
{
	return result->config->measure == RTLAT_MEASURE_NOISE;
}

static bool is_delay(const struct rtlat_result *result)
{
	return result->config->measure == RTLAT_MEASURE_DELAY;
}

static bool has_samples(const struct rtlat_cpu_result *cpu, enum rtlat_context context)
{
	const struct rtlat_histogram *histogram = cpu->context[context].histogram;

	return histogram && histogram->count;
}

/* Returns the number of a part's curve. All CPUs together take the first place. */
static int part_number(const struct rtlat_cpu_result *part)
{
	return part->cpu < 0 ? 0 : part->cpu;
}

static void print_data(FILE *file, const struct rtlat_result *result)
{
	enum rtlat_context context = measured_context(result);
	const struct rtlat_cpu_result *parts;
	unsigned int i, nr;

	parts = result_parts(result, &nr);
	for (i = 0; i < nr; i++) {
		if (!has_samples(&parts[i], context))
			continue;
		fprintf(file, "$cpu%d << END\n", part_number(&parts[i]));
		plot_print_histogram(file, parts[i].context[context].histogram);
		fputs("END\n", file);
	}
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (!has_samples(&result->total, context))
			continue;
		fprintf(file, "$%s << END\n", rtlat_context_name(context));
		plot_print_percentiles(file, result->total.context[context].histogram);
		fputs("END\n", file);
	}
}

static int print_title(FILE *file, const struct rtlat_result *result)
{
	char *title = NULL, *rest, *line;
	const char *separator = "";
	int err = plot_title(result, &title);

	fputs("set multiplot layout 2,1 title ", file);
	for (rest = title; !err && (line = strsep(&rest, "\n")) && *line;) {
		fputs(separator, file);
		plot_string(file, line);
		separator = ".\"\\n\".";
	}
	fputs(" font ',11'\n", file);
	free(title);
	return err;
}

/* An empty plot takes ranges that are given. */
static void plot_nothing(FILE *file)
{
	fputs("set xrange [1:1000]\nset yrange [0.5:1000]\n"
	      "set label 1 'no samples' at graph 0.5,0.5 center\nplot NaN notitle\n"
	      "unset label 1\nset autoscale\n",
	      file);
}

static void plot_histograms(FILE *file, const struct rtlat_result *result)
{
	enum rtlat_context context = measured_context(result);
	const char *separator = "";
	const struct rtlat_cpu_result *parts;
	unsigned int i, nr;
	double end;

	if (is_noise(result))
		fprintf(file, "set title 'Noise of each CPU'\nset xlabel 'noise (us)'\n"
			      "set ylabel 'noises'\n");
	else if (is_delay(result))
		fprintf(file, "set title 'Delays of each CPU'\nset xlabel 'delay (us)'\n"
			      "set ylabel 'delays'\n");
	else
		fprintf(file, "set title 'Thread latency of each CPU'\nset xlabel 'latency (us)'\n"
			      "set ylabel 'samples'\n");
	if (!has_samples(&result->total, context)) {
		plot_nothing(file);
		return;
	}
	fprintf(file, "set yrange [%g:*]\n%s\n", LOG_ZERO,
		result->nr_cpus > KEY_MAX ? "unset key" : "set key");
	end = plot_limits(file, result);
	fputs("plot ", file);
	if (end > 0)
		fprintf(file, "[*:%g] ", end);
	parts = result_parts(result, &nr);
	for (i = 0; i < nr; i++) {
		int cpu = part_number(&parts[i]);

		if (!has_samples(&parts[i], context))
			continue;
		fprintf(file, "%s$cpu%d with steps title ", separator, cpu);
		if (parts[i].cpu < 0)
			fputs("'all CPUs'", file);
		else
			fprintf(file, "'CPU %d'", cpu);
		separator = ", \\\n\t";
	}
	fputs("\nset autoscale y\n", file);
	plot_limits_end(file);
}

static const char *what_is_drawn(const struct rtlat_result *result)
{
	if (is_delay(result))
		return "delay";
	return is_noise(result) ? "noise" : "latency";
}

static void set_percentile_axes(FILE *file, const char *title, const char *what)
{
	fprintf(file,
		"set title '%s'\nset xlabel 'percentile'\n"
		"set ylabel '%s (us)'\nset key left top\n"
		"set xtics ('0' 1, '50' 2, '90' 10, '99' 100, '99.9' 1e3, '99.99' 1e4, "
		"'99.999' 1e5, '99.9999' 1e6, '99.99999' 1e7, '99.999999' 1e8, "
		"'99.9999999' 1e9)\n",
		title, what);
}

/* Sets a range, since gnuplot would complain that one or two samples have none. */
static void set_range_of_few(FILE *file, const struct rtlat_histogram *histogram)
{
	if (histogram->count <= 2)
		fprintf(file, "set xrange [1:10]\nset yrange [%.3f:%.3f]\n",
			microseconds(histogram->min) / 2, microseconds(histogram->max) * 2);
}

static void plot_percentiles(FILE *file, const struct rtlat_result *result)
{
	const char *separator = "plot ", *name;
	enum rtlat_context context;
	unsigned int nr = 0;

	set_percentile_axes(file, "Percentiles, all CPUs", what_is_drawn(result));
	if (has_samples(&result->total, measured_context(result)))
		set_range_of_few(file, result->total.context[measured_context(result)].histogram);
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		if (!has_samples(&result->total, context))
			continue;
		name = rtlat_context_name(context);
		fprintf(file, "%s$%s with lines linewidth 2 title '%s'", separator, name, name);
		separator = ", ";
		nr++;
	}
	if (nr)
		fputc('\n', file);
	else
		plot_nothing(file);
}

static void print_terminal(FILE *file, const char *terminal)
{
	fprintf(file, "set terminal %s\nset encoding utf8\nset grid\nset logscale xy\n", terminal);
}

/* Colours that can be told from each other, and are seen on white and on black. */
static void print_colours(FILE *file)
{
	static const char *const colours[] = {
		"#0a84c6", "#d55e00", "#1a9e77", "#c25a94",
		"#b07d00", "#7f76d6", "#5f8f2f", "#808890",
	};
	unsigned int i, nr = sizeof(colours) / sizeof(colours[0]);

	for (i = 0; i < nr; i++)
		fprintf(file, "set linetype %u lc rgb '%s'\n", i + 1, colours[i]);
	fprintf(file, "set linetype cycle %u\n", nr);
}

static int print_script(FILE *file, const struct rtlat_result *result, const char *terminal)
{
	int err;

	print_terminal(file, terminal);
	print_data(file, result);
	err = print_title(file, result);
	plot_histograms(file, result);
	plot_percentiles(file, result);
	fputs("unset multiplot\n", file);
	return err;
}

static int begin_figure(struct memory_file *script, const char *terminal)
{
	int err = memory_file_open(script);

	if (err)
		return err;
	print_terminal(script->file, terminal);
	print_colours(script->file);
	return 0;
}

/*
 * Runs gnuplot on the script, unless making it failed; with gnuplot's own settings, not a user's.
 */
static int run_script(struct memory_file *script, int err, FILE *file)
{
	static const char *const argv[] = { GNUPLOT, "-d", NULL };
	int closed = memory_file_close(script);

	if (!err)
		err = closed;
	if (!err)
		err = program_filter(argv, script->text, script->length, file);
	free(script->text);
	return err;
}

int plot_write(FILE *file, const struct rtlat_result *result, const char *terminal)
{
	struct memory_file script;
	int err = memory_file_open(&script);

	return err ? err : run_script(&script, print_script(script.file, result, terminal), file);
}

int plot_figure(FILE *file, const struct rtlat_result *result, enum plot_figure figure,
		const char *terminal)
{
	struct memory_file script;
	int err = begin_figure(&script, terminal);

	if (err)
		return err;
	print_data(script.file, result);
	if (figure == PLOT_HISTOGRAMS)
		plot_histograms(script.file, result);
	else
		plot_percentiles(script.file, result);
	return run_script(&script, 0, file);
}

static void print_runs(FILE *file, const struct rtlat_result *const *results,
		       const char *const *names, unsigned int nr)
{
	enum rtlat_context context = measured_context(results[0]);
	static const char *const titles[] = { "Thread latency of each run, all CPUs",
					      "Noise of each run, all CPUs",
					      "Delays of each run, all CPUs" };
	const char *separator = "plot ";
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (!has_samples(&results[i]->total, context))
			continue;
		fprintf(file, "$run%u << END\n", i);
		plot_print_percentiles(file, results[i]->total.context[context].histogram);
		fputs("END\n", file);
	}
	set_percentile_axes(file, titles[results[0]->config->measure], what_is_drawn(results[0]));
	for (i = 0; i < nr; i++) {
		if (!has_samples(&results[i]->total, context))
			continue;
		fprintf(file, "%s$run%u with lines linewidth 2 title ", separator, i);
		plot_string(file, names[i]);
		separator = ", \\\n\t";
	}
	if (*separator == 'p')
		plot_nothing(file);
	else
		fputc('\n', file);
}

int plot_runs(FILE *file, const struct rtlat_result *const *results, const char *const *names,
	      unsigned int nr, const char *terminal)
{
	struct memory_file script;
	int err = begin_figure(&script, terminal);

	if (err)
		return err;
	print_runs(script.file, results, names, nr);
	return run_script(&script, 0, file);
}

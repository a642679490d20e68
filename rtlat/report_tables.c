// SPDX-License-Identifier: GPL-2.0-only
/* The verdict of a run, and its numbers. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "html.h"
#include "report.h"
#include "statistics.h"

#define LIST_SIZE 256

static void print_gates(FILE *file, const struct rtlat_result *result)
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

	fprintf(file, "<div class=\"verdict %s\"><strong>%s</strong> ", status, status);
	html_print(file, "%s: ", run->path);
	if (report_is_noise(result))
		report_noise_summary(file, result);
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
		print_gates(file, result);
		fputs("</ul>\n", file);
	}
	fputs("</div>\n", file);
}

/* One line of the table of runs. */
enum setup {
	SETUP_HOST,
	SETUP_KERNEL,
	SETUP_REALTIME,
	SETUP_CPU,
	SETUP_CMDLINE,
	SETUP_VIRTUALIZATION,
	SETUP_CLOCKSOURCE,
	SETUP_GOVERNOR,
	SETUP_IDLE,
	SETUP_CPUS,
	SETUP_SOURCE,
	SETUP_PERIOD,
	SETUP_RUNTIME, /* of noise only, as is the threshold */
	SETUP_THRESHOLD,
	SETUP_PRIORITY,
	SETUP_START,
	SETUP_LINES,
};

static void setup_cpus(const struct result_file *run, char *text, size_t size)
{
	if (rtlat_cpuset_format(&run->config.cpus, text, size) < 0)
		snprintf(text, size, "%u of them", rtlat_cpuset_count(&run->config.cpus));
}

static void setup_priority(const struct result_file *run, char *text, size_t size)
{
	if (rtlat_sched_format(&run->config.sched, text, size) < 0)
		*text = '\0';
}

/* "" where there is none. */
static void setup_time(uint64_t ns, char text[LIST_SIZE])
{
	*text = '\0';
	if (ns)
		snprintf(text, LIST_SIZE, "%" PRIu64 " us", (uint64_t)(ns / RTLAT_NSEC_PER_USEC));
}

static const char *setup_text(const struct result_file *run, enum setup line, char text[LIST_SIZE])
{
	const struct rtlat_system *system = &run->system;
	const char *const texts[SETUP_LINES] = {
		[SETUP_HOST] = system->hostname,
		[SETUP_KERNEL] = system->kernel,
		[SETUP_REALTIME] = system->realtime ? "yes" : "no",
		[SETUP_CPU] = system->cpu_model,
		[SETUP_CMDLINE] = system->cmdline,
		[SETUP_VIRTUALIZATION] = system->virtualization,
		[SETUP_CLOCKSOURCE] = system->clocksource,
		[SETUP_GOVERNOR] = system->governor,
		[SETUP_IDLE] = system->idle_states,
		[SETUP_SOURCE] = run->result.source,
		[SETUP_START] = run->start,
	};

	if (line == SETUP_CPUS)
		setup_cpus(run, text, LIST_SIZE);
	else if (line == SETUP_PRIORITY)
		setup_priority(run, text, LIST_SIZE);
	else if (line == SETUP_PERIOD)
		setup_time(run->config.period_ns, text);
	else if (line == SETUP_RUNTIME)
		setup_time(run->config.runtime_ns, text);
	else if (line == SETUP_THRESHOLD)
		setup_time(run->config.threshold_ns, text);
	else
		return texts[line];
	return text;
}

static bool have_noise(struct result_file *const *files, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (report_is_noise(&files[i]->result))
			return true;
	}
	return false;
}

void report_setup(FILE *file, struct result_file *const *files, unsigned int nr)
{
	static const char *const titles[SETUP_LINES] = {
		[SETUP_HOST] = "Host",
		[SETUP_KERNEL] = "Kernel",
		[SETUP_REALTIME] = "PREEMPT_RT",
		[SETUP_CPU] = "CPU",
		[SETUP_CMDLINE] = "Kernel command line",
		[SETUP_VIRTUALIZATION] = "Virtualization",
		[SETUP_CLOCKSOURCE] = "Clocksource",
		[SETUP_GOVERNOR] = "Governor",
		[SETUP_IDLE] = "Idle states",
		[SETUP_CPUS] = "Measured CPUs",
		[SETUP_SOURCE] = "Source",
		[SETUP_PERIOD] = "Period",
		[SETUP_RUNTIME] = "Runtime",
		[SETUP_THRESHOLD] = "Threshold",
		[SETUP_PRIORITY] = "Priority",
		[SETUP_START] = "Start",
	};
	char text[LIST_SIZE];
	enum setup line;
	unsigned int i;

	html_table_begin(file, "What was measured, and where");
	html_column(file, "");
	for (i = 0; i < nr; i++)
		html_column(file, files[i]->path);
	html_table_rows(file);
	for (line = 0; line < SETUP_LINES; line++) {
		if ((line == SETUP_RUNTIME || line == SETUP_THRESHOLD) && !have_noise(files, nr))
			continue;
		html_row_begin(file, titles[line]);
		for (i = 0; i < nr; i++)
			html_cell(file, setup_text(files[i], line, text));
		html_row_end(file);
	}
	html_table_end(file);
}

/* The titles of what statistics_get() has of a histogram with enough samples for all of it. */
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
	struct statistic statistics[STATISTICS_MAX];
	unsigned int i, j, nr;

	if (report_is_noise(result))
		html_table_begin(file, "Noise of all CPUs together, in us");
	else
		html_table_begin(file, "Latencies of all CPUs together, in us");
	html_column(file, report_is_noise(result) ? "" : "Latency");
	html_column(file, report_is_noise(result) ? "noises" : "samples");
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

/* From 0, the smallest in the map, to 1, on a logarithmic scale. */
static double heat(double ns, double smallest, double largest)
{
	if (ns <= smallest || smallest <= 0 || largest <= smallest)
		return 0;
	return log(ns / smallest) / log(largest / smallest);
}

static void heat_row(FILE *file, const struct rtlat_result *result,
		     const struct rtlat_cpu_result *cpu)
{
	enum rtlat_context context = report_context(result);
	const struct rtlat_histogram *all = result->total.context[context].histogram;
	struct statistic statistics[STATISTICS_MAX];
	unsigned int nr, i;
	char title[16];

	nr = statistics_get(cpu->context[context].histogram, &result->config->percentiles,
			    statistics);
	snprintf(title, sizeof(title), "CPU %d", cpu->cpu);
	html_row_begin(file, title);
	for (i = 0; i < 4 + result->config->percentiles.nr; i++) {
		if (i < nr && strcmp(statistics[i].name, "stddev"))
			fprintf(file, "<td class=\"n h\" style=\"--heat:%.2f\">%.1f</td>",
				heat(statistics[i].ns, (double)all->min, (double)all->max),
				statistics[i].ns / RTLAT_NSEC_PER_USEC);
		else
			html_cell_time(file, i < nr, i < nr ? statistics[i].ns : 0);
	}
	if (context != RTLAT_NOISE)
		html_cell_count(file, cpu->missed);
	html_cell_count(file, cpu->lost);
	html_cell(file, rtlat_cpu_state_name(cpu->state));
	html_row_end(file);
}

void report_heat_map(FILE *file, const struct rtlat_result *result)
{
	enum rtlat_context context = report_context(result);
	unsigned int i;

	if (!result->total.context[context].histogram)
		return;
	html_table_begin(
		file,
		context == RTLAT_NOISE
			? "Noise of each CPU, in us: the longer, the stronger the colour"
			: "Thread latency of each CPU, in us: the larger, the stronger the colour");
	html_column(file, "CPU");
	statistics_columns(file, &result->config->percentiles);
	if (context != RTLAT_NOISE)
		html_column(file, "missed");
	html_column(file, "lost");
	html_column(file, "state");
	html_table_rows(file);
	for (i = 0; i < result->nr_cpus; i++)
		heat_row(file, result, &result->cpus[i]);
	html_table_end(file);
}

/* "8.0 us irq timer:236, 6.0 us thread cc1:87882", or that it is not known. */
static void print_explanation(FILE *file, const struct rtlat_sample *sample)
{
	struct rtlat_share shares[RTLAT_SHARES_MAX];
	int i, nr = rtlat_sample_explain(sample, shares);
	char text[96];

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

	if (!result->total.nr_worst)
		return;
	html_table_begin(file, report_is_noise(result) ? "Longest noises, in us"
						       : "Worst samples, latencies in us");
	worst_columns(file, result);
	html_table_rows(file);
	for (i = 0; i < result->total.nr_worst; i++)
		worst_row(file, result, &result->total.worst[i]);
	html_table_end(file);
}

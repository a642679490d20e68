// SPDX-License-Identifier: GPL-2.0-only
/* The part of a report on one run. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/report/html.h"
#include "rtlat/result/measured.h"
#include "lib/util/memory_file.h"
#include "rtlat/write/plot.h"
#include "rtlat/report/report.h"
#include "rtlat/util/utf8.h"

/* The parts of a drawing that are not for everybody are in front of it. */
static const char *find_svg(const char *text)
{
	return text ? strstr(text, "<svg") : NULL;
}

static void embed(FILE *file, const char *svg, const char *label)
{
	/* On a narrow screen the drawing scrolls, rather than being too small to read. */
	fputs("<figure><div class=\"scroll\" tabindex=\"0\"><svg role=\"img\" aria-label=\"", file);
	html_text(file, label);
	fputs("\"", file);
	fputs(svg + strlen("<svg"), file);
	fputs("</div><figcaption>", file);
	html_text(file, label);
	fputs("</figcaption></figure>\n", file);
}

int report_drawing(FILE *file, const struct report_drawing *drawing)
{
	struct memory_file memory;
	int err = memory_file_open(&memory), closed;
	char terminal[96];

	if (err)
		return err;
	snprintf(terminal, sizeof(terminal), "svg size 900,480 noenhanced name '%s'",
		 drawing->name);
	err = drawing->draw(memory.file, drawing->data, terminal);
	closed = memory_file_close(&memory);
	if (!err)
		err = closed;
	if (!err && !find_svg(memory.text))
		err = -EIO;
	if (!err)
		embed(file, find_svg(memory.text), drawing->label);
	free(memory.text);
	return err;
}

static int draw_histograms(FILE *file, const void *data, const char *terminal)
{
	return plot_figure(file, data, PLOT_HISTOGRAMS, terminal);
}

static int draw_percentiles(FILE *file, const void *data, const char *terminal)
{
	return plot_figure(file, data, PLOT_PERCENTILES, terminal);
}

static int print_drawings(FILE *file, const struct result_file *run, unsigned int index)
{
	enum rtlat_context context = measured_context(&run->result);
	const struct report_words *words = report_words(&run->result);
	const struct rtlat_histogram *all = run->result.total.context[context].histogram;
	char name[32], label[256];
	int err;

	snprintf(label, sizeof(label),
		 "Histogram of each CPU's %s, both axes logarithmic: from %.1f to %.1f us, "
		 "%.1f us on average.",
		 words->main, all && all->count ? (double)all->min / RTLAT_NSEC_PER_USEC : 0,
		 all ? (double)all->max / RTLAT_NSEC_PER_USEC : 0,
		 all ? rtlat_histogram_mean(all) / RTLAT_NSEC_PER_USEC : 0);
	snprintf(name, sizeof(name), "histogram%u", index);
	err = report_drawing(
		file, &(struct report_drawing){ label, name, draw_histograms, &run->result });
	if (err)
		return err;
	snprintf(name, sizeof(name), "percentiles%u", index);
	snprintf(label, sizeof(label),
		 "Percentiles of %s of all CPUs together, the numbers of which are in the table "
		 "above.",
		 words->all);
	return report_drawing(
		file, &(struct report_drawing){ label, name, draw_percentiles, &run->result });
}

static void print_tail(FILE *file, enum rtlat_context context,
		       const struct rtlat_histogram *histogram)
{
	struct rtlat_tail tail;

	if (!histogram || rtlat_histogram_tail(histogram, &tail))
		return;
	fputs("<li>", file);
	html_print(file,
		   "%s: none of %" PRIu64
		   " samples was above %.1f us, so with 95 %% confidence at most one in %.0f "
		   "is, if samples are independent, which latencies are not.",
		   rtlat_context_name(context), histogram->count,
		   (double)tail.bound / RTLAT_NSEC_PER_USEC, 1 / tail.probability);
	fputs("</li>\n", file);
}

static void print_notes(FILE *file, const struct rtlat_notes *notes)
{
	if (!notes->nr)
		return;
	fputs("<h3>Notes</h3>\n<ul>\n", file);
	html_items(file, NULL, notes);
	fputs("</ul>\n", file);
}

static void print_command(FILE *file, const struct rtlat_result *result)
{
	int i;

	fputs("<details><summary>Command</summary><p class=\"soft\"><code>", file);
	for (i = 0; i < result->argc; i++)
		html_print(file, "%s%s", i ? " " : "", result->argv[i]);
	fputs("</code></p></details>\n", file);
}

int report_run(FILE *file, const struct result_file *run, unsigned int index)
{
	const struct rtlat_result *result = &run->result;
	unsigned int i;
	int err;

	fprintf(file, "<section aria-labelledby=\"run%u\">\n<h2 id=\"run%u\">", index, index);
	html_print(file, "%s, Linux %s", run->system.hostname, run->system.kernel);
	fputs("</h2>\n", file);
	err = print_drawings(file, run, index);
	if (err)
		return err;
	report_statistics(file, result);
	report_noise(file, result);
	fputs("<h3>CPUs</h3>\n", file);
	report_heat_map(file, result);
	report_over_time(file, result);
	fputs("<h3>Beyond what was seen</h3>\n<ul>\n", file);
	for (i = 0; i < RTLAT_CONTEXTS; i++)
		print_tail(file, i, result->total.context[i].histogram);
	fputs("</ul>\n", file);
	if (result->total.nr_worst)
		fprintf(file, "<h3>%s</h3>\n", report_words(result)->worst);
	report_worst(file, result);
	report_delays(file, result);
	print_notes(file, result->notes);
	print_command(file, result);
	fputs("</section>\n", file);
	return 0;
}

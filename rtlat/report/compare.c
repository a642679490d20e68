// SPDX-License-Identifier: GPL-2.0-only
/* The part of a report that has several runs side by side. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "rtlat/compare/chance.h"
#include "rtlat/compare/compare.h"
#include "rtlat/report/html.h"
#include "rtlat/write/plot.h"
#include "rtlat/report/report.h"

struct runs {
	const struct rtlat_result **results;
	const char **names;
	unsigned int nr;
};

static int draw_runs(FILE *file, const void *data, const char *terminal)
{
	const struct runs *runs = data;

	return plot_runs(file, runs->results, runs->names, runs->nr, terminal);
}

static int print_drawing(FILE *file, struct result_file *const *files, unsigned int nr)
{
	struct runs runs = {
		.results = calloc(nr, sizeof(*runs.results)),
		.names = calloc(nr, sizeof(*runs.names)),
		.nr = nr,
	};
	char label[64];
	unsigned int i;
	int err = -ENOMEM;

	snprintf(label, sizeof(label), "Percentiles of the %s of each run.",
		 report_words(&files[0]->result)->main);
	if (runs.results && runs.names) {
		for (i = 0; i < nr; i++) {
			runs.results[i] = &files[i]->result;
			runs.names[i] = files[i]->path;
		}
		err = report_drawing(file,
				     &(struct report_drawing){ label, "runs", draw_runs, &runs });
	}
	free(runs.results);
	free(runs.names);
	return err;
}

static void print_value(FILE *file, const struct compare_row *row, double value)
{
	if (row->context == RTLAT_CONTEXTS)
		fprintf(file, "<td class=\"n\">%.*f</td>", row->decimals, value);
	else
		html_cell_time(file, true, value);
}

static void report_compare_print_row(FILE *file, const struct compare_row *row)
{
	const char *name = compare_verdict_name(row->verdict);
	double change = compare_change(row);
	char title[16];

	snprintf(title, sizeof(title), row->cpu < 0 ? "all" : "CPU %d", row->cpu);
	html_row_begin(file, title);
	html_cell(file, row->context == RTLAT_CONTEXTS ? "" : rtlat_context_name(row->context));
	html_cell(file, row->metric);
	print_value(file, row, row->base);
	print_value(file, row, row->new);
	if (isfinite(change))
		fprintf(file, "<td class=\"n\">%+.1f %%</td>", 100 * change);
	else
		fputs("<td class=\"n\">from 0</td>", file);
	if (row->verdict == COMPARE_UNJUDGED)
		fputs("<td class=\"n\">\xe2\x80\x93</td>", file);
	else
		fprintf(file, "<td class=\"n\">%.2g</td>", row->chance);
	fprintf(file, "<td class=\"%s\">%s</td>",
		row->verdict == COMPARE_WORSE    ? "worse"
		: row->verdict == COMPARE_BETTER ? "better"
						 : "",
		name);
	html_row_end(file);
}

/* True for the rows of all CPUs together, and for those of single CPUs that differ. */
static bool is_shown(const struct compare_row *row)
{
	return row->cpu < 0 || (row->verdict != COMPARE_SAME && row->verdict != COMPARE_UNJUDGED);
}

static void report_compare_print_rows(FILE *file, const struct comparison *comparison)
{
	unsigned int i;

	html_table_begin(file,
			 "Changes, times in us: of all CPUs together, and of single CPUs if larger "
			 "than by chance");
	html_column(file, "CPU");
	html_column(file, "latency");
	html_column(file, "metric");
	html_column(file, "base");
	html_column(file, "new");
	html_column(file, "change");
	html_column(file, "chance");
	html_column(file, "verdict");
	html_table_rows(file);
	for (i = 0; i < comparison->nr_rows; i++) {
		if (is_shown(&comparison->rows[i]))
			report_compare_print_row(file, &comparison->rows[i]);
	}
	html_table_end(file);
}

static int print_comparison(FILE *file, const struct result_file *base,
			    const struct result_file *new)
{
	struct comparison comparison;
	int err = compare_results(&comparison, base, new, COMPARE_TOLERANCE);

	fputs("<h3>", file);
	html_print(file, "%s beside %s", new->path, base->path);
	fputs("</h3>\n<ul>\n", file);
	html_items(file, "Not comparable", &comparison.obstacles);
	html_items(file, "Differs", &comparison.differences);
	fputs("</ul>\n", file);
	if (err == -ENODATA)
		fputs("<p>They have no samples of the same CPU.</p>\n", file);
	else if (err == -EINVAL)
		fputs("<p>One of them is of latencies, of noise or of a tracker's delays, and "
		      "the other is not.</p>\n",
		      file);
	else if (!err)
		report_compare_print_rows(file, &comparison);
	compare_free(&comparison);
	return err == -ENODATA || err == -EINVAL ? 0 : err;
}

int report_compare(FILE *file, struct result_file *const *files, unsigned int nr)
{
	unsigned int i;
	int err;

	fputs("<section aria-labelledby=\"comparison\">\n<h2 id=\"comparison\">Comparison</h2>\n",
	      file);
	err = print_drawing(file, files, nr);
	for (i = 1; i < nr && !err; i++)
		err = print_comparison(file, files[0], files[i]);
	fprintf(file,
		"<p class=\"soft\">Chance: the probability of such a difference when nothing has "
		"changed. The difference is real if that is below %g %% for all rows together "
		"(Holm). The test assumes independent samples, but latencies come in groups. "
		"Repeat the runs before you blame one of them.</p>\n"
		"</section>\n",
		100 * CHANCE_LIMIT);
	return err;
}

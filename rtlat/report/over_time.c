// SPDX-License-Identifier: GPL-2.0-only
/* A map of CPUs and time: the larger the maximum of an interval, the stronger its colour. */
#include <inttypes.h>
#include <math.h>

#include "rtlat/report/html.h"
#include "rtlat/report/report.h"

#define CELL_WIDTH 7U
#define CELL_HEIGHT 14U
#define LABEL_WIDTH 60U

/* The smallest and the largest maximum of a map. */
struct range {
	uint64_t low;
	uint64_t high;
};

static struct range maxima_of(const struct rtlat_series *series)
{
	struct range range = { UINT64_MAX, 0 };
	unsigned int i, j;

	for (i = 0; i < series->nr_lines; i++) {
		for (j = 0; j < series->nr; j++) {
			uint64_t max = series->line[i].point[j].max;

			range.low = max && max < range.low ? max : range.low;
			range.high = max > range.high ? max : range.high;
		}
	}
	return range;
}

static void print_interval(FILE *file, const struct rtlat_series_point *point, unsigned int row,
			   unsigned int column, const struct range *range)
{
	double part = range->high > range->low
			      ? log((double)point->max / (double)range->low) /
					log((double)range->high / (double)range->low)
			      : 0;

	fprintf(file,
		"<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" style=\"fill:var(--fail);"
		"fill-opacity:%.2f\"><title>%.1f us</title></rect>\n",
		LABEL_WIDTH + column * CELL_WIDTH, row * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT,
		0.05 + 0.95 * part, (double)point->max / RTLAT_NSEC_PER_USEC);
}

static void print_line(FILE *file, const struct rtlat_series *series, unsigned int line, int cpu,
		       const struct range *range)
{
	unsigned int i;

	fprintf(file,
		"<text x=\"0\" y=\"%u\" font-size=\"11\" fill=\"currentColor\">CPU %d</text>\n",
		line * CELL_HEIGHT + CELL_HEIGHT - 3, cpu);
	for (i = 0; i < series->nr; i++) {
		if (series->line[line].point[i].max)
			print_interval(file, &series->line[line].point[i], line, i, range);
	}
}

void report_over_time(FILE *file, const struct rtlat_result *result)
{
	const struct rtlat_series *series = result->series;
	struct range range;
	unsigned int i;

	if (!series || series->nr < 2)
		return;
	range = maxima_of(series);
	if (!range.high)
		return;
	fprintf(file,
		"<h3>Over time</h3>\n<figure><svg viewBox=\"0 0 %u %u\" role=\"img\" "
		"aria-label=\"The maximum of each CPU in each interval\">\n",
		LABEL_WIDTH + series->nr * CELL_WIDTH, result->nr_cpus * CELL_HEIGHT);
	for (i = 0; i < result->nr_cpus; i++)
		print_line(file, series, i, result->cpus[i].cpu, &range);
	fprintf(file,
		"</svg><figcaption>The maximum of each CPU in each %" PRIu64
		" s: the larger, the stronger the colour, from %.1f to %.1f us.</figcaption>"
		"</figure>\n",
		(uint64_t)(series->interval_ns / RTLAT_NSEC_PER_SEC),
		(double)range.low / RTLAT_NSEC_PER_USEC, (double)range.high / RTLAT_NSEC_PER_USEC);
}

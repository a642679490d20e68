// SPDX-License-Identifier: GPL-2.0-only
/* Chooses the rows of a histogram from the values that it has counted. */
#include <string.h>

#include "rtlat/write/text/rows.h"

/* How many rows are enough: for the bulk of the values, and in all. */
#define BULK_ROWS 24
#define WANTED_ROWS 40

/* The values in use, in the unit of the edges. */
struct range {
	uint64_t low;
	uint64_t bulk; /* 95 % are not above */
	uint64_t high;
};

/* Returns the bucket up to which 95 % of the values are, or all but one of a few. */
static unsigned int bulk_bucket(const struct rtlat_histogram *histogram)
{
	uint64_t bulk = histogram->count - (histogram->count + 19) / 20, seen = 0;
	unsigned int i;

	for (i = histogram->first; i < histogram->last; i++) {
		seen += histogram->bucket[i];
		if (seen >= bulk)
			break;
	}
	return i;
}

static struct range find_range(const struct rtlat_histogram *const *histogram, unsigned int nr,
			       uint64_t unit)
{
	struct range range = { .low = UINT64_MAX };
	unsigned int i;

	for (i = 0; i < nr; i++) {
		uint64_t bulk;

		if (!histogram[i] || !histogram[i]->count)
			continue;
		bulk = rtlat_histogram_low(bulk_bucket(histogram[i])) / unit;
		if (histogram[i]->min / unit < range.low)
			range.low = histogram[i]->min / unit;
		if (bulk > range.bulk)
			range.bulk = bulk;
		if (histogram[i]->max / unit > range.high)
			range.high = histogram[i]->max / unit;
	}
	if (range.bulk < range.low)
		range.bulk = range.low;
	return range;
}

/* Returns the next of 1, 2, 5, 10, 20, ... */
static uint64_t next_step(uint64_t step)
{
	uint64_t power = 1;

	while (power * 10 <= step)
		power *= 10;
	if (step < 2 * power)
		return 2 * power;
	return step < 5 * power ? 5 * power : 10 * power;
}

/* Returns the width of the rows of the bulk, no finer than the histogram's own buckets there. */
static uint64_t bulk_step(const struct range *range, uint64_t unit)
{
	unsigned int bucket = rtlat_histogram_index(range->bulk * unit);
	uint64_t width = rtlat_histogram_high(bucket) - rtlat_histogram_low(bucket) + 1;
	uint64_t step = 1;

	while ((range->bulk - range->low) / step >= BULK_ROWS || step * unit < width)
		step = next_step(step);
	return step;
}

/* Returns the start of the row after one: its width is its value divided by `fineness`, rounded. */
static uint64_t next_edge(uint64_t edge, uint64_t step, const struct range *range,
			  unsigned int fineness)
{
	uint64_t next;

	while (edge > range->bulk && (next = next_step(step)) <= edge / fineness)
		step = next;
	return (edge / step + 1) * step;
}

/* Returns the number of rows, which may be more than are wanted: then not all are there. */
static unsigned int fill(struct histogram_rows *rows, const struct range *range, uint64_t unit,
			 unsigned int fineness)
{
	uint64_t step = bulk_step(range, unit), edge = range->low - range->low % step;

	for (rows->nr = 0; edge <= range->high && rows->nr < ROWS_MAX; rows->nr++) {
		rows->edge[rows->nr] = edge * unit;
		edge = next_edge(edge, step, range, fineness);
	}
	rows->edge[rows->nr] = edge * unit;
	return rows->nr;
}

void rows_choose(struct histogram_rows *rows, const struct rtlat_histogram *const *histogram,
		 unsigned int nr, uint64_t unit)
{
	struct range range = find_range(histogram, nr, unit);
	unsigned int fineness = 16;

	rows->nr = 0;
	if (range.low > range.high)
		return;
	while (fill(rows, &range, unit, fineness) > WANTED_ROWS && fineness > 1)
		fineness /= 2;
}

void rows_count(const struct histogram_rows *rows, const struct rtlat_histogram *histogram,
		uint64_t count[ROWS_MAX])
{
	unsigned int i, row = 0;

	memset(count, 0, ROWS_MAX * sizeof(count[0]));
	if (!histogram || !histogram->count || !rows->nr)
		return;
	for (i = histogram->first; i <= histogram->last; i++) {
		while (row + 1 < rows->nr && rtlat_histogram_low(i) >= rows->edge[row + 1])
			row++;
		count[row] += histogram->bucket[i];
	}
}

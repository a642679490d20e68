// SPDX-License-Identifier: GPL-2.0-only
/* Round, roughly logarithmic steps for the rows of the histogram. */
#include "rtlat/screen/internal.h"

struct series {
	unsigned int nr;
	uint16_t step[40]; /* one decade, in hundredths */
};

/* Finest first: 40, 20 and 10 preferred numbers per decade, then fewer. */
static const struct series series[] = {
	{ 40, { 100, 105, 110, 120, 125, 130, 140, 150, 160, 170, 180, 190, 200, 210,
		220, 240, 250, 260, 280, 300, 320, 340, 360, 380, 400, 420, 450, 480,
		500, 530, 560, 600, 630, 670, 710, 750, 800, 850, 900, 950 } },
	{ 20, { 100, 110, 120, 140, 160, 180, 200, 220, 250, 280,
		300, 350, 400, 450, 500, 550, 600, 700, 800, 900 } },
	{ 10, { 100, 120, 150, 200, 250, 300, 400, 500, 600, 800 } },
	{ 6, { 100, 150, 200, 300, 500, 700 } },
	{ 3, { 100, 200, 500 } },
	{ 2, { 100, 300 } },
	{ 1, { 100 } },
};

#define NR_SERIES (sizeof(series) / sizeof(*series))
#define DECADES 17 /* from SCREEN_SCALE_LOWEST to the last one that fits in 64 bits */

/*
 * Writes the edges of a series from the one at or below `min` up to `max`. Returns their number,
 * which may exceed SCREEN_SCALE_MAX; edges beyond that are not written.
 */
static unsigned int scale_series(const struct series *with, uint64_t min, uint64_t max,
				 uint64_t edge[SCREEN_SCALE_MAX])
{
	uint64_t decade = SCREEN_SCALE_LOWEST;
	unsigned int nr = 0, i, e;

	edge[0] = 0;
	if (min < SCREEN_SCALE_LOWEST)
		nr = 1;
	for (e = 0; e < DECADES; e++, decade *= 10) {
		for (i = 0; i < with->nr; i++) {
			uint64_t next = decade / 100 * with->step[i];

			if (next > max)
				return nr ? nr : 1;
			if (next <= min)
				nr = 0;
			if (nr < SCREEN_SCALE_MAX)
				edge[nr] = next;
			nr++;
		}
	}
	return nr;
}

unsigned int screen_scale(uint64_t min, uint64_t max, unsigned int rows,
			  uint64_t edge[SCREEN_SCALE_MAX])
{
	unsigned int i, nr = 0;

	if (rows > SCREEN_SCALE_MAX)
		rows = SCREEN_SCALE_MAX;
	for (i = 0; i < NR_SERIES; i++) {
		nr = scale_series(&series[i], min, max, edge);
		if (nr <= rows)
			return nr;
	}
	for (i = 0; i < rows; i++)
		edge[i] = edge[nr - rows + i];
	return rows;
}

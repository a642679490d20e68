// SPDX-License-Identifier: GPL-2.0-only
/* The maxima of the last intervals of all CPUs together, as marks. */
#include "rtlat/result/sparkline.h"
#include "rtlat/screen/internal.h"

/* Fewer marks than that tell nothing. */
#define MARKS_MIN 6
#define MARKS_MAX 40

void screen_over_time_draw(const struct screen *screen, int y, int x)
{
	const struct rtlat_series *series = screen->feed.series;
	int room = COLS - x < MARKS_MAX ? COLS - x : MARKS_MAX;
	struct sparkline line;

	if (!series || room < MARKS_MIN ||
	    !sparkline_draw(&line, series, series->nr_lines - 1, (unsigned int)room,
			    screen->unicode))
		return;
	attrset(screen->style.bar);
	mvaddstr(y, COLS - (int)line.nr, line.text);
	attrset(A_NORMAL);
}

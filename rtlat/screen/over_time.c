// SPDX-License-Identifier: GPL-2.0-only
/* The maxima of the last intervals of all CPUs together, as marks. */
#include <errno.h>

#include "rtlat/result/sparkline.h"
#include "rtlat/screen/internal.h"

/* Fewer marks than that tell nothing. */
#define MARKS_MIN 6
#define MARKS_MAX 40

int screen_over_time_open(struct screen *screen)
{
	screen->over_time.series = rtlat_series_create(1);
	return screen->over_time.series ? 0 : -ENOMEM;
}

void screen_over_time_close(struct screen *screen)
{
	rtlat_series_free(screen->over_time.series);
}

void screen_over_time_reset(struct screen *screen)
{
	rtlat_series_reset(screen->over_time.series);
	screen->over_time.from = 0;
}

void screen_over_time_take(struct screen *screen)
{
	enum rtlat_context context = screen_family(screen)->worst;
	struct rtlat_series *series = screen->over_time.series;
	uint64_t elapsed = screen->feed.elapsed(screen->feed.data);

	if (elapsed < screen->over_time.from)
		screen_over_time_reset(screen);
	if (elapsed / series->interval_ns == screen->over_time.from / series->interval_ns ||
	    screen->feed.histogram(screen->feed.data, RTLAT_ROW_TOTAL, context,
				   &screen->over_time.now))
		return;
	rtlat_series_add(series, 0, rtlat_series_begin(series, screen->over_time.from),
			 &screen->over_time.now, 0);
	screen->over_time.from = elapsed;
}

void screen_over_time_draw(const struct screen *screen, int y, int x)
{
	int room = COLS - x < MARKS_MAX ? COLS - x : MARKS_MAX;
	struct sparkline line;

	if (room < MARKS_MIN || !sparkline_draw(&line, screen->over_time.series, 0,
						(unsigned int)room, screen->unicode))
		return;
	attrset(screen->style.bar);
	mvaddstr(y, COLS - (int)line.nr, line.text);
	attrset(A_NORMAL);
}

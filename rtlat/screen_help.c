// SPDX-License-Identifier: GPL-2.0-only
/* The help, on top of whatever view is on. */
#include <string.h>

#include "screen_internal.h"

static const char *const help[] = {
	"q        quit; in a histogram or here: back",
	"p        pause the display; measuring goes on",
	"r        statistics and duration begin anew",
	"s        sort by the next column, worst first",
	"n        times in ns or us",
	"h        histogram of the selected CPU, or of all",
	"arrows   up, down: select; left, right: other",
	"         columns, in a histogram another context",
	"PgUp PgDn Home End   select further away",
	"",
	"Each latency runs from the timer's expiry to the",
	"interrupt handler (IRQ), to the thread running",
	"(thread), and to its coming back for the next",
	"activation (return).  p99: too few samples is -.",
	"missed: periods that passed while the thread was",
	"late.  lost: samples that were not delivered.",
	"CPU 3x went offline; CPU 3! is measured no more.",
	"A time too long for its column is given in ms, s,",
	"h or d, a count in k, M, G: 1.234s, 123456k.",
};

#define NR_LINES ((int)(sizeof(help) / sizeof(*help)))
#define WIDTH 51

static int centred(int room, int size)
{
	return room > size ? (room - size) / 2 : 0;
}

void screen_draw_help(struct screen *screen)
{
	int height = NR_LINES + 2, width = WIDTH + 4, i;
	WINDOW *window;

	if (height > LINES)
		height = LINES;
	if (width > COLS)
		width = COLS;
	window = newwin(height, width, centred(LINES, height), centred(COLS, width));
	if (!window)
		return;
	werase(window);
	for (i = 0; i < NR_LINES && i + 1 < height; i++)
		if (width > 2)
			mvwaddnstr(window, i + 1, 2, help[i], width - 2);
	box(window, 0, 0);
	wattrset(window, screen->style.title);
	if (width > 20)
		mvwaddstr(window, 0, 2, " help: any key closes ");
	wnoutrefresh(window);
	delwin(window);
}

// SPDX-License-Identifier: GPL-2.0-only
/* The help, drawn over the current view. */
#include <string.h>

#include "rtlat/screen/internal.h"

static const char *const keys[] = {
	"q        quit; in a histogram or here: back",
	"p        pause the display; measuring goes on",
	"r        statistics and duration start again",
	"s        sort by the next column, worst first",
	"n        times in ns or us",
	"h        histogram of the selected CPU, or of all",
	"arrows   up, down: select; left, right: other",
	"         columns, in a histogram another context",
	"PgUp PgDn Home End   select further away",
	"",
};

static const char *const end[] = {
	"CPU 3x went offline; CPU 3! has failed.",
	"A time too long for its column is given in ms, s,",
	"h or d, a count in k, M, G: 1.234s, 123456k.",
};

#define NR(array) ((int)(sizeof(array) / sizeof(*(array))))
#define WIDTH 51

static int centred(int room, int size)
{
	return room > size ? (room - size) / 2 : 0;
}

static void draw_edge(const struct screen *screen, int y, int x, int width, enum screen_line left,
		      enum screen_line right)
{
	int i;

	screen_put_line(screen, y, x, A_NORMAL, left);
	for (i = 1; i < width - 1; i++)
		screen_put_line(screen, y, x + i, A_NORMAL, SCREEN_HORIZONTAL);
	screen_put_line(screen, y, x + width - 1, A_NORMAL, right);
}

/* Returns a line of the help: the keys, then the columns, then what all of them have in common. */
static const char *help_line(const struct screen_family *family, int line)
{
	if (line < NR(keys))
		return keys[line];
	line -= NR(keys);
	return line < (int)family->nr_help ? family->help[line] : end[line - (int)family->nr_help];
}

void screen_draw_help(struct screen *screen)
{
	const struct screen_family *family = screen_family(screen);
	int nr = NR(keys) + (int)family->nr_help + NR(end);
	int height = nr + 2 < LINES ? nr + 2 : LINES;
	int width = WIDTH + 4 < COLS ? WIDTH + 4 : COLS;
	int top = centred(LINES, height), left = centred(COLS, width), i;

	for (i = 1; i < height - 1; i++) {
		screen_put(top + i, left, A_NORMAL, "  %-*s  ", WIDTH, help_line(family, i - 1));
		screen_put_line(screen, top + i, left, A_NORMAL, SCREEN_VERTICAL);
		screen_put_line(screen, top + i, left + width - 1, A_NORMAL, SCREEN_VERTICAL);
	}
	draw_edge(screen, top, left, width, SCREEN_UPPER_LEFT, SCREEN_UPPER_RIGHT);
	draw_edge(screen, top + height - 1, left, width, SCREEN_LOWER_LEFT, SCREEN_LOWER_RIGHT);
	screen_put(top, left + 2, screen->style.title, " help: any key closes ");
}

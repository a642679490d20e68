// SPDX-License-Identifier: GPL-2.0-only
/* The live screen: its life cycle, its keys, and when to draw. */
#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "rtlat/screen/internal.h"

#define REFRESH_NS RTLAT_NSEC_PER_SEC
#define MESSAGE_NS (3 * RTLAT_NSEC_PER_SEC)
#define ESCAPE 27

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

int screen_open_feed(struct screen **result, const struct screen_feed *feed, FILE *in, FILE *out,
		     bool nanoseconds)
{
	struct screen *screen;
	int ret;

	screen = calloc(1, sizeof(*screen));
	if (!screen)
		return -ENOMEM;
	screen->feed = *feed;
	screen->in = in;
	screen->out = out;
	screen->nanoseconds = nanoseconds;
	screen->selected = RTLAT_ROW_TOTAL;
	screen->context = RTLAT_THREAD;
	ret = screen_rows_init(screen);
	if (ret)
		goto fail;
	ret = screen_terminal_open(screen);
	if (ret)
		goto fail;
	*result = screen;
	return 0;
fail:
	screen_close(screen);
	return ret;
}

void screen_close(struct screen *screen)
{
	if (!screen)
		return;
	screen_terminal_close(screen);
	screen_rows_free(screen);
	free(screen);
}

static void say(struct screen *screen, const char *text)
{
	snprintf(screen->message, sizeof(screen->message), "%s", text);
	screen->message_until = now_ns() + MESSAGE_NS;
}

static void toggle_pause(struct screen *screen)
{
	screen->paused = !screen->paused;
	if (!screen->paused) {
		screen_rows_refresh(screen);
		return;
	}
	/* Reads all rows now, so that scrolling and sorting show one moment. */
	screen_rows_all(screen);
	screen->paused_at = screen->feed.elapsed(screen->feed.data);
}

static void reset(struct screen *screen)
{
	if (screen->feed.reset(screen->feed.data)) {
		say(screen, "could not reset the statistics");
		return;
	}
	screen->paused = false;
	screen_rows_refresh(screen);
	say(screen, "statistics and duration start again");
}

static void turn_page(struct screen *screen, int step)
{
	struct screen_columns columns;

	screen_columns_choose(screen, COLS, &columns);
	screen->page = (screen->page + columns.pages + step) % columns.pages;
}

static void move_selection(struct screen *screen, int key)
{
	int place = screen_selected_place(screen);
	int page = screen_table_body();

	switch (key) {
	case KEY_UP:
		place--;
		break;
	case KEY_DOWN:
		place++;
		break;
	case KEY_PPAGE:
		/* A page up stops at the first CPU before it goes on to the total. */
		place = place > 0 && place < page ? 0 : place - page;
		screen->top -= (int)screen->top < page ? (int)screen->top : page;
		break;
	case KEY_NPAGE:
		screen->top += place < 0 ? 0 : page;
		place += page;
		break;
	case KEY_HOME:
		place = -1;
		break;
	case KEY_END:
		place = screen->feed.nr_cpus - 1;
		break;
	}
	screen_select_place(screen, place);
}

/* Handles the keys that both views have in common. */
static void handle_common_key(struct screen *screen, int key)
{
	switch (key) {
	case 'p':
		toggle_pause(screen);
		break;
	case 'r':
		reset(screen);
		break;
	case 'n':
		screen->nanoseconds = !screen->nanoseconds;
		break;
	case '?':
		screen->help = true;
		break;
	case KEY_UP:
	case KEY_DOWN:
	case KEY_PPAGE:
	case KEY_NPAGE:
	case KEY_HOME:
	case KEY_END:
		move_selection(screen, key);
		break;
	}
}

static enum screen_event handle_table_key(struct screen *screen, int key)
{
	switch (key) {
	case 'q':
		return SCREEN_QUIT;
	case 's':
		screen_sort_next(screen);
		/* Rows read at different times within a refresh would not compare. */
		if (!screen->paused)
			screen_rows_refresh(screen);
		break;
	case 'h':
		screen->view = SCREEN_HISTOGRAM;
		break;
	case KEY_LEFT:
		turn_page(screen, -1);
		break;
	case KEY_RIGHT:
		turn_page(screen, 1);
		break;
	default:
		handle_common_key(screen, key);
	}
	return SCREEN_NONE;
}

static void handle_histogram_key(struct screen *screen, int key)
{
	switch (key) {
	case 'h':
	case 'q':
	case ESCAPE:
		screen->view = SCREEN_TABLE;
		break;
	case KEY_LEFT:
		screen_histogram_turn(screen, -1);
		break;
	case KEY_RIGHT:
		screen_histogram_turn(screen, 1);
		break;
	default:
		handle_common_key(screen, key);
	}
}

static enum screen_event handle_key(struct screen *screen, int key)
{
	screen->message[0] = '\0';
	if (key == KEY_RESIZE)
		return SCREEN_NONE;
	if (screen->help) {
		screen->help = false;
		return SCREEN_NONE;
	}
	if (screen->view == SCREEN_TABLE)
		return handle_table_key(screen, key);
	handle_histogram_key(screen, key);
	return SCREEN_NONE;
}

static void draw(struct screen *screen)
{
	erase();
	if (screen->view == SCREEN_HISTOGRAM)
		screen_draw_histogram(screen);
	else
		screen_draw_table(screen);
	if (screen->help)
		screen_draw_help(screen);
	refresh();
}

enum screen_event screen_update(struct screen *screen)
{
	bool changed = screen_terminal_resized(screen);
	uint64_t now = now_ns();
	int key;

	if (screen_terminal_gone(screen))
		return SCREEN_QUIT;
	while ((key = wgetch(screen->keys)) != ERR) {
		changed = true;
		if (handle_key(screen, key) == SCREEN_QUIT)
			return SCREEN_QUIT;
	}
	if (now >= screen->due) {
		if (now >= screen->message_until)
			screen->message[0] = '\0';
		screen->due = now + REFRESH_NS;
		if (!screen->paused)
			screen_rows_refresh(screen);
		changed = true;
	}
	if (changed)
		draw(screen);
	return SCREEN_NONE;
}

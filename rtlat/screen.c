// SPDX-License-Identifier: GPL-2.0-only
/* The live screen: the terminal's life cycle, its keys, and when to draw. */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#include "screen_internal.h"

#define REFRESH_NS RTLAT_NSEC_PER_SEC
#define ESCAPE 27
#define ESCAPE_DELAY_MS 25

enum { PAIR_HEADS = 1, PAIR_SELECTED, PAIR_WORST, PAIR_WARNING, PAIR_NOTICE, PAIR_BAR, PAIR_TITLE };

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

static void style_plain(struct screen_style *style)
{
	*style = (struct screen_style){
		.title = A_BOLD,
		.heads = A_REVERSE,
		.selected = A_REVERSE,
		.total = A_BOLD,
		.worst = A_BOLD,
		.warning = A_BOLD,
		.notice = A_REVERSE | A_BOLD,
		.dim = A_DIM,
		.bar = A_NORMAL,
	};
}

static void style_colours(struct screen_style *style)
{
	start_color();
	use_default_colors();
	init_pair(PAIR_HEADS, COLOR_BLACK, COLOR_GREEN);
	init_pair(PAIR_SELECTED, COLOR_BLACK, COLOR_CYAN);
	init_pair(PAIR_WORST, COLOR_RED, -1);
	init_pair(PAIR_WARNING, COLOR_YELLOW, -1);
	init_pair(PAIR_NOTICE, COLOR_BLACK, COLOR_YELLOW);
	init_pair(PAIR_BAR, COLOR_GREEN, -1);
	init_pair(PAIR_TITLE, COLOR_CYAN, -1);
	style->heads = COLOR_PAIR(PAIR_HEADS);
	style->selected = COLOR_PAIR(PAIR_SELECTED);
	style->worst = COLOR_PAIR(PAIR_WORST) | A_BOLD;
	style->warning = COLOR_PAIR(PAIR_WARNING) | A_BOLD;
	style->notice = COLOR_PAIR(PAIR_NOTICE);
	style->bar = COLOR_PAIR(PAIR_BAR);
	style->title = COLOR_PAIR(PAIR_TITLE) | A_BOLD;
}

/*
 * ncurses takes SIGINT, SIGTERM and SIGWINCH for itself where nobody has yet. The first two are
 * the program's; the size is asked for at each update, so that no signal has to interrupt a
 * measuring thread. SIGTSTP it may keep: it gives the terminal back before the program stops.
 */
static SCREEN *open_terminal(struct screen *screen)
{
	static const int mine[] = { SIGINT, SIGTERM, SIGWINCH };
	struct sigaction before[sizeof(mine) / sizeof(*mine)];
	SCREEN *terminal;
	unsigned int i;

	sigaction(SIGTSTP, NULL, &screen->suspend);
	for (i = 0; i < sizeof(mine) / sizeof(*mine); i++)
		sigaction(mine[i], NULL, &before[i]);
	terminal = newterm(NULL, screen->out, screen->in);
	for (i = 0; i < sizeof(mine) / sizeof(*mine); i++)
		sigaction(mine[i], &before[i], NULL);
	return terminal;
}

static int set_up_terminal(struct screen *screen)
{
	const char *move_cursor = tigetstr("cup");

	if (!move_cursor || move_cursor == (const char *)-1)
		return -EOPNOTSUPP;
	cbreak();
	noecho();
	nonl();
	screen->keys = newpad(1, 1);
	if (!screen->keys)
		return -ENOMEM;
	keypad(screen->keys, TRUE);
	nodelay(screen->keys, TRUE);
	set_escdelay(ESCAPE_DELAY_MS);
	curs_set(0);
	style_plain(&screen->style);
	if (has_colors())
		style_colours(&screen->style);
	return 0;
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
	setlocale(LC_CTYPE, "");
	screen->unicode = !strcmp(nl_langinfo(CODESET), "UTF-8");
	ret = -EOPNOTSUPP;
	screen->terminal = open_terminal(screen);
	if (!screen->terminal)
		goto fail;
	ret = set_up_terminal(screen);
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
	if (screen->terminal) {
		if (screen->keys)
			delwin(screen->keys);
		endwin();
		delscreen(screen->terminal);
		sigaction(SIGTSTP, &screen->suspend, NULL);
	}
	screen_rows_free(screen);
	free(screen);
}

static void say(struct screen *screen, const char *text)
{
	snprintf(screen->message, sizeof(screen->message), "%s", text);
}

static void toggle_pause(struct screen *screen)
{
	screen->paused = !screen->paused;
	if (!screen->paused) {
		screen_rows_refresh(screen);
		return;
	}
	/* All rows now, so that scrolling and sorting show one moment. */
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
	say(screen, "statistics and duration begin anew");
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
		break;
	case KEY_NPAGE:
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

/* Keys that mean the same in both views. */
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

/* Returns whether the size has changed. */
static bool follow_size(struct screen *screen)
{
	struct winsize size;

	if (ioctl(fileno(screen->out), TIOCGWINSZ, &size) || !size.ws_row || !size.ws_col)
		return false;
	if (!is_term_resized(size.ws_row, size.ws_col))
		return false;
	resizeterm(size.ws_row, size.ws_col);
	clearok(curscr, TRUE);
	return true;
}

static void draw(struct screen *screen)
{
	erase();
	if (screen->view == SCREEN_HISTOGRAM)
		screen_draw_histogram(screen);
	else
		screen_draw_table(screen);
	/* All of it: the help may have hidden some that has not changed since. */
	touchwin(stdscr);
	wnoutrefresh(stdscr);
	if (screen->help)
		screen_draw_help(screen);
	doupdate();
}

static bool hung_up(const struct screen *screen)
{
	struct pollfd in = { .fd = fileno(screen->in) };

	return poll(&in, 1, 0) > 0 && in.revents & (POLLHUP | POLLERR | POLLNVAL);
}

enum screen_event screen_update(struct screen *screen)
{
	bool changed = follow_size(screen);
	uint64_t now = now_ns();
	int key;

	if (hung_up(screen))
		return SCREEN_QUIT;
	while ((key = wgetch(screen->keys)) != ERR) {
		changed = true;
		if (handle_key(screen, key) == SCREEN_QUIT)
			return SCREEN_QUIT;
	}
	if (now >= screen->due) {
		if (screen->due && !changed)
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

// SPDX-License-Identifier: GPL-2.0-only
/* The terminal: taking it, giving it back, its colours, keys and size. */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>

#include "rtlat/screen/internal.h"
#include "rtlat/util/terminal.h"

#define ESCAPE_DELAY_MS 25

enum { PAIR_HEADS = 1, PAIR_SELECTED, PAIR_WORST, PAIR_WARNING, PAIR_NOTICE, PAIR_BAR, PAIR_TITLE };

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
static SCREEN *new_terminal(struct screen *screen)
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

/*
 * Defines the keys of all common terminals: many have a TERM that says less than they can do, or
 * something else (a serial console's vt100, PuTTY's xterm).
 */
static void define_keys(void)
{
	static const struct {
		const char *sequence;
		int key;
	} keys[] = {
		{ "\033[A", KEY_UP },     { "\033OA", KEY_UP },    { "\033[B", KEY_DOWN },
		{ "\033OB", KEY_DOWN },   { "\033[C", KEY_RIGHT }, { "\033OC", KEY_RIGHT },
		{ "\033[D", KEY_LEFT },   { "\033OD", KEY_LEFT },  { "\033[5~", KEY_PPAGE },
		{ "\033[6~", KEY_NPAGE }, { "\033[H", KEY_HOME },  { "\033OH", KEY_HOME },
		{ "\033[1~", KEY_HOME },  { "\033[7~", KEY_HOME }, { "\033[F", KEY_END },
		{ "\033OF", KEY_END },    { "\033[4~", KEY_END },  { "\033[8~", KEY_END },
	};
	unsigned int i;

	for (i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		define_key(keys[i].sequence, keys[i].key);
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
	define_keys();
	set_escdelay(ESCAPE_DELAY_MS);
	curs_set(0);
	style_plain(&screen->style);
	if (has_colors() && color_on(stdout))
		style_colours(&screen->style);
	return 0;
}

int screen_terminal_open(struct screen *screen)
{
	setlocale(LC_CTYPE, "");
	screen->unicode = !strcmp(nl_langinfo(CODESET), "UTF-8");
	screen->terminal = new_terminal(screen);
	return screen->terminal ? set_up_terminal(screen) : -EOPNOTSUPP;
}

void screen_terminal_close(struct screen *screen)
{
	if (!screen->terminal)
		return;
	if (screen->keys)
		delwin(screen->keys);
	endwin();
	delscreen(screen->terminal);
	sigaction(SIGTSTP, &screen->suspend, NULL);
}

bool screen_terminal_resized(struct screen *screen)
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

bool screen_terminal_gone(const struct screen *screen)
{
	struct pollfd in = { .fd = fileno(screen->in) };

	return poll(&in, 1, 0) > 0 && in.revents & (POLLHUP | POLLERR | POLLNVAL);
}

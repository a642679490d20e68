// SPDX-License-Identifier: GPL-2.0-only
/* Lines that every view has, and text that never leaves the screen. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/screen/internal.h"

#define TEXT_MAX 256

void screen_put(int y, int x, attr_t attr, const char *format, ...)
{
	char text[TEXT_MAX];
	va_list arguments;

	if (y < 0 || y >= LINES || x < 0 || x >= COLS)
		return;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	attrset(attr);
	mvaddnstr(y, x, text, COLS - x);
	attrset(A_NORMAL);
}

void screen_put_right(int y, int end, attr_t attr, const char *text)
{
	int x = end - (int)strlen(text);

	if (x >= 0)
		screen_put(y, x, attr, "%s", text);
}

void screen_put_line(const struct screen *screen, int y, int x, attr_t attr, enum screen_line line)
{
	static const char *const unicode[] = { "\u2500", "\u2502", "\u253c", "\u250c",
					       "\u2510", "\u2514", "\u2518" };
	const chtype own[] = { ACS_HLINE,    ACS_VLINE,    ACS_PLUS,    ACS_ULCORNER,
			       ACS_URCORNER, ACS_LLCORNER, ACS_LRCORNER };

	if (y < 0 || y >= LINES || x < 0 || x >= COLS)
		return;
	attrset(attr);
	if (screen->unicode)
		mvaddstr(y, x, unicode[line]);
	else
		mvaddch(y, x, own[line] | attr);
	attrset(A_NORMAL);
}

void screen_fill(int y, attr_t attr)
{
	if (y < 0 || y >= LINES)
		return;
	attrset(attr);
	mvhline(y, 0, ' ', COLS);
	attrset(A_NORMAL);
}

/* "elapsed 00:00:12  left 00:00:48", shorter on narrow screens. */
static void format_times(struct screen *screen, bool brief, char *text, size_t size)
{
	const struct rtlat_config *config = screen->feed.config;
	uint64_t elapsed = screen->feed.elapsed(screen->feed.data);
	char clock[SCREEN_NUMBER_MAX], left[SCREEN_NUMBER_MAX];

	screen_format_clock(clock, elapsed);
	screen->warm |= elapsed != 0;
	if (!screen->warm && config->warm_up_ns)
		snprintf(text, size, "warming up");
	else if (brief)
		snprintf(text, size, "%s", clock);
	else if (!config->duration_ns)
		snprintf(text, size, "elapsed %s", clock);
	else {
		/* Rounded up: "left 0" is said when it is over. */
		uint64_t rest = config->duration_ns > elapsed ? config->duration_ns - elapsed : 0;

		screen_format_clock(left, rest + RTLAT_NSEC_PER_SEC - 1);
		snprintf(text, size, "elapsed %s  left %s", clock, left);
	}
}

void screen_draw_title(struct screen *screen, int y)
{
	const char *title = screen_name(screen);
	bool brief = COLS < 60;
	char times[TEXT_MAX];

	format_times(screen, brief, times, sizeof(times));
	screen_put(y, 0, screen->style.title, "%s", title);
	if (!brief)
		screen_put(y, (int)strlen(title) + 2, A_NORMAL, "%s", screen->feed.source);
	screen_put_right(y, COLS, A_NORMAL, times);
}

static void format_period(char text[SCREEN_NUMBER_MAX], uint64_t ns)
{
	uint64_t us = ns / RTLAT_NSEC_PER_USEC;

	if (ns % RTLAT_NSEC_PER_USEC)
		snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64 " ns", ns);
	else if (us % 1000)
		snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64 " us", us);
	else
		snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64 " ms", us / 1000);
}

static void format_seconds(char text[SCREEN_NUMBER_MAX], uint64_t ns)
{
	if (ns % RTLAT_NSEC_PER_SEC)
		format_period(text, ns);
	else
		snprintf(text, SCREEN_NUMBER_MAX, "%llu s", ns / RTLAT_NSEC_PER_SEC);
}

static void format_sort(const struct screen *screen, char *text, size_t size)
{
	struct row_key key = screen->rows.sort;
	bool of_latency = key.field == ROW_MAX && key.context < RTLAT_LATENCIES &&
			  screen->feed.config->measure == RTLAT_MEASURE_LATENCY;

	snprintf(text, size, "%s%s%s", of_latency ? rtlat_context_name(key.context) : "",
		 of_latency ? " " : "", screen_field_name(screen, key));
}

/* "period 1 ms", or of noise "runs 950 ms of 1 s" */
static void format_times_of_run(const struct screen *screen, char *text, size_t size)
{
	const struct rtlat_config *config = screen->feed.config;
	char period[SCREEN_NUMBER_MAX], runtime[SCREEN_NUMBER_MAX];

	if (config->measure == RTLAT_MEASURE_DELAY) {
		format_period(period, config->track.threshold_ns);
		snprintf(text, size, "threshold %s", period);
		return;
	}
	format_period(period, config->period_ns);
	if (!(screen->feed.contexts & RTLAT_HAS(RTLAT_NOISE))) {
		snprintf(text, size, "period %s", period);
		return;
	}
	format_seconds(period, config->period_ns);
	format_seconds(runtime, config->runtime_ns);
	snprintf(text, size, "runs %s of %s", runtime, period);
}

void screen_draw_info(struct screen *screen, int y)
{
	unsigned int nr = screen->feed.nr_cpus;
	char period[TEXT_MAX], sort[SCREEN_NUMBER_MAX], text[TEXT_MAX];
	double load[3] = { 0 };
	int length;

	format_times_of_run(screen, period, sizeof(period));
	format_sort(screen, sort, sizeof(sort));
	getloadavg(load, 3);
	length = snprintf(text, sizeof(text),
			  "%u CPU%s  %s  times in %s  sorted by %s  load %.2f %.2f %.2f", nr,
			  nr == 1 ? "" : "s", period, screen->nanoseconds ? "ns" : "us", sort,
			  load[0], load[1], load[2]);
	screen_put(y, 0, A_NORMAL, "%s", text);
	screen_over_time_draw(screen, y, length + 2);
}

/* Returns the meaning of the selected CPU's mark, or NULL. */
static const char *state_text(enum rtlat_cpu_state state)
{
	switch (state) {
	case RTLAT_CPU_MEASURED:
		return NULL;
	case RTLAT_CPU_OFFLINE:
		return "went offline; what came before is kept";
	case RTLAT_CPU_FAILED:
		return "is no longer measured: its thread ended";
	}
	return NULL;
}

void screen_draw_status(struct screen *screen, int y)
{
	const struct rtlat_row *total = screen_row(screen, RTLAT_ROW_TOTAL);
	const struct rtlat_row *row = screen_row(screen, screen->selected);
	char clock[SCREEN_NUMBER_MAX];

	if (screen->paused) {
		screen_format_clock(clock, screen->paused_at);
		screen_put(y, 0, screen->style.notice, " PAUSED at %s ", clock);
		screen_put(y, 20 + strlen(clock) - 8, A_NORMAL, "measuring goes on, p continues");
	} else if (screen->message[0]) {
		screen_put(y, 0, screen->style.title, "%s", screen->message);
	} else if (state_text(row->state)) {
		screen_put(y, 0, screen->style.warning, "CPU %d %s", row->cpu,
			   state_text(row->state));
	} else if (total->lost) {
		screen_put(y, 0, screen->style.warning, "samples were lost: incomplete");
	}
}

/* Draws the keys: "q=quit p=pause" has the key before the sign. */
void screen_draw_footer(struct screen *screen, int y, const char *keys)
{
	char list[TEXT_MAX], *save = NULL, *item;
	int x = 0;

	snprintf(list, sizeof(list), "%s", keys);
	for (item = strtok_r(list, " ", &save); item; item = strtok_r(NULL, " ", &save)) {
		char *text = strchr(item, '=');

		*text++ = '\0';
		if (x + (int)strlen(item) + 1 + (int)strlen(text) > COLS)
			return;
		screen_put(y, x, screen->style.title, "%s", item);
		x += strlen(item) + 1;
		screen_put(y, x, A_NORMAL, "%s", text);
		x += strlen(text) + 2;
	}
}

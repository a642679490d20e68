// SPDX-License-Identifier: GPL-2.0-only
/* The histogram of one context of the selected CPU, or of all CPUs. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "rtlat/screen/internal.h"

#define EDGE_WIDTH 12
#define COUNT_WIDTH 12
#define SHARE_WIDTH 10
#define BAR_MIN 8

struct bins {
	unsigned int nr;
	uint64_t edge[SCREEN_SCALE_MAX];
	uint64_t count[SCREEN_SCALE_MAX];
	uint64_t most;
};

static unsigned int first_context(const struct screen *screen)
{
	return screen->feed.contexts ? __builtin_ctz(screen->feed.contexts) : 0;
}

/* The next context that the source has, in either direction, round and round. */
void screen_histogram_turn(struct screen *screen, int step)
{
	int context = screen->context, i;

	for (i = 0; i < RTLAT_CONTEXTS; i++) {
		context = (context + step + RTLAT_CONTEXTS) % RTLAT_CONTEXTS;
		if (screen->feed.contexts & RTLAT_HAS(context)) {
			screen->context = context;
			return;
		}
	}
}

/* Reads the histogram once a refresh, as rows are read. */
static void read_histogram(struct screen *screen)
{
	if (!(screen->feed.contexts & RTLAT_HAS(screen->context)))
		screen->context = first_context(screen);
	if (screen->held.read_at == screen->rows.refresh &&
	    screen->held.index == screen->selected && screen->held.context == screen->context)
		return;
	screen->held.read_at = screen->rows.refresh;
	screen->held.index = screen->selected;
	screen->held.context = screen->context;
	if (screen->feed.histogram(screen->feed.data, screen->selected, screen->context,
				   &screen->histogram))
		rtlat_histogram_init(&screen->histogram);
}

static void fill_bins(const struct rtlat_histogram *histogram, unsigned int rows, struct bins *bins)
{
	unsigned int index, bin = 0;

	bins->nr = screen_scale(histogram->min, histogram->max, rows, bins->edge);
	memset(bins->count, 0, sizeof(bins->count));
	bins->most = 0;
	if (!bins->nr)
		return;
	for (index = histogram->first; index <= histogram->last; index++) {
		while (bin + 1 < bins->nr && rtlat_histogram_low(index) >= bins->edge[bin + 1])
			bin++;
		bins->count[bin] += histogram->bucket[index];
	}
	for (bin = 0; bin < bins->nr; bin++)
		if (bins->count[bin] > bins->most)
			bins->most = bins->count[bin];
}

/* "1234", "1.25": microseconds keep up to three decimals, with the points in one column. */
static void format_edge(char text[SCREEN_NUMBER_MAX], uint64_t ns, bool nanoseconds)
{
	uint64_t us = ns / RTLAT_NSEC_PER_USEC;
	char decimals[8];
	int length;

	if (nanoseconds) {
		snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64, ns);
		return;
	}
	snprintf(decimals, sizeof(decimals), ".%03u", (unsigned int)(ns % RTLAT_NSEC_PER_USEC));
	for (length = 3; length > 0 && decimals[length] == '0'; length--)
		decimals[length] = ' ';
	if (!length)
		decimals[0] = ' ';
	snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64 "%s", us, decimals);
}

/*
 * Returns the length of a bar in half cells. A single value is visible, and twice as many are a
 * fixed step longer.
 */
static unsigned int bar_length(uint64_t count, uint64_t most, int width)
{
	if (!count)
		return 0;
	return 1 + (unsigned int)(log2((double)count) / log2((double)most + 1) * (2 * width - 1));
}

static void draw_bar(const struct screen *screen, int y, int x, unsigned int halves)
{
	attrset(screen->style.bar);
	move(y, x);
	for (; halves >= 2; halves -= 2)
		addstr(screen->unicode ? "\u2588" : "#");
	if (halves)
		addstr(screen->unicode ? "\u258c" : "#");
	attrset(A_NORMAL);
}

/* Draws the scale of the bars: 1, 10, 100 and so on where they would end. */
static void draw_axis(int y, int x, int width, uint64_t most)
{
	char text[SCREEN_NUMBER_MAX];
	uint64_t count;
	int end = x;

	for (count = 1; count <= most; count *= 10) {
		int at = x + (int)(bar_length(count, most, width) - 1) / 2;

		screen_format_count(text, 4, count);
		if (at >= end && at + (int)strlen(text) <= x + width) {
			screen_put(y, at, A_NORMAL, "%s", text);
			end = at + strlen(text) + 1;
		}
		if (count > UINT64_MAX / 10)
			break;
	}
}

static void draw_bin(const struct screen *screen, const struct bins *bins, unsigned int bin,
		     uint64_t below, int y)
{
	uint64_t total = screen->histogram.count;
	int x = EDGE_WIDTH + 1 + COUNT_WIDTH;
	char text[SCREEN_NUMBER_MAX];

	format_edge(text, bins->edge[bin], screen->nanoseconds);
	screen_put_right(y, EDGE_WIDTH, A_NORMAL, text);
	screen_format_count(text, COUNT_WIDTH - 1, bins->count[bin]);
	screen_put_right(y, x, A_NORMAL, text);
	if (COLS >= x + SHARE_WIDTH + BAR_MIN) {
		/* Cut, so that 100 is said only when nothing is left. */
		uint64_t share = (double)below / (double)total * 100000;

		snprintf(text, sizeof(text), "%u.%03u", (unsigned int)(share / 1000),
			 (unsigned int)(share % 1000));
		screen_put_right(y, x + SHARE_WIDTH, A_NORMAL, text);
		x += SHARE_WIDTH;
	}
	x += 2;
	if (COLS > x)
		draw_bar(screen, y, x, bar_length(bins->count[bin], bins->most, COLS - x));
}

static void draw_bins(struct screen *screen, int y, int rows)
{
	int x = EDGE_WIDTH + 1 + COUNT_WIDTH;
	uint64_t below = 0;
	struct bins bins;
	unsigned int i;

	fill_bins(&screen->histogram, rows > 0 ? rows : 0, &bins);
	screen_fill(y, screen->style.heads);
	screen_put_right(y, EDGE_WIDTH, screen->style.heads,
			 screen->nanoseconds ? "from ns" : "from us ");
	screen_put_right(y, x, screen->style.heads, "samples");
	if (COLS >= x + SHARE_WIDTH + BAR_MIN) {
		screen_put_right(y, x + SHARE_WIDTH, screen->style.heads, "sum %");
		x += SHARE_WIDTH;
	}
	x += 2;
	for (i = 0; i < bins.nr; i++) {
		below += bins.count[i];
		draw_bin(screen, &bins, i, below, y + 1 + i);
	}
	if (COLS > x && y + 1 + (int)bins.nr < LINES - 1)
		draw_axis(y + 1 + bins.nr, x, COLS - x, bins.most);
}

static int add_number(char *text, int length, size_t size, const char *name, uint64_t ns,
		      bool nanoseconds)
{
	char number[SCREEN_NUMBER_MAX];

	if ((size_t)length >= size)
		return length;
	/* Below 100 us two decimals say more than a whole number. */
	if (!nanoseconds && ns < 100 * RTLAT_NSEC_PER_USEC)
		snprintf(number, sizeof(number), "%u.%02u", (unsigned int)ns / 1000,
			 (unsigned int)ns / 10 % 100);
	else
		screen_format_time(number, nanoseconds ? 10 : 8, ns, nanoseconds);
	return length + snprintf(text + length, size - length, "%s %s   ", name, number);
}

static void draw_statistics(const struct screen *screen, int y)
{
	const struct rtlat_histogram *histogram = &screen->histogram;
	bool ns = screen->nanoseconds;
	char text[256];
	int length = 0;

	length = add_number(text, length, sizeof(text), "min", histogram->min, ns);
	length = add_number(text, length, sizeof(text), "avg", rtlat_histogram_mean(histogram), ns);
	length = add_number(text, length, sizeof(text), "stddev", rtlat_histogram_stddev(histogram),
			    ns);
	add_number(text, length, sizeof(text), "max", histogram->max, ns);
	screen_put(y, 0, A_NORMAL, "%s", text);
}

/* Draws the percentiles that the number of samples supports. */
static void draw_percentiles(const struct screen *screen, int y)
{
	const struct rtlat_percentiles *percentiles = &screen->feed.config->percentiles;
	char text[256] = "", name[SCREEN_NUMBER_MAX] = "p";
	int length = 0;
	unsigned int i;
	uint64_t value;

	for (i = 0; i < percentiles->nr; i++) {
		if (rtlat_histogram_percentile(&screen->histogram, percentiles->value[i], &value))
			break;
		rtlat_percentile_format(percentiles->value[i], name + 1, sizeof(name) - 1);
		length = add_number(text, length, sizeof(text), name, value, screen->nanoseconds);
	}
	screen_put(y, 0, A_NORMAL, "%s", text);
}

static void draw_name(struct screen *screen, int y)
{
	const struct rtlat_row *row = screen_row(screen, screen->selected);
	char number[SCREEN_NUMBER_MAX], who[SCREEN_NUMBER_MAX] = "all CPUs";

	if (screen->selected != RTLAT_ROW_TOTAL)
		snprintf(who, sizeof(who), "CPU %d", row->cpu);
	screen_format_count(number, 12, screen->histogram.count);
	screen_put(y, 0, screen->style.title, "%s, %s%s: %s samples", who,
		   rtlat_context_name(screen->context),
		   screen->context < RTLAT_LATENCIES ? " latency" : "", number);
	if (screen->paused && COLS >= 60)
		screen_put_right(y, COLS, screen->style.notice, " PAUSED ");
}

void screen_draw_histogram(struct screen *screen)
{
	int y = 0, footer = LINES >= 8 ? LINES - 1 : -1;

	read_histogram(screen);
	if (LINES >= 10)
		screen_draw_title(screen, y++);
	draw_name(screen, y++);
	screen_draw_footer(screen, footer,
			   screen->context >= RTLAT_LATENCIES
				   ? "h=table up/down=CPU p=pause r=reset n=ns/us ?=help"
				   : "h=table <->=context up/down=CPU p=pause r=reset n=ns/us "
				     "?=help");
	if (!screen->histogram.count) {
		screen_put(y + 1, 0, A_NORMAL, "no samples yet");
		return;
	}
	if (LINES >= 12) {
		draw_statistics(screen, y++);
		draw_percentiles(screen, y++);
	}
	y += screen_draw_breakdown(screen, y, LINES - y);
	if (LINES >= 18)
		y++;
	/* The titles take a line, and the axis takes one. */
	draw_bins(screen, y, LINES - y - 1 - (footer >= 0 ? 2 : 0));
}

// SPDX-License-Identifier: GPL-2.0-only
/* Draws the parts of the worst sample of the selected CPU, or of all, or of a noise of it. */
#include <inttypes.h>
#include <string.h>

#include "rtlat/result/culprit.h"
#include "rtlat/screen/internal.h"

#define PART_WIDTH 11
#define TIME_WIDTH 13
#define SHARE_WIDTH 8
#define NAME_X (PART_WIDTH + TIME_WIDTH + SHARE_WIDTH + 3)
/* The sample, the heads, and the sum. */
#define LINES_BESIDE_PARTS 3
/* A histogram with fewer lines would show little. */
#define HISTOGRAM_LINES 9

/* Exact in both units, so that the parts can be seen to add up. */
static void format_exact(char text[SCREEN_NUMBER_MAX], uint64_t ns, bool nanoseconds)
{
	uint64_t us = ns / RTLAT_NSEC_PER_USEC;

	if (nanoseconds)
		snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64, ns);
	else
		snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64 ".%03u", us,
			 (unsigned int)(ns % RTLAT_NSEC_PER_USEC));
}

static void draw_line(const struct screen *screen, int y, const char *name, uint64_t ns,
		      uint64_t latency)
{
	char text[SCREEN_NUMBER_MAX];

	screen_put(y, 0, A_NORMAL, "%s", name);
	format_exact(text, ns, screen->nanoseconds);
	screen_put_right(y, PART_WIDTH + TIME_WIDTH, A_NORMAL, text);
	if (!latency)
		return;
	snprintf(text, sizeof(text), "%.1f", 100.0 * (double)ns / (double)latency);
	screen_put_right(y, PART_WIDTH + TIME_WIDTH + SHARE_WIDTH, A_NORMAL, text);
}

/* Draws the name of the longest one behind the name of the part. */
static void draw_longest(int y, const struct rtlat_share *share)
{
	char text[CULPRIT_SIZE];

	rtlat_share_format(share, text, sizeof(text));
	screen_put(y, NAME_X, A_NORMAL, "%s", text + strlen(rtlat_part_name(share->part)));
}

/* Few samples have any of other timers, and lines are scarce. */
static bool is_left_out(const struct rtlat_share *share)
{
	return share->part == RTLAT_PART_HRTIMER && !share->time;
}

static int count_lines(const struct screen_family *family, const struct rtlat_sample *sample)
{
	int lines = LINES_BESIDE_PARTS;
	struct rtlat_share share;
	unsigned int i;

	for (i = 0; i < family->nr_parts; i++) {
		rtlat_interference_share(&sample->interference, family->part[i], &share);
		lines += !is_left_out(&share);
	}
	return lines;
}

/* Draws the parts. The last part of a noise is the rest. */
static void draw_parts(const struct screen *screen, const struct rtlat_sample *sample, int y)
{
	const struct screen_family *family = screen_family(screen);
	uint64_t sum = 0, latency = sample->latency[family->worst];
	struct rtlat_share share;
	unsigned int i;

	for (i = 0; i < family->nr_parts; i++) {
		rtlat_interference_share(&sample->interference, family->part[i], &share);
		if (is_left_out(&share))
			continue;
		if (family->part[i] == RTLAT_PART_UNEXPLAINED && latency > sum)
			share.time = latency - sum;
		draw_line(screen, y, rtlat_part_name(family->part[i]), share.time, latency);
		draw_longest(y++, &share);
		sum += share.time;
	}
	draw_line(screen, y, "sum", sum, latency);
}

static void breakdown_draw_heads(const struct screen *screen, int y)
{
	attr_t attr = screen->style.heads;

	screen_fill(y, attr);
	screen_put(y, 0, attr, "part");
	screen_put_right(y, PART_WIDTH + TIME_WIDTH, attr, screen->nanoseconds ? "ns" : "us");
	screen_put_right(y, PART_WIDTH + TIME_WIDTH + SHARE_WIDTH, attr, "%");
	screen_put(y, NAME_X, attr, " longest");
}

static void draw_all(const struct screen *screen, const struct rtlat_sample *sample, int y)
{
	enum rtlat_context context = screen_family(screen)->worst;
	bool noise = context == RTLAT_NOISE;
	char time[SCREEN_NUMBER_MAX];

	format_exact(time, sample->latency[context], screen->nanoseconds);
	screen_put(y, 0, screen->style.title, "worst sample: %s%s %s %s, CPU %u, %s %" PRIu64,
		   rtlat_context_name(context), noise ? "" : " latency", time,
		   screen->nanoseconds ? "ns" : "us", sample->cpu, noise ? "number" : "activation",
		   sample->seq);
	breakdown_draw_heads(screen, y + 1);
	draw_parts(screen, sample, y + 2);
}

int screen_draw_breakdown(struct screen *screen, int y, int room)
{
	const struct rtlat_sample *sample = &screen_row(screen, screen->selected)->worst;
	int lines = count_lines(screen_family(screen), sample);
	char text[CULPRIT_SIZE];

	if (!(sample->has & RTLAT_HAS_INTERFERENCE) || room <= HISTOGRAM_LINES)
		return 0;
	if (room >= lines + HISTOGRAM_LINES) {
		draw_all(screen, sample, y);
		return lines;
	}
	culprit_text(text, COLS > 30 ? COLS - 14 : CULPRIT_WIDTH_MIN, sample, screen->nanoseconds);
	screen_put(y, 0, A_NORMAL, "worst sample: %s", text);
	return 1;
}

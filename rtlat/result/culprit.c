// SPDX-License-Identifier: GPL-2.0-only
/* Text that says who made a sample late, or whom a delay hit. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/result/culprit.h"
#include "lib/stats/recorder.h"
#include "lib/util/printable.h"

void culprit_time(char *text, size_t size, uint64_t ns, bool nanoseconds)
{
	uint64_t us = ns / RTLAT_NSEC_PER_USEC;

	if (nanoseconds)
		snprintf(text, size, "%" PRIu64 "ns", ns);
	else if (us < 1000)
		snprintf(text, size, "%" PRIu64 ".%uus", us,
			 (unsigned int)(ns % RTLAT_NSEC_PER_USEC / 100));
	else if (us < 100000)
		snprintf(text, size, "%" PRIu64 "us", us);
	else
		snprintf(text, size, "%" PRIu64 "ms", us / 1000);
}

/* Returns how much of `width` is left beside a blank and the number. */
static size_t room_beside(unsigned int width, const char *number)
{
	size_t length = strlen(number) + 1;

	return width > length ? width - length : 0;
}

void culprit_append(char text[CULPRIT_SIZE], unsigned int width, bool has_id, const char *number)
{
	size_t room = room_beside(width, number), length;
	char *id = has_id ? strrchr(text, ':') : NULL;

	if (strlen(text) > room && id)
		*id = '\0';
	if (strlen(text) > room)
		text[room] = '\0';
	length = strlen(text);
	snprintf(text + length, CULPRIT_SIZE - length, " %s", number);
}

/*
 * Shortens "late, interrupts off in NAME" to "late NAME", and "late, exit from idle" to "late
 * idle".
 */
static void drop_reason(char text[CULPRIT_SIZE])
{
	static const char *const reasons[] = { ", interrupts off in", ", exit from" };
	unsigned int i;
	char *at;

	for (i = 0; i < 2; i++) {
		at = strstr(text, reasons[i]);
		if (at)
			memmove(at, at + strlen(reasons[i]), strlen(at + strlen(reasons[i])) + 1);
	}
}

/* Adds how much of the latency that is: " 98%". */
static void add_percent(char *text, size_t size, const struct rtlat_sample *sample, uint64_t time)
{
	uint64_t all = sample_rank(sample);
	size_t length = strlen(text);

	if (all)
		snprintf(text + length, size - length, "%s%.0f%%", length ? " " : "",
			 100.0 * (double)(time < all ? time : all) / (double)all);
}

void culprit_text(char text[CULPRIT_SIZE], unsigned int width, const struct rtlat_sample *sample,
		  bool nanoseconds)
{
	struct rtlat_share share;
	char time[32];

	text[0] = '\0';
	if (rtlat_sample_culprit(sample, &share))
		return;
	time[0] = '\0';
	/* A narrow column has the name and the share, without the time. */
	if (width >= CULPRIT_WIDTH_MIN)
		culprit_time(time, sizeof(time), share.time, nanoseconds);
	add_percent(time, sizeof(time), sample, share.time);
	rtlat_share_format(&share, text, CULPRIT_SIZE);
	if (strlen(text) > room_beside(width, time)) {
		share.count = 1;
		rtlat_share_format(&share, text, CULPRIT_SIZE);
		if (share.part == RTLAT_PART_LATE)
			drop_reason(text);
	}
	culprit_append(text, width, share.longest.duration && share.part != RTLAT_PART_HRTIMER,
		       time);
}

void victim_text(char text[CULPRIT_SIZE], unsigned int width, const struct rtlat_sample *sample,
		 enum rtlat_tracker tracker, bool nanoseconds)
{
	const struct rtlat_delay *delay = &sample->delay;
	bool of_task = false;
	char time[32];

	text[0] = '\0';
	if (!(sample->has & RTLAT_HAS(RTLAT_DELAY)))
		return;
	rtlat_delay_format(tracker, delay, text, CULPRIT_SIZE);
	if (!text[0] && delay->pid != RTLAT_PID_ANY) {
		snprintf(text, CULPRIT_SIZE, "%.*s:%d", RTLAT_NAME_SIZE - 1, delay->comm,
			 delay->pid);
		of_task = true;
	}
	printable_columns(text);
	culprit_time(time, sizeof(time), sample->latency[RTLAT_DELAY], nanoseconds);
	culprit_append(text, width, of_task, time);
}

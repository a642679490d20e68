// SPDX-License-Identifier: GPL-2.0-only
/* Numbers for columns of a fixed width. Integers only, and cut rather than rounded. */
#include <inttypes.h>
#include <string.h>

#include "rtlat/screen/internal.h"

#define NSEC_PER_HOUR (3600 * RTLAT_NSEC_PER_SEC)
#define NSEC_PER_DAY (24 * NSEC_PER_HOUR)
#define DIGITS_MAX 20

/* `value` in steps of `step`, with as many decimals as the width has room for. */
static void format_scaled(char text[SCREEN_NUMBER_MAX], int width, uint64_t value, uint64_t step,
			  const char *suffix)
{
	char digits[DIGITS_MAX + 1];
	uint64_t rest = value % step;
	int room, i;

	room = snprintf(NULL, 0, "%" PRIu64 ".%s", value / step, suffix);
	room = width - room;
	if (room <= 0) {
		snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64 "%s", value / step, suffix);
		return;
	}
	for (i = 0; i < room && i < DIGITS_MAX; i++) {
		rest *= 10;
		digits[i] = '0' + rest / step;
		rest %= step;
	}
	digits[i] = '\0';
	snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64 ".%s%s", value / step, digits, suffix);
}

void screen_format_time(char text[SCREEN_NUMBER_MAX], int width, uint64_t ns, bool nanoseconds)
{
	static const struct {
		uint64_t step;
		uint64_t below;
		const char *suffix;
	} units[] = {
		{ RTLAT_NSEC_PER_MSEC, RTLAT_NSEC_PER_SEC, "ms" },
		{ RTLAT_NSEC_PER_SEC, 10 * NSEC_PER_HOUR, "s" },
		{ NSEC_PER_HOUR, 100 * NSEC_PER_DAY, "h" },
		{ NSEC_PER_DAY, UINT64_MAX, "d" },
	};
	uint64_t whole = nanoseconds ? ns : ns / RTLAT_NSEC_PER_USEC;
	unsigned int i = 0;

	snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64, whole);
	if (strlen(text) <= (size_t)width)
		return;
	while (ns >= units[i].below && units[i].below != UINT64_MAX)
		i++;
	format_scaled(text, width, ns, units[i].step, units[i].suffix);
}

void screen_format_count(char text[SCREEN_NUMBER_MAX], int width, uint64_t count)
{
	static const char *const suffix[] = { "k", "M", "G", "T", "P" };
	uint64_t step = 1;
	unsigned int i = 0;

	snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64, count);
	while (strlen(text) > (size_t)width && i < sizeof(suffix) / sizeof(*suffix)) {
		step *= 1000;
		snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64 "%s", count / step, suffix[i++]);
	}
}

void screen_format_clock(char text[SCREEN_NUMBER_MAX], uint64_t ns)
{
	uint64_t seconds = ns / RTLAT_NSEC_PER_SEC;
	uint64_t days = seconds / 86400;
	int length = 0;

	if (days)
		length = snprintf(text, SCREEN_NUMBER_MAX, "%" PRIu64 "d ", days);
	snprintf(text + length, SCREEN_NUMBER_MAX - length, "%02u:%02u:%02u",
		 (unsigned int)(seconds / 3600 % 24), (unsigned int)(seconds / 60 % 60),
		 (unsigned int)(seconds % 60));
}

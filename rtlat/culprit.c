// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "culprit.h"

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

void culprit_text(char text[CULPRIT_SIZE], unsigned int width, const struct rtlat_sample *sample,
		  bool nanoseconds)
{
	struct rtlat_share share;
	size_t room, length;
	char time[32], *id;

	text[0] = '\0';
	if (rtlat_sample_culprit(sample, &share))
		return;
	culprit_time(time, sizeof(time), share.time, nanoseconds);
	length = strlen(time) + 1;
	room = width > length ? width - length : 0;
	rtlat_share_format(&share, text, CULPRIT_SIZE);
	if (strlen(text) > room) {
		share.count = 1;
		rtlat_share_format(&share, text, CULPRIT_SIZE);
	}
	id = share.longest.duration ? strrchr(text, ':') : NULL;
	if (strlen(text) > room && id)
		*id = '\0';
	if (strlen(text) > room)
		text[room] = '\0';
	length = strlen(text);
	snprintf(text + length, CULPRIT_SIZE - length, " %s", time);
}

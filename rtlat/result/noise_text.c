// SPDX-License-Identifier: GPL-2.0-only
/* Text of noise: the share of CPU time that was available, and where noise came from. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/result/noise_text.h"

/* The steps of five decimals, which rtla prints too. */
#define STEPS 100000

void noise_available_text(char text[NOISE_PERCENT_SIZE], const struct rtlat_noise *noise)
{
	unsigned int steps;
	double available;

	if (rtlat_noise_available(noise, &available)) {
		snprintf(text, NOISE_PERCENT_SIZE, "-");
		return;
	}
	steps = (unsigned int)lround(available / RTLAT_PERCENT * STEPS);
	if (steps == 100U * STEPS && noise->time)
		steps--;
	snprintf(text, NOISE_PERCENT_SIZE, "%u.%05u", steps / STEPS, steps % STEPS);
}

void noise_share_text(char text[NOISE_PERCENT_SIZE], uint64_t time, const struct rtlat_noise *noise)
{
	double percent = noise->runtime ? 100.0 * (double)time / (double)noise->runtime : 0, least;
	int decimals = 2;

	for (least = 0.1; percent < least && decimals < 6; least /= 10)
		decimals++;
	snprintf(text, NOISE_PERCENT_SIZE, "%.*f", percent > 0 ? decimals : 0, percent);
}

void noise_source_text(char text[CULPRIT_SIZE], unsigned int width,
		       const struct rtlat_noise_source *source, const struct rtlat_noise *noise)
{
	char share[NOISE_PERCENT_SIZE], number[NOISE_PERCENT_SIZE + 1];

	text[0] = '\0';
	if (!source->time)
		return;
	noise_share_text(share, source->time, noise);
	snprintf(number, sizeof(number), "%s%%", share);
	rtlat_noise_source_format(source, text, CULPRIT_SIZE);
	culprit_append(text, width, source->name[0], number);
}

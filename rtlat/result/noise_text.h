/* SPDX-License-Identifier: GPL-2.0-only */
/* The share of a CPU that noise took, in a few characters. */
#ifndef RTLAT_RESULT_NOISE_TEXT_H
#define RTLAT_RESULT_NOISE_TEXT_H

#include "rtlat/result/culprit.h"
#include "rtlat.h"

#define NOISE_PERCENT_SIZE 16

/* "99.98765", or "-". 100 is said only of a CPU without any noise. */
void noise_available_text(char text[NOISE_PERCENT_SIZE], const struct rtlat_noise *noise);
/*
 * Writes the share of the runtime, in percent: two digits at least that are not 0, while there is
 * room.
 */
void noise_share_text(char text[NOISE_PERCENT_SIZE], uint64_t time,
		      const struct rtlat_noise *noise);
/*
 * "irq local_timer:236 0.012%", the share of the runtime, or "" where there is no source. Cut as
 * culprit_text() does.
 */
void noise_source_text(char text[CULPRIT_SIZE], unsigned int width,
		       const struct rtlat_noise_source *source, const struct rtlat_noise *noise);

#endif /* RTLAT_RESULT_NOISE_TEXT_H */

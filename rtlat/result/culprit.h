/* SPDX-License-Identifier: GPL-2.0-only */
/* The culprit of a late sample, in a few words. */
#ifndef RTLAT_RESULT_CULPRIT_H
#define RTLAT_RESULT_CULPRIT_H

#include <stdbool.h>

#include "rtlat.h"

#define CULPRIT_SIZE 160
/* The width of the kernel's longest names, with a time of a minute. */
#define CULPRIT_WIDTH_MAX 42
#define CULPRIT_WIDTH_MIN 20

/* "7.1us", "1234us", "123456ms", cut; or exact: "7100ns". */
void culprit_time(char *text, size_t size, uint64_t ns, bool nanoseconds);

/*
 * Put a blank and `number` behind `text`. Where that is wider than `width`, the text loses its id,
 * then the end of its name.
 */
void culprit_append(char text[CULPRIT_SIZE], unsigned int width, bool has_id, const char *number);

/*
 * Formats the largest part of a sample and its share, "irq qxl:21 +2 7.1us 80%", or "" where the
 * source did not tell. Where that is wider than `width`, it goes without the "+2", then without the
 * id, then without the end of the name; the narrowest have no time.
 */
void culprit_text(char text[CULPRIT_SIZE], unsigned int width, const struct rtlat_sample *sample,
		  bool nanoseconds);

/* Formats whom a delay hit, or what it waited for: "name:12 1234us"; "" without a delay. */
void victim_text(char text[CULPRIT_SIZE], unsigned int width, const struct rtlat_sample *sample,
		 enum rtlat_tracker tracker, bool nanoseconds);

#endif /* RTLAT_RESULT_CULPRIT_H */

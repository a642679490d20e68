/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decides whether two results can be compared, and lists what they differ in apart from their
 * values.
 */
#ifndef RTLAT_COMPARE_COMPARABLE_H
#define RTLAT_COMPARE_COMPARABLE_H

#include "rtlat.h"

/*
 * True if both measured the same kind of thing. Otherwise nothing of one can be added to, or
 * compared with, the other.
 */
bool comparable_kind(const struct rtlat_config *a, const struct rtlat_config *b);
/*
 * Adds a line for each difference in the way the two were measured, which makes them not
 * comparable.
 */
void comparable_measurement(const struct rtlat_result *a, const struct rtlat_result *b,
			    struct rtlat_notes *differences);
/* Adds a line for each difference between the machines. */
void comparable_machine(const struct rtlat_result *a, const struct rtlat_result *b,
			struct rtlat_notes *differences);
/*
 * Adds a line for each other difference, which may well be the reason for the comparison: the
 * kernel, its command line, ...
 */
void comparable_setup(const struct rtlat_result *a, const struct rtlat_result *b,
		      struct rtlat_notes *differences);

#endif /* RTLAT_COMPARE_COMPARABLE_H */

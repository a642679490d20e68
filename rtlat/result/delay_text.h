/* SPDX-License-Identifier: GPL-2.0-only */
/* A delay in a few words. */
#ifndef RTLAT_RESULT_DELAY_TEXT_H
#define RTLAT_RESULT_DELAY_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "rtlat.h"

/* Room for the longest names of the kernel. */
#define DELAY_TEXT_SIZE 320

/*
 * Formats a delay: "hog:12 prio 99, futex, not over, behind cc1:34 for 1234us", the task that it
 * hit, what the task waited for, and who ran meanwhile or woke it. Printable ASCII, whatever the
 * names contain.
 */
void delay_text(char text[DELAY_TEXT_SIZE], enum rtlat_tracker tracker,
		const struct rtlat_delay *delay, bool nanoseconds);

#endif /* RTLAT_RESULT_DELAY_TEXT_H */

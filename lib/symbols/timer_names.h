/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of the functions of timers, cached, since the kernel's list is long. */
#ifndef LIB_SYMBOLS_TIMER_NAMES_H
#define LIB_SYMBOLS_TIMER_NAMES_H

#include "rtlat.h"

#define TIMER_NAMES_MAX 16

struct timer_names {
	unsigned int nr;
	struct rtlat_frame frame[TIMER_NAMES_MAX];
};

/* Give each sample that has such a function its name. */
void timer_names_resolve(struct timer_names *names, struct rtlat_sample *samples, unsigned int nr);

#endif /* LIB_SYMBOLS_TIMER_NAMES_H */

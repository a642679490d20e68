// SPDX-License-Identifier: LGPL-2.1-or-later
/* The softirqs, in the order in which the kernel's sources number them. */
#include <stddef.h>

#include "lib/util/softirq.h"

const char *softirq_name(uint64_t vector)
{
	static const char *const names[] = {
		"HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
		"IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU",
	};

	return vector < sizeof(names) / sizeof(names[0]) ? names[vector] : "?";
}

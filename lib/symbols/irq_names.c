// SPDX-License-Identifier: LGPL-2.1-or-later
/* Names of interrupts, from /sys, and of softirqs. */
#include "lib/symbols/irq_names.h"
#include "lib/util/sysfs.h"

static void resolve(struct rtlat_culprit *irq)
{
	char names[64];

	/* Drivers that share an interrupt are listed with commas. */
	if (sysfs_read(names, sizeof(names), "/sys/kernel/irq/%d/actions", irq->id) <= 0)
		snprintf(names, sizeof(names), "?");
	snprintf(irq->name, sizeof(irq->name), "%.*s", RTLAT_NAME_SIZE - 1, names);
}

void irq_names_resolve(struct rtlat_sample *samples, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		struct rtlat_culprit *irq = &samples[i].interference.worst[RTLAT_BY_IRQ];

		if (samples[i].has & RTLAT_HAS_INTERFERENCE && irq->duration && !irq->name[0])
			resolve(irq);
	}
}

/* The order is that in which the kernel's sources number them. */
const char *softirq_name(uint64_t vector)
{
	static const char *const names[] = {
		"HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
		"IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU",
	};

	return vector < sizeof(names) / sizeof(names[0]) ? names[vector] : "?";
}

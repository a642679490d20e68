// SPDX-License-Identifier: LGPL-2.1-or-later
/* Names of interrupts, from /sys, and of softirqs. */
#include "lib/symbols/irq_names.h"
#include "lib/util/sysfs.h"

/* Interrupts have numbers up to a few hundred, with holes. */
#define IRQS_MAX 1024

/* Reads a name. Drivers that share an interrupt are listed with commas. False: it has none. */
static bool read_name(int id, char name[RTLAT_NAME_SIZE])
{
	char names[64];

	if (sysfs_read(names, sizeof(names), "/sys/kernel/irq/%d/actions", id) <= 0)
		return false;
	snprintf(name, RTLAT_NAME_SIZE, "%.*s", RTLAT_NAME_SIZE - 1, names);
	return true;
}

void irq_names_read(struct irq_names *names)
{
	int id;

	names->nr = 0;
	for (id = 0; id < IRQS_MAX && names->nr < IRQ_NAMES_MAX; id++) {
		names->of[names->nr].id = id;
		names->nr += read_name(id, names->of[names->nr].name);
	}
}

const char *irq_names_find(const struct irq_names *names, int id)
{
	unsigned int i;

	for (i = 0; i < names->nr; i++) {
		if (names->of[i].id == id)
			return names->of[i].name;
	}
	return "?";
}

void irq_names_resolve(struct rtlat_sample *samples, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		struct rtlat_culprit *irq = &samples[i].interference.worst[RTLAT_BY_IRQ];

		if (!(samples[i].has & RTLAT_HAS_INTERFERENCE) || !irq->duration || irq->name[0])
			continue;
		if (!read_name(irq->id, irq->name))
			snprintf(irq->name, sizeof(irq->name), "?");
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

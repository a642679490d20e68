/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of interrupts and of softirqs. */
#ifndef LIB_SYMBOLS_IRQ_NAMES_H
#define LIB_SYMBOLS_IRQ_NAMES_H

#include "rtlat.h"

/* Names the longest interrupt of each sample whose source knew only its number. */
void irq_names_resolve(struct rtlat_sample *samples, unsigned int nr);

/* Names of interrupts for those who must not read them while they measure. */
#define IRQ_NAMES_MAX 256

struct irq_names {
	unsigned int nr;
	struct {
		int id;
		char name[RTLAT_NAME_SIZE];
	} of[IRQ_NAMES_MAX];
};

/* Reads the names of the interrupts that there are. */
void irq_names_read(struct irq_names *names);
/* Returns the name of an interrupt, or "?". */
const char *irq_names_find(const struct irq_names *names, int id);

/* Returns the name of a softirq in the kernel's own texts, or "?". */
const char *softirq_name(uint64_t vector);

#endif /* LIB_SYMBOLS_IRQ_NAMES_H */

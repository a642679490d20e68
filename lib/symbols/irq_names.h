/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of interrupts and of softirqs. */
#ifndef LIB_SYMBOLS_IRQ_NAMES_H
#define LIB_SYMBOLS_IRQ_NAMES_H

#include "rtlat.h"

/* Names the longest interrupt of each sample whose source knew only its number. */
void irq_names_resolve(struct rtlat_sample *samples, unsigned int nr);

/* Returns the name of a softirq in the kernel's own texts, or "?". */
const char *softirq_name(uint64_t vector);

#endif /* LIB_SYMBOLS_IRQ_NAMES_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of interrupts, as their drivers gave them. */
#ifndef LIB_SYMBOLS_IRQ_NAMES_H
#define LIB_SYMBOLS_IRQ_NAMES_H

#include "rtlat.h"

/* Names the longest interrupt of each sample whose source knew only its number. */
void irq_names_resolve(struct rtlat_sample *samples, unsigned int nr);

#endif /* LIB_SYMBOLS_IRQ_NAMES_H */

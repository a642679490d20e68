/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of softirqs. */
#ifndef LIB_UTIL_SOFTIRQ_H
#define LIB_UTIL_SOFTIRQ_H

#include <stdint.h>

/* Returns the name of a softirq in the kernel's own texts, or "?". */
const char *softirq_name(uint64_t vector);

#endif /* LIB_UTIL_SOFTIRQ_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of the machine's description that other files ask for by themselves. */
#ifndef LIB_MACHINE_SYSTEM_H
#define LIB_MACHINE_SYSTEM_H

#include "rtlat.h"

/* The frequency governors of `cpus`, each once, with a blank between them. "": there is none. */
void system_governors(const struct rtlat_cpuset *cpus, char *buffer, size_t size);

/* True if the kernel is a PREEMPT_RT one. */
bool system_is_realtime(void);

#endif /* LIB_MACHINE_SYSTEM_H */

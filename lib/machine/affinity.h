/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPUs on which a thread may run. Functions return 0 or a negative errno. */
#ifndef LIB_MACHINE_AFFINITY_H
#define LIB_MACHINE_AFFINITY_H

#include "rtlat.h"

/* The CPUs on which thread `tid` (0: the caller) may run. */
int rtlat_affinity_get(int tid, struct rtlat_cpuset *set);
int rtlat_affinity_set(int tid, const struct rtlat_cpuset *set);
/* The one CPU. */
int rtlat_affinity_pin(int tid, int cpu);

#endif /* LIB_MACHINE_AFFINITY_H */

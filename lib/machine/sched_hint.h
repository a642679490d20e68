/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hints for a priority or a CPU that the kernel refuses: one errno has several causes. */
#ifndef LIB_MACHINE_SCHED_HINT_H
#define LIB_MACHINE_SCHED_HINT_H

#include "rtlat.h"

/*
 * Returns text for the end of a message that ends with strerror(): "", or "; " and what is missing.
 * The text is static. `err` is a negative errno of rtlat_sched_apply(), or of binding a thread with
 * this policy.
 */
const char *sched_hint(const struct rtlat_sched *sched, int err);
/* affinity_hint() is for rtlat_affinity_set() of rtlat itself. Static. */
const char *affinity_hint(int err);

#endif /* LIB_MACHINE_SCHED_HINT_H */

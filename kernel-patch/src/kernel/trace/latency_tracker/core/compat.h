/* SPDX-License-Identifier: GPL-2.0-only */
/* Differences between kernels, from Linux 6.1 on, that the core meets. */
#ifndef _LATENCY_TRACKER_COMPAT_H
#define _LATENCY_TRACKER_COMPAT_H

#include <linux/hrtimer.h>
#include <linux/version.h>

#if KERNEL_VERSION(6, 13, 0) > LINUX_VERSION_CODE
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *timer),
				 clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock, mode);
	timer->function = function;
}
#endif

#endif /* _LATENCY_TRACKER_COMPAT_H */

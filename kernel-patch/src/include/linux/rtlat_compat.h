/* SPDX-License-Identifier: GPL-2.0-only */
/* Differences between the kernels that the tracers and the trackers are for: 6.1, 6.12 and 7.3. */
#ifndef _LINUX_RTLAT_COMPAT_H
#define _LINUX_RTLAT_COMPAT_H

#include <linux/hrtimer.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/version.h>
#include <linux/workqueue.h>

#if KERNEL_VERSION(6, 13, 0) > LINUX_VERSION_CODE

static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *timer),
				 clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock, mode);
	timer->function = function;
}

/*
 * Keeps preemption off to the end of the probe in which it is the first declaration. Probes of
 * system calls can be preempted from 6.13 on, those of all tracepoints from 7.0 on, unless the
 * tracepoint is where preemption is off anyhow, as in the scheduler and in hard interrupts.
 */
#define PROBE_PREEMPT_OFF() static_assert(true)

#else

#include <linux/cleanup.h>

#define PROBE_PREEMPT_OFF() guard(preempt_notrace)()

#endif

#ifndef kzalloc_obj
#define kmalloc_obj(object) kmalloc(sizeof(object), GFP_KERNEL)
#define kzalloc_obj(object) kzalloc(sizeof(object), GFP_KERNEL)
#endif

#if KERNEL_VERSION(7, 0, 0) > LINUX_VERSION_CODE
#define system_dfl_wq system_unbound_wq

static inline void ktime_get_snapshot_id(clockid_t clock, struct system_time_snapshot *snapshot)
{
	ktime_get_snapshot(snapshot);
}

#endif

#if defined(MODULE) || KERNEL_VERSION(6, 15, 0) > LINUX_VERSION_CODE
/* The kernel's own tracers have the events of samples, from 6.15 on. */
#define OWN_SAMPLE_EVENT
#endif

#endif /* _LINUX_RTLAT_COMPAT_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Differences between kernels that the trackers alone meet. */
#ifndef _LATENCY_TRACKER_TRACKER_COMPAT_H
#define _LATENCY_TRACKER_TRACKER_COMPAT_H

#include <linux/sched.h>
#include <linux/version.h>

/* The arguments of probes. */
#if KERNEL_VERSION(6, 3, 0) <= LINUX_VERSION_CODE
#define CONSUME_SKB_ARGUMENTS void *data, struct sk_buff *packet, void *location
#else
#define CONSUME_SKB_ARGUMENTS void *data, struct sk_buff *packet
#endif
#if KERNEL_VERSION(6, 11, 0) <= LINUX_VERSION_CODE
#define KFREE_SKB_ARGUMENTS void *data, struct sk_buff *packet, void *location, \
			    enum skb_drop_reason reason, struct sock *socket
#else
#define KFREE_SKB_ARGUMENTS void *data, struct sk_buff *packet, void *location, \
			    enum skb_drop_reason reason
#endif

/* No tracepoint is where a task reads a short datagram of UDP. */
#if KERNEL_VERSION(7, 0, 0) <= LINUX_VERSION_CODE
#define UDP_READS_UNSEEN
#endif

/* Whether a task is on some CPU, task_curr() being the kernel's own. */
static inline bool tracker_task_runs(const struct task_struct *task)
{
#ifdef CONFIG_SMP
	return READ_ONCE(task->on_cpu);
#else
	return task == current;
#endif
}

/* Modules do not have it everywhere. */
#if KERNEL_VERSION(6, 12, 0) <= LINUX_VERSION_CODE || !defined(MODULE)
#define HAVE_STACK_TRACE_SAVE_TSK
#endif

#endif /* _LATENCY_TRACKER_TRACKER_COMPAT_H */

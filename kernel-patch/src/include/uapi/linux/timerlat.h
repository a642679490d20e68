/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * Records that read() on osnoise/per_cpu/cpuN/timerlat_fd returns: one per activation of the CPU's
 * timer.
 *
 * A buffer of at least TIMERLAT_RECORD_MIN bytes gets as much of a record as fits and the kernel
 * knows; a shorter one gets nothing, and read() returns 0. The record grows only at its end, and
 * its field size says how much of it is there. All times are in ns, points in time are
 * CLOCK_MONOTONIC.
 */
#ifndef _UAPI_LINUX_TIMERLAT_H
#define _UAPI_LINUX_TIMERLAT_H

#include <linux/types.h>

#define TIMERLAT_RECORD_MIN	64
#define TIMERLAT_NAME_LEN	16

/* flags of a record */
#define TIMERLAT_STOPPED_IRQ	0x1	/* reached stop_tracing_us */
#define TIMERLAT_STOPPED_TOTAL	0x2	/* reached stop_tracing_total_us */
#define TIMERLAT_INTERRUPTED	0x4	/* a signal came while waiting */
#define TIMERLAT_INCOMPLETE	0x8	/* some interference is not accounted */
#define TIMERLAT_SENDER		0x10	/* sender_* is known */

enum timerlat_level {
	TIMERLAT_THREAD,
	TIMERLAT_SOFTIRQ,
	TIMERLAT_IRQ,
	TIMERLAT_NMI,
	TIMERLAT_LEVELS,
};

/* The single longest interference of a level. */
struct timerlat_culprit {
	__u64	duration;	/* net; 0: there was none */
	__s32	id;		/* pid, or the number of the vector or IRQ */
	__u32	reserved;
	char	name[TIMERLAT_NAME_LEN];
};

/*
 * Between the expiry and the thread:
 *
 *	thread_latency = late + handler + time[0] + .. + time[3] + dispatch
 *
 * within the accuracy of the clock, where late is what was between the expiry
 * and the timer's interrupt other than interference: interrupts masked, idle
 * left, hardware.
 */
struct timerlat_record {
	__u32	size;
	__u32	flags;
	__u64	seq;		/* activation, from 1 */
	__u64	expiry;		/* programmed */
	__u64	irq_latency;	/* expiry to the timer's interrupt handler */
	__u64	thread_latency;	/* expiry to the thread */
	__u64	return_latency;	/* of activation seq - 1; 0: there was none */
	__u64	missed;		/* periods skipped since activation seq - 1 */
	__u64	late;
	/* TIMERLAT_RECORD_MIN ends here */
	__u64	handler;	/* the timer's interrupt handler */
	__u64	dispatch;	/* from idle or the switch to the thread's code */
	__u64	time[TIMERLAT_LEVELS];	/* net */
	__u32	count[TIMERLAT_LEVELS];
	struct timerlat_culprit	worst[TIMERLAT_NMI];	/* by level, NMIs have no name */
	/* the task that the timer's interrupt met; pid 0 is idle */
	char	met_name[TIMERLAT_NAME_LEN];
	__s32	met_pid;
	/* functions of other timers, in the timer's interrupt */
	__u32	timer_count;
	__u64	timer_time;	/* net */
	__u64	timer_duration;	/* of the longest, net */
	__u64	timer_function;	/* its address; 0: there was none */
	__u64	timer_after;	/* the part of timer_time in handler; the rest is in late */
	/* the task, and its CPU, that sent worst[TIMERLAT_IRQ], if that is an IPI */
	char	sender_name[TIMERLAT_NAME_LEN];
	__s32	sender_pid;
	__s32	sender_cpu;
};

#endif /* _UAPI_LINUX_TIMERLAT_H */

/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Contents of the files of the latency trackers, below latency_tracker/NAME/ in debugfs:
 *	alerts		read() gives whole struct latency_alert, or the beginning of one to a
 *			buffer that has no room for one but at least LATENCY_ALERT_MIN bytes
 *	histogram	one struct latency_histogram_header, then its windows
 * Times are ns, points in time are of CLOCK_MONOTONIC. Everything is in the byte order of the
 * machine. The structures grow at their end only.
 */
#ifndef _UAPI_LINUX_LATENCY_TRACKER_H
#define _UAPI_LINUX_LATENCY_TRACKER_H

#include <linux/types.h>

/* Which tracker. */
#define LATENCY_TRACKER_WAKEUP		1
#define LATENCY_TRACKER_OFFCPU		2
#define LATENCY_TRACKER_BLOCK		3
#define LATENCY_TRACKER_SYSCALLS	4
#define LATENCY_TRACKER_IRQ		5
#define LATENCY_TRACKER_NET		6
#define LATENCY_TRACKER_SLEEP		7

/* The event is not over yet: delay is the time so far. Another alert comes when it is over. */
#define LATENCY_ALERT_TIMEOUT		(1 << 0)
/* The delay is one of an interrupt, the task is whom it hit. */
#define LATENCY_ALERT_INTERRUPT		(1 << 1)
/* wakeup, offcpu: the task wanted to run on when it lost its CPU. */
#define LATENCY_ALERT_PREEMPTED		(1 << 2)
/* irq: of a softirq, the key is its vector; without it, that of an interrupt's handler. */
#define LATENCY_ALERT_SOFTIRQ		(1 << 3)
/* irq: from the interrupt until its handler's thread ran. */
#define LATENCY_ALERT_THREADED		(1 << 4)
/* block: a write. */
#define LATENCY_ALERT_WRITE		(1 << 5)
/* block: it failed. */
#define LATENCY_ALERT_FAILED		(1 << 6)

#define LATENCY_ALERT_COMM		16
#define LATENCY_ALERT_NAME		32
#define LATENCY_ALERT_STACK		32
#define LATENCY_ALERT_MIN		168

/*
 * Contents of key[] and name[]:
 *	wakeup		-; -
 *	offcpu		the state the task left its CPU in, as in its task_struct; -
 *	block		device number as in st_rdev, sector, bytes; disk's name if it is over
 *	syscalls	number of the system call, what it returned if it is over; -
 *	irq		number of the interrupt, or vector of the softirq; its handler's name
 *	net		ifindex of the device, bytes; device's name if it is over
 */
struct latency_alert {
	__u32	size;			/* how much of this record is there */
	__u16	tracker;		/* LATENCY_TRACKER_* */
	__u16	flags;			/* LATENCY_ALERT_* */
	__u64	time;			/* when it was over, or timed out */
	__u64	delay;
	__u64	threshold;		/* that it passed; with TIMEOUT the timeout */
	__u64	lost;			/* alerts before it that this reader was too slow for */
	__s32	cpu;			/* where it was over */
	__s32	pid;			/* whom it hit: 0 the idle task, -1 nobody yet */
	__s32	tgid;
	__s32	prio;			/* as in the kernel: below 100 is real-time */
	char	comm[LATENCY_ALERT_COMM];
	__s32	other_pid;		/* wakeup: who ran ahead; offcpu: who woke it; -1: none */
	__s32	other_prio;
	char	other_comm[LATENCY_ALERT_COMM];
	__u64	other_time;		/* wakeup: how long it ran; offcpu: when it woke it */
	__u64	key[4];
	char	name[LATENCY_ALERT_NAME];
	/* LATENCY_ALERT_MIN ends here */
	__u32	stack_size;		/* entries that are used in stack */
	__u32	other_stack_size;
	__u64	stack[LATENCY_ALERT_STACK];		/* return addresses, innermost first */
	__u64	other_stack[LATENCY_ALERT_STACK];	/* offcpu: of who woke it */
};

/* The windows, in the order in which they are in the file. All end now. */
#define LATENCY_WINDOW_MINUTE		0	/* since the last full minute of the tracker */
#define LATENCY_WINDOW_5_MINUTES	1	/* that, and the 4 minutes before */
#define LATENCY_WINDOW_HOUR		2	/* that, and the 59 minutes before */
#define LATENCY_WINDOW_TOTAL		3	/* since the tracker was loaded, or cleared */
#define LATENCY_WINDOWS			4

struct latency_histogram_header {
	__u32	size;			/* of this header: the first window is behind it */
	__u16	tracker;		/* LATENCY_TRACKER_* */
	__u16	windows;		/* LATENCY_WINDOWS, or more */
	__u32	window_size;		/* of struct latency_histogram_window and its buckets */
	__u32	buckets;		/* TIMERLAT_HIST_BUCKETS */
	__u32	bits;			/* TIMERLAT_HIST_BITS */
	__u32	top;			/* TIMERLAT_HIST_TOP */
	__u64	time;			/* now */
};

/* The buckets are those described in uapi/linux/timerlat_hist.h. */
struct latency_histogram_window {
	__u64	begin;			/* of the window; it ends at the header's time */
	__u64	count;			/* sum of the buckets */
	__u64	min;			/* 0 if count is */
	__u64	max;
	__u64	sum;
	__u64	bucket[];
};

#endif /* _UAPI_LINUX_LATENCY_TRACKER_H */

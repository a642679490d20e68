/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * How long each task was off its CPU: what a read of the file "tasks" in
 * /sys/kernel/debug/latency_tracker_sleep gives. First a header, then records of tasks, in no
 * order. Sizes are in the header: later versions append to both.
 *
 * A sleep is the time from when a task leaves its CPU until it runs again. It has up to three
 * parts: blocked until it is woken, waiting for a CPU from then on, or preempted, where it had
 * to leave while it could run (so it is with sched_yield(), too). Times are ns.
 */
#ifndef _UAPI_LINUX_LATENCY_TRACKER_SLEEP_H
#define _UAPI_LINUX_LATENCY_TRACKER_SLEEP_H

#include <linux/types.h>

#define LATENCY_SLEEP_MAGIC	0x65656c73	/* "slee" */
#define LATENCY_SLEEP_FRAMES	32
#define LATENCY_SLEEP_COMM	16

enum latency_sleep_part {
	LATENCY_SLEEP_BLOCKED,
	LATENCY_SLEEP_WAITING,
	LATENCY_SLEEP_PREEMPTED,
	LATENCY_SLEEP_PARTS
};

/* Flags of the header */
#define LATENCY_SLEEP_EXCLUDE_VOLUNTARY	0x1

/* Stacks of the header: whose stacks are taken. Kernel threads always have the kernel's. */
#define LATENCY_SLEEP_STACK_KERNEL	0x1
#define LATENCY_SLEEP_STACK_USER	0x2

/* Flags of a record */
#define LATENCY_SLEEP_KTHREAD	0x1
#define LATENCY_SLEEP_EXITED	0x2
/* The task has executed another program since its worst sleep. */
#define LATENCY_SLEEP_OTHER_PROGRAM	0x4

struct latency_sleep_header {
	__u32 magic;
	__u32 header_size;
	__u32 record_size;
	__u32 nr_records;
	__u64 time;		/* of the read, CLOCK_MONOTONIC */
	__u64 since;		/* time of the first sleep that is counted */
	__u64 dropped;		/* sleeps of tasks for which there was no room */
	__u64 min;		/* shorter sleeps are not counted */
	__u32 capacity;		/* the most tasks in the table */
	__u32 flags;
	__u32 stacks;
	__u32 reserved;
};

struct latency_sleep_sum {
	__u64 total;
	__u64 count;
	__u64 max;
};

struct latency_sleep_task {
	__s32 pid;
	__s32 tgid;
	__u64 start;		/* of the task, CLOCK_BOOTTIME: tells tasks of one pid apart */
	__u64 off;		/* when it left its CPU, CLOCK_MONOTONIC; 0: it is not off it */
	__u32 flags;
	__u32 reserved;
	char comm[LATENCY_SLEEP_COMM];
	struct latency_sleep_sum sleep;
	struct latency_sleep_sum part[LATENCY_SLEEP_PARTS];
	/* The worst sleep: when it was over, its parts, the name then, and return addresses */
	__u64 worst_end;
	__u64 worst_part[LATENCY_SLEEP_PARTS];
	char worst_comm[LATENCY_SLEEP_COMM];
	__u32 nr_kernel;
	__u32 nr_user;
	__u64 kernel_stack[LATENCY_SLEEP_FRAMES];
	__u64 user_stack[LATENCY_SLEEP_FRAMES];
};

#endif /* _UAPI_LINUX_LATENCY_TRACKER_SLEEP_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Delays between two events of the kernel, and whom they hit. */
#ifndef RTLAT_TRACK_H
#define RTLAT_TRACK_H

#include "rtlat/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rtlat_tracker {
	RTLAT_TRACK_WAKEUP,  /* from the wakeup of a task, or its preemption, until it runs */
	RTLAT_TRACK_OFFCPU,  /* from a task's leaving its CPU until it runs again */
	RTLAT_TRACK_BLOCK,   /* from a request's issue to the device until its completion */
	RTLAT_TRACK_SYSCALL, /* from a system call's entry to its exit */
	RTLAT_TRACK_IRQ,     /* an interrupt's handler, or a softirq's, from entry to exit */
	RTLAT_TRACK_NET,     /* from the receipt of a packet until a socket's reader has it */
	RTLAT_TRACKERS,
};

/* "wakeup", "offcpu", "block", "syscall", "irq", "net"; NULL past the end */
const char *rtlat_tracker_name(unsigned int tracker);

#define RTLAT_PID_ANY (-1)
#define RTLAT_PRIORITY_ANY (-1)
/* Priorities as the kernel counts them: real-time tasks are below this one. */
#define RTLAT_PRIORITY_REALTIME 99
#define RTLAT_PRIORITY_MAX 139

/* The tracker, and the tasks that it looks at. */
struct rtlat_track {
	enum rtlat_tracker tracker;
	bool threshold_given;  /* else the source's own */
	uint64_t threshold_ns; /* shorter ones are counted, but not kept among the worst */
	uint64_t timeout_ns;   /* a delay of this length is told before it ends; 0: none is */
	int32_t pid;           /* of the task that it hits; RTLAT_PID_ANY */
	char comm[16];         /* and the task's name; "": any */
	int32_t priority;      /* and its weakest kernel priority; RTLAT_PRIORITY_ANY */
};

enum rtlat_delay_flags {
	RTLAT_DELAY_TIMEOUT = 1 << 0,   /* not over yet: the delay is the time so far */
	RTLAT_DELAY_INTERRUPT = 1 << 1, /* of an interrupt: the task is whom it interrupted */
	RTLAT_DELAY_PREEMPTED = 1 << 2, /* it began with the task's preemption, not with a wakeup */
	RTLAT_DELAY_SOFTIRQ = 1 << 3,   /* key[0] is a softirq, not an interrupt */
	RTLAT_DELAY_THREADED = 1 << 4,  /* from the interrupt until its handler's thread ran */
	RTLAT_DELAY_WRITE = 1 << 5,     /* of a request: it writes */
	RTLAT_DELAY_FAILED = 1 << 6,    /* the request failed, or the packet was dropped */
};

#define RTLAT_DELAY_KEYS 4
#define RTLAT_DELAY_NAME_SIZE 32

/* The task that a delay hit, and what it waited for. */
struct rtlat_delay {
	int32_t pid;      /* of the thread; RTLAT_PID_ANY: not known */
	int32_t priority; /* as the kernel counts; RTLAT_PRIORITY_ANY: not known */
	char comm[RTLAT_NAME_SIZE];
	/* wakeup: who ran longest meanwhile; offcpu: who woke it. RTLAT_PID_ANY: not known */
	int32_t other_pid;
	int32_t other_priority;
	char other_comm[RTLAT_NAME_SIZE];
	uint64_t other_time; /* for how long it ran; or how long after its wakeup the task ran */
	/*
	 * offcpu: state of the task; block: device as in st_rdev, sector, bytes; syscall: number
	 * and return value; irq: number of the interrupt or softirq; net: interface, bytes
	 */
	uint64_t key[RTLAT_DELAY_KEYS];
	char name
		/* of the device, system call, handler or interface; or "" */
		[RTLAT_DELAY_NAME_SIZE];
	uint32_t flags; /* enum rtlat_delay_flags */
	uint16_t stack; /* number in rtlat_result.stacks, from 1; 0: none */
	uint16_t other_stack;
};

/* Counts of a CPU beside its delays. */
struct rtlat_delays {
	uint64_t alerts;   /* that reached the threshold, where there is one */
	uint64_t timeouts; /* that reached the timeout */
	uint64_t dropped;  /* not followed for lack of memory; counted as lost, too */
};

/*
 * Writes the object of a delay in a few words: "sda sector 2048, 4096 bytes, read", "futex", "irq
 * eth0:24", "softirq TIMER:1", "eth0"; "" of a task's. Printable ASCII. Returns the length, or
 * -ENOSPC.
 */
int rtlat_delay_format(enum rtlat_tracker tracker, const struct rtlat_delay *delay, char *buffer,
		       size_t size);

/*
 * Returns shell commands that have the kernel count wakeups in its histogram triggers for this many
 * seconds, and then undo the changes. To be freed; NULL: no memory.
 */
char *rtlat_track_commands(const struct rtlat_track *track, unsigned int seconds);

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_TRACK_H */

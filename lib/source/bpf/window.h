/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The memory that the thread which measures a CPU shares with the BPF programs of that CPU.
 * Compiled for both.
 */
#ifndef LIB_SOURCE_BPF_WINDOW_H
#define LIB_SOURCE_BPF_WINDOW_H

#include <linux/types.h>

#define WINDOW_NAME_SIZE 16
#define WINDOW_STACK_MAX 48

/* The levels are those of enum rtlat_interferer. */
enum window_level {
	WINDOW_THREAD,
	WINDOW_SOFTIRQ,
	WINDOW_IRQ,
	WINDOW_NMI,
	WINDOW_LEVELS,
};

/* The state of a window: 0 is closed. */
#define WINDOW_OPEN 0x1
#define WINDOW_FIRED 0x2   /* the timer has expired */
#define WINDOW_HANDLER 0x4 /* in its interrupt */
#define WINDOW_IN_IRQ 0x8
#define WINDOW_MET 0x10 /* met_pid is known */

/* The single longest one of a level has a duration among the sums, and the rest here. */
struct window_culprit {
	__s32 id;
	__u32 device; /* an interrupt of a device; 0: a vector */
	char name[WINDOW_NAME_SIZE];
};

/*
 * The sums of an activation, which begin at 0. They are in three parts, since compilers clear small
 * structures without a loop.
 */
struct window_times {
	__u64 net[WINDOW_NMI]; /* of the span of each level that goes on */
	__u64 of[WINDOW_LEVELS];
	__u64 handler;
	__u64 dispatch;
};

struct window_counts {
	__u64 longest[WINDOW_NMI];
	__u32 of[WINDOW_LEVELS];
};

/* Functions of other timers in the timer's interrupt. */
struct window_timers {
	__u64 time;
	__u64 longest;
	__u64 running; /* the function that runs now; 0: none */
	__u64 count;
};

#define WINDOW_ANY_IRQ (-1)

/* Vectors of x86 by which CPUs interrupt each other. */
#define WINDOW_IPI_FIRST 0xfb
#define WINDOW_IPI_LAST 0xfd

/* The task that sent the latest of them. */
struct window_sender {
	__u32 known;
	__s32 cpu;
	__s32 pid;
	char name[WINDOW_NAME_SIZE];
};

/*
 * One activation of a CPU, from before its thread sleeps until it has run again. All time since the
 * expiry is given to somebody, up to `last`: at each event, the time since the one before belongs
 * to the highest level that was at work. So the parts add up to the whole.
 */
struct window {
	/* Written by the thread before it sleeps, `state` last, and closed by it. */
	__u32 state;
	__s32 pid; /* of the thread that measures */
	__u64 expiry;
	__u64 last;
	struct window_times time;
	struct window_counts count;
	struct window_timers timers;
	__u32 in_softirq;             /* a word of its own: interrupts write `state` meanwhile */
	struct window_sender sent;    /* to this CPU, the latest */
	struct window_sender arrived; /* of the interrupt that goes on */
	/* Set before they are read. */
	__s32 irq; /* the number of the interrupt; WINDOW_ANY_IRQ: the one that ends next */
	__s32 met_pid;
	__u64 irq_latency;
	__u64 late;
	__u64 timer_function; /* that took longest */
	struct window_culprit worst[WINDOW_NMI];
	struct window_sender sender;     /* of worst[WINDOW_IRQ] */
	char met_name[WINDOW_NAME_SIZE]; /* if it is not worst[WINDOW_THREAD] that has it */
	/* In ns, if the hypervisor tells it. The latter is what it had told before the expiry. */
	__u64 stolen;
	__u64 stolen_before;
	/* The stack at the latest expiry, if stacks are wanted. */
	__s64 stack_size; /* in bytes; or a negative errno */
	__u64 stack[WINDOW_STACK_MAX];
} __attribute__((aligned(64)));

#endif /* LIB_SOURCE_BPF_WINDOW_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The memory that a thread which measures noise shares with the BPF programs of its CPU: a ring of
 * those who interrupted it. Compiled for both.
 */
#ifndef LIB_SOURCE_BPF_NOISE_WINDOW_H
#define LIB_SOURCE_BPF_NOISE_WINDOW_H

#include "lib/source/bpf/window.h"

/* A power of two. The thread empties the ring when it has its CPU again. */
#define NOISE_ENTRIES 1024

struct noise_entry {
	__u64 end;
	__u64 time; /* net */
	__s32 id;
	__u16 level;  /* enum window_level */
	__u16 device; /* an interrupt of a device; 0: a vector */
	char name[WINDOW_NAME_SIZE];
};

struct noise_window {
	__u32 state; /* WINDOW_OPEN and WINDOW_IN_IRQ */
	__s32 pid;   /* of the thread that measures */
	__u64 last;
	__u64 net[WINDOW_NMI]; /* of the span of each level that goes on */
	__u32 in_softirq;      /* a word of its own: interrupts write `state` meanwhile */
	__s32 irq;
	__u32 written; /* entries since the programs were loaded */
	struct noise_entry entry[NOISE_ENTRIES];
} __attribute__((aligned(64)));

#endif /* LIB_SOURCE_BPF_NOISE_WINDOW_H */

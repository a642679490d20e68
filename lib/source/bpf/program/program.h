/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The parts that the BPF programs share: the CPU's window, and how time is given to who had the
 * CPU. Programs of one CPU interrupt each other only from a lower level to a higher one.
 */
#ifndef LIB_SOURCE_BPF_PROGRAM_PROGRAM_H
#define LIB_SOURCE_BPF_PROGRAM_PROGRAM_H

#include <linux/bpf.h>
#include <stdbool.h>

#include <bpf/bpf_helpers.h>

#include "lib/source/bpf/noise_window.h"

/* The kernel's structures, as far as they are read: libbpf finds where the members are. */
struct task_struct {
	int pid;
	char comm[WINDOW_NAME_SIZE];
} __attribute__((preserve_access_index));

/* Windows of all CPUs up to the last that is measured: libbpf sets how many, threads map them. */
struct window_map {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct window);
};

/* Windows where noise is measured. */
struct noise_map {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct noise_window);
};

extern struct window_map windows SEC(".maps");
extern struct noise_map noises SEC(".maps");

/* The last CPU that is measured, set before the programs are loaded. */
extern const volatile __u32 last_cpu;

/* Returns this CPU's window if it is one that is measured, or NULL. */
static __always_inline struct window *own_window(void)
{
	__u32 number = bpf_get_smp_processor_id();

	return bpf_map_lookup_elem(&windows, &number);
}

/* Returns the time since the last event, or since the expiry if that came later. */
static __always_inline __u64 elapse(struct window *window)
{
	__u64 now = bpf_ktime_get_ns(), last = window->last;

	if (now <= last)
		return 0;
	window->last = now;
	return now - last;
}

/*
 * Returns the time since the last event, for a softirq's program: interrupts interrupt it, with
 * programs of their own, whose time is no part of it.
 */
#define ELAPSE_TRIES 4

static __always_inline __u64 elapse_interruptibly(__u64 *since)
{
	__u64 now, last;
	int tries;

	for (tries = 0; tries < ELAPSE_TRIES; tries++) {
		last = *(volatile __u64 *)since;
		now = bpf_ktime_get_ns();
		if (now <= last)
			return 0;
		if (__sync_val_compare_and_swap(since, last, now) == last)
			return now - last;
	}
	return 0;
}

/* Gives time to the level that was at work. */
static __always_inline void charge(struct window *window, __u32 state, __u64 time)
{
	if (state & WINDOW_IN_IRQ)
		window->time.net[WINDOW_IRQ] += time;
	else if (window->in_softirq)
		window->time.net[WINDOW_SOFTIRQ] += time;
	else
		window->time.net[WINDOW_THREAD] += time;
}

/* Ends a level's span, of which `time` is the last part, and returns its net time. */
static __always_inline __u64 end_span(struct window *window, enum window_level level, __u64 time)
{
	time += window->time.net[level];
	window->time.net[level] = 0;
	return time;
}

/* Adds a span. True if it is the longest of its level so far, and needs a name. */
static __always_inline bool blame(struct window *window, enum window_level level, __u64 net, int id)
{
	window->time.of[level] += net;
	window->count.of[level]++;
	if (net <= window->count.longest[level])
		return false;
	window->count.longest[level] = net;
	window->worst[level].id = id;
	return true;
}

/* Ends the function of another timer. */
static __always_inline void end_timer(struct window *window, __u64 net)
{
	struct window_timers *timers = &window->timers;

	if (net) {
		timers->count++;
		timers->time += net;
		if (net > timers->longest) {
			timers->longest = net;
			window->timer_function = timers->running;
		}
	}
	timers->running = 0;
}

/*
 * Gives the time in the timer's interrupt to the other timer that has run, or to the timer's own.
 */
static __always_inline void end_part(struct window *window, __u64 time)
{
	if (window->timers.running)
		end_timer(window, time);
	else
		window->time.handler += time;
}

/* Copies a task's name in two words. */
static __always_inline void copy_name(char *to, struct task_struct *task)
{
	__u64 *words = (__u64 *)to;
	const __u64 *from = (const __u64 *)__builtin_preserve_access_index(&task->comm[0]);

	words[0] = from[0];
	words[1] = from[1];
}

#endif /* LIB_SOURCE_BPF_PROGRAM_PROGRAM_H */

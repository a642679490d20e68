// SPDX-License-Identifier: LGPL-2.1-or-later
/* Timers that expire: that of the thread which measures, and others in the same interrupt. */
#include "lib/source/bpf/program/program.h"

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

struct hrtimer {
	__s64 _softexpires;
	void *function;
	__u8 is_soft;
} __attribute__((preserve_access_index));

/* A stack without the program and the function that runs it. */
#define SKIPPED_FRAMES 2

/* Set before the programs are loaded. */
const volatile bool wants_stack = false;

/* Returns how much of the latency others took, whom events before the expiry's told. */
static __always_inline __u64 taken_before(struct window *window, __u64 time)
{
	if (window->timers.running)
		end_timer(window, time);
	return window->time.of[WINDOW_IRQ] + window->time.of[WINDOW_NMI] + window->timers.time;
}

/* The timer has expired. Late is the part of its latency that nobody's interference explains. */
static __always_inline void fire(struct window *window, __u32 state)
{
	__u64 now = bpf_ktime_get_ns(), last = window->last, latency, taken = 0;

	if (now < last)
		now = last;
	window->last = now;
	latency = now - window->expiry;
	if (state != WINDOW_OPEN || last != window->expiry)
		taken = taken_before(window, now - last);
	window->irq_latency = latency;
	window->late = latency > taken ? latency - taken : 0;
	if (!(state & WINDOW_IN_IRQ))
		window->irq = WINDOW_ANY_IRQ;
	window->state = state | WINDOW_FIRED | WINDOW_HANDLER | WINDOW_IN_IRQ;
}

/*
 * Another timer's function runs until the next timer's is called, or the interrupt ends. A probe at
 * its end would cost each activation more than it tells. No tracepoint has told of the beginning of
 * the local timer's interrupt.
 */
static __always_inline void other_timer(struct window *window, __u32 state, __u64 function)
{
	__u64 time = elapse(window);

	/* In an interrupt of its own after ours, timers are not told apart. */
	if ((state & (WINDOW_FIRED | WINDOW_HANDLER)) == WINDOW_FIRED) {
		charge(window, state, time);
	} else {
		if (window->timers.running || state & WINDOW_HANDLER)
			end_part(window, time);
		window->timers.running = function;
	}
	if (state & WINDOW_IN_IRQ)
		return;
	window->irq = WINDOW_ANY_IRQ;
	window->state = state | WINDOW_IN_IRQ;
}

SEC("tp_btf/hrtimer_expire_entry")
int BPF_PROG(timer_expires, struct hrtimer *timer)
{
	struct window *window = own_window();
	__u32 state;

	if (!window || !(state = window->state))
		return 0;
	if (state & WINDOW_FIRED || (__u64)timer->_softexpires != window->expiry) {
		/* A function that runs in a softirq, or in its thread, is a part of that. */
		if (!BPF_CORE_READ_BITFIELD(timer, is_soft))
			other_timer(window, state, (__u64)timer->function);
		return 0;
	}
	fire(window, state);
	if (wants_stack)
		window->stack_size =
			bpf_get_stack(ctx, window->stack, sizeof(window->stack), SKIPPED_FRAMES);
	return 0;
}

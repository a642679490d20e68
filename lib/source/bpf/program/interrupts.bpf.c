// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Interrupts of devices and vectors, softirqs and NMIs. The interrupt by which the timer comes has no
 * beginning here, since that costs each activation, and the timer's expiry tells as much.
 */
#include "lib/source/bpf/program/program.h"

/* An interrupt handler within another interrupt is a part of it. */
static __always_inline void enter_irq(int number)
{
	struct window *window = own_window();
	__u32 state;
	__u64 time;

	if (!window || !(state = window->state) || state & WINDOW_IN_IRQ)
		return;
	time = elapse(window);
	if (state & WINDOW_FIRED)
		charge(window, state, time);
	window->irq = number;
	window->state = state | WINDOW_IN_IRQ;
}

/*
 * Forgets the timers of an interrupt that ours has not come by: they are a part of that interrupt.
 * Returns their time.
 */
static __always_inline __u64 forget_timers(struct window *window)
{
	__u64 time = window->timers.time;

	window->timers = (struct window_timers){ 0 };
	return time;
}

/* `device`: the number is one of a device, and not a vector. */
static __always_inline void leave_irq(int number, bool device)
{
	struct window *window = own_window();
	__u32 state;
	__u64 time;

	if (!window)
		return;
	state = window->state;
	if (!(state & WINDOW_IN_IRQ) || (window->irq != number && window->irq != WINDOW_ANY_IRQ))
		return;
	time = elapse(window);
	window->state = state & ~(WINDOW_IN_IRQ | WINDOW_HANDLER);
	if (state & WINDOW_HANDLER) {
		end_part(window, time);
		return;
	}
	time = end_span(window, WINDOW_IRQ, time);
	if (!(state & WINDOW_FIRED))
		time += forget_timers(window);
	if (time && blame(window, WINDOW_IRQ, time, number))
		window->worst[WINDOW_IRQ].device = device;
}

/* Of devices and of vectors. */
SEC("raw_tp")
int irq_enters(struct bpf_raw_tracepoint_args *ctx)
{
	enter_irq((int)ctx->args[0]);
	return 0;
}

SEC("raw_tp")
int irq_leaves(struct bpf_raw_tracepoint_args *ctx)
{
	leave_irq((int)ctx->args[0], true);
	return 0;
}

SEC("raw_tp")
int vector_leaves(struct bpf_raw_tracepoint_args *ctx)
{
	leave_irq((int)ctx->args[0], false);
	return 0;
}

SEC("raw_tp")
int softirq_enters(struct bpf_raw_tracepoint_args *ctx)
{
	struct window *window = own_window();
	__u32 state;

	if (!window || !(state = window->state) || state & WINDOW_IN_SOFTIRQ)
		return 0;
	if (state & WINDOW_FIRED)
		charge(window, state, elapse(window));
	window->state = state | WINDOW_IN_SOFTIRQ;
	return 0;
}

SEC("raw_tp")
int softirq_leaves(struct bpf_raw_tracepoint_args *ctx)
{
	struct window *window = own_window();
	__u32 state;

	if (!window || !((state = window->state) & WINDOW_IN_SOFTIRQ))
		return 0;
	if (state & WINDOW_FIRED)
		blame(window, WINDOW_SOFTIRQ, end_span(window, WINDOW_SOFTIRQ, elapse(window)),
		      (int)ctx->args[0]);
	window->state = state & ~WINDOW_IN_SOFTIRQ;
	return 0;
}

/* An NMI tells only at its end how long it took: its time is taken from who was interrupted. */
SEC("raw_tp")
int nmi_handled(struct bpf_raw_tracepoint_args *ctx)
{
	struct window *window = own_window();
	__u64 time = ctx->args[1], all;
	__u32 state;

	if (!window || !(state = window->state))
		return 0;
	all = elapse(window);
	if (time > all)
		time = all;
	if (time) {
		window->time.of[WINDOW_NMI] += time;
		window->count.of[WINDOW_NMI]++;
	}
	if (state & (WINDOW_FIRED | WINDOW_IN_IRQ))
		charge(window, state, all - time);
	return 0;
}

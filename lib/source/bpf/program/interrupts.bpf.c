// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Interrupts of devices and vectors, softirqs and NMIs. The interrupt by which the timer comes has
 * no beginning here, since that costs each activation, and the timer's expiry tells as much.
 */
#include "lib/source/bpf/program/program.h"

/* Devices have numbers of that size on very large machines, but none with a sender. */
static __always_inline bool is_ipi(int number)
{
	return number >= WINDOW_IPI_FIRST && number <= WINDOW_IPI_LAST;
}

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
	/* The next one may be sent before this one has ended. */
	if (is_ipi(number))
		window->arrived = window->sent;
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
	if (!time || !blame(window, WINDOW_IRQ, time, number))
		return;
	window->worst[WINDOW_IRQ].device = device;
	if (!device && is_ipi(number))
		window->sender = window->arrived;
}

/* A device's interrupt, or a vector's. */
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

	if (!window || !window->state || window->in_softirq)
		return 0;
	if (window->state & WINDOW_FIRED)
		__sync_fetch_and_add(&window->time.net[WINDOW_THREAD],
				     elapse_interruptibly(&window->last));
	window->in_softirq = 1;
	return 0;
}

SEC("raw_tp")
int softirq_leaves(struct bpf_raw_tracepoint_args *ctx)
{
	struct window *window = own_window();
	__u64 time;

	if (!window || !window->state || !window->in_softirq)
		return 0;
	window->in_softirq = 0;
	if (!(window->state & WINDOW_FIRED))
		return 0;
	time = elapse_interruptibly(&window->last);
	blame(window, WINDOW_SOFTIRQ, end_span(window, WINDOW_SOFTIRQ, time), (int)ctx->args[0]);
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

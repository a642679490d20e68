// SPDX-License-Identifier: LGPL-2.1-or-later
/* Threads that run between the expiry and the thread that measures. */
#include "lib/source/bpf/program/program.h"

#include <bpf/bpf_tracing.h>

/* No task is switched from in an interrupt or a softirq: the end of what goes on was not told. */
static __always_inline __u32 end_higher(struct window *window, __u32 state)
{
	__u64 irq = end_span(window, WINDOW_IRQ, 0), softirq = end_span(window, WINDOW_SOFTIRQ, 0);

	if (state & WINDOW_HANDLER)
		end_part(window, irq);
	else if (state & WINDOW_IN_IRQ)
		blame(window, WINDOW_IRQ, irq, window->irq);
	if (window->in_softirq)
		blame(window, WINDOW_SOFTIRQ, softirq, 0);
	window->in_softirq = 0;
	return state & ~(WINDOW_HANDLER | WINDOW_IN_IRQ);
}

/* The name of the task that the interrupt met, which is that of the longest so far, is not lost. */
static __always_inline void keep_met_name(struct window *window)
{
	const __u64 *from = (const __u64 *)window->worst[WINDOW_THREAD].name;
	__u64 *to = (__u64 *)window->met_name;

	if (window->worst[WINDOW_THREAD].id != window->met_pid)
		return;
	to[0] = from[0];
	to[1] = from[1];
}

/* Adds the time of a task that is switched from. */
static __always_inline void blame_thread(struct window *window, __u64 net, int pid,
					 struct task_struct *task)
{
	__u32 count = window->count.of[WINDOW_THREAD]++;

	window->time.of[WINDOW_THREAD] += net;
	if (count) {
		if (net <= window->count.longest[WINDOW_THREAD])
			return;
		keep_met_name(window);
	}
	window->count.longest[WINDOW_THREAD] = net;
	window->worst[WINDOW_THREAD].id = pid;
	copy_name(window->worst[WINDOW_THREAD].name, task);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(switches, bool preempt, struct task_struct *prev, struct task_struct *next)
{
	struct window *window = own_window();
	__u32 state;
	__u64 time;
	int pid;

	if (!window || !((state = window->state) & WINDOW_FIRED))
		return 0;
	/* From idle to the thread: the time before and after is its dispatch, and is not parted. */
	if (state == (WINDOW_OPEN | WINDOW_FIRED) && !window->in_softirq && !prev->pid &&
	    next->pid == window->pid) {
		window->met_pid = 0;
		window->state = state | WINDOW_MET;
		return 0;
	}
	time = elapse(window);
	if (state & (WINDOW_HANDLER | WINDOW_IN_IRQ) || window->in_softirq) {
		charge(window, state, time);
		time = 0;
		window->state = state = end_higher(window, state);
	}
	time = end_span(window, WINDOW_THREAD, time);
	pid = prev->pid;
	/* No other task can have run since the timer's interrupt. */
	if (!(state & WINDOW_MET)) {
		window->state = state | WINDOW_MET;
		window->met_pid = pid;
	}
	/* The time of these two is that of getting to the thread that measures. */
	if (!pid || pid == window->pid)
		window->time.dispatch += time;
	else
		blame_thread(window, time, pid, prev);
	return 0;
}

/* Run by each thread that measures, for its number in the first PID namespace. */
SEC("raw_tp")
int introduce(struct bpf_raw_tracepoint_args *ctx)
{
	struct window *window = own_window();

	if (window)
		window->pid = (__s32)bpf_get_current_pid_tgid();
	return 0;
}

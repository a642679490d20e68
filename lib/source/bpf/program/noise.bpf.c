// SPDX-License-Identifier: LGPL-2.1-or-later
/* The programs for noise: an entry for each interruption of a thread that never sleeps. */
#include "lib/source/bpf/program/program.h"

#include <bpf/bpf_tracing.h>

/* Returns this CPU's window if it is one that is measured, or NULL. */
static __always_inline struct noise_window *own_noise(void)
{
	__u32 number = bpf_get_smp_processor_id();

	return bpf_map_lookup_elem(&noises, &number);
}

/* Gives the time since the last event to the level that was at work. */
static __always_inline void noise_charge(struct noise_window *noise, __u32 state)
{
	__u64 now = bpf_ktime_get_ns(), time = now > noise->last ? now - noise->last : 0;

	noise->last = now;
	if (state & WINDOW_IN_IRQ)
		noise->net[WINDOW_IRQ] += time;
	else if (noise->in_softirq)
		noise->net[WINDOW_SOFTIRQ] += time;
	else
		noise->net[WINDOW_THREAD] += time;
}

static __always_inline __u64 take_net(struct noise_window *noise, enum window_level level)
{
	__u64 net = noise->net[level];

	noise->net[level] = 0;
	return net;
}

/*
 * Adds an entry. An interrupt of the one who adds it may add another one meanwhile; the thread,
 * which reads them, runs when both are done.
 */
static __always_inline struct noise_entry *add_entry(struct noise_window *noise,
						     enum window_level level, __u64 time, int id)
{
	__u32 number = __sync_fetch_and_add(&noise->written, 1);
	struct noise_entry *entry = &noise->entry[number & (NOISE_ENTRIES - 1)];

	entry->end = noise->last;
	entry->time = time;
	entry->id = id;
	entry->level = level;
	return entry;
}

/*
 * A device's interrupt, or a vector's. An interrupt handler within another interrupt is a part of
 * it.
 */
SEC("raw_tp")
int noise_irq_enters(struct bpf_raw_tracepoint_args *ctx)
{
	struct noise_window *noise = own_noise();
	__u32 state;

	if (!noise || !(state = noise->state) || state & WINDOW_IN_IRQ)
		return 0;
	noise_charge(noise, state);
	noise->irq = (int)ctx->args[0];
	noise->state = state | WINDOW_IN_IRQ;
	return 0;
}

/* `device`: the number is one of a device, and not a vector. */
static __always_inline void noise_leave_irq(int number, bool device)
{
	struct noise_window *noise = own_noise();
	__u32 state;

	if (!noise)
		return;
	state = noise->state;
	if (!(state & WINDOW_IN_IRQ) || noise->irq != number)
		return;
	noise_charge(noise, state);
	noise->state = state & ~WINDOW_IN_IRQ;
	add_entry(noise, WINDOW_IRQ, take_net(noise, WINDOW_IRQ), number)->device = device;
}

SEC("raw_tp")
int noise_irq_leaves(struct bpf_raw_tracepoint_args *ctx)
{
	noise_leave_irq((int)ctx->args[0], true);
	return 0;
}

SEC("raw_tp")
int noise_vector_leaves(struct bpf_raw_tracepoint_args *ctx)
{
	noise_leave_irq((int)ctx->args[0], false);
	return 0;
}

SEC("raw_tp")
int noise_softirq_enters(struct bpf_raw_tracepoint_args *ctx)
{
	struct noise_window *noise = own_noise();

	if (!noise || !noise->state || noise->in_softirq)
		return 0;
	__sync_fetch_and_add(&noise->net[WINDOW_THREAD], elapse_interruptibly(&noise->last));
	noise->in_softirq = 1;
	return 0;
}

SEC("raw_tp")
int noise_softirq_leaves(struct bpf_raw_tracepoint_args *ctx)
{
	struct noise_window *noise = own_noise();
	__u64 time;

	if (!noise || !noise->state || !noise->in_softirq)
		return 0;
	noise->in_softirq = 0;
	time = elapse_interruptibly(&noise->last) + take_net(noise, WINDOW_SOFTIRQ);
	add_entry(noise, WINDOW_SOFTIRQ, time, (int)ctx->args[0]);
	return 0;
}

/* An NMI tells only at its end how long it took: its time is taken from who was interrupted. */
SEC("raw_tp")
int noise_nmi_handled(struct bpf_raw_tracepoint_args *ctx)
{
	struct noise_window *noise = own_noise();
	__u64 time = ctx->args[1], now;
	__u32 state;

	if (!noise || !(state = noise->state))
		return 0;
	now = bpf_ktime_get_ns();
	if (now < noise->last + time)
		time = now > noise->last ? now - noise->last : 0;
	noise->last += time;
	noise_charge(noise, state);
	add_entry(noise, WINDOW_NMI, time, 0);
	return 0;
}

/* Ends the time of a thread. That of the one which measures is nobody's interference. */
SEC("tp_btf/sched_switch")
int BPF_PROG(noise_switches, bool preempt, struct task_struct *prev)
{
	struct noise_window *noise = own_noise();
	__u32 state;
	__u64 net;

	if (!noise || !(state = noise->state))
		return 0;
	/* No task is switched from in an interrupt or a softirq: their ends were not told. */
	noise->state = state & WINDOW_OPEN;
	noise->in_softirq = 0;
	noise_charge(noise, WINDOW_OPEN);
	net = take_net(noise, WINDOW_THREAD) + take_net(noise, WINDOW_SOFTIRQ) +
	      take_net(noise, WINDOW_IRQ);
	if (prev->pid == noise->pid || !prev->pid)
		return 0;
	copy_name(add_entry(noise, WINDOW_THREAD, net, prev->pid)->name, prev);
	return 0;
}

/* Run by each thread that measures, for its number in the first PID namespace. */
SEC("raw_tp")
int noise_introduce(struct bpf_raw_tracepoint_args *ctx)
{
	struct noise_window *noise = own_noise();

	if (noise)
		noise->pid = (__s32)bpf_get_current_pid_tgid();
	return 0;
}

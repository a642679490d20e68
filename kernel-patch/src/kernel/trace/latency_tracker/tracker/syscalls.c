// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long system calls take, with where the task waited the longest meanwhile.
 *
 * The call that is under way on a CPU is noted in a variable of that CPU; when another task is
 * switched to, it comes into a cell, and is noted again where its task is switched to. Calls that
 * have a timeout are in the core's table, as are those for which there is no cell.
 */
#include <linux/percpu.h>
#include <linux/sched/task_stack.h>
#include <asm/syscall.h>

#include "cells.h"
#include "clock.h"
#include "histogram.h"
#include "tracker.h"
#include "compat.h"

/* Almost all tasks of a system may wait in a system call at once. */
#define WAYS 4

/* The call of a CPU. */
struct call {
	u64 start; /* of that of the task that runs; 0: none */
	u64 begun; /* calls that are not in the table */
	u64 duplicate;
};

static DEFINE_PER_CPU(struct call, call);
static struct tracker_cells cells;
static struct tracker_notes *waits;

static void enter(void *data, struct pt_regs *regs, long number);
static void leave(void *data, struct pt_regs *regs, long result);
static void switching(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state);
static void ending(void *data, struct task_struct *task);

static void add_counts(struct latency_tracker_counts *counts);

/*
 * The order matters: an event that begins is not forgotten if the probes that it needs are there
 * before.
 */
static struct tracker_probe probes[] = {
	{ "sched_switch", switching },
	{ "sched_process_exit", ending },
	{ "sys_exit", leave },
	{ "sys_enter", enter },
};

static struct tracker tracker = {
	.name = "syscalls",
	.number = LATENCY_TRACKER_SYSCALLS,
	.capacity = 4096,
	.module = THIS_MODULE,
	.probe = probes,
	.nr_probes = ARRAY_SIZE(probes),
	.threshold = NSEC_PER_MSEC,
	.add_counts = add_counts,
};

TRACKER_PARAMETERS();

/*
 * A wait is of interest if it is this part of the threshold, and the call has taken half of that by
 * its end. Those of most calls are not: to take a stack is more than all else that is done for one.
 */
#define WAIT_PART 8

static bool add_wait(struct latency_alert *alert, const void *task, u64 start)
{
	const struct tracker_note *note;
	unsigned long flags;

	note = tracker_note_find(waits, task, start, &flags);
	if (!note)
		return false;
	alert->stack_size = note->stack_size;
	memcpy(alert->stack, note->stack, note->stack_size * sizeof(note->stack[0]));
	tracker_note_end(waits, task, flags);
	return true;
}

static void add_call(struct latency_alert *alert, struct task_struct *task)
{
	tracker_alert_task(alert, task);
	alert->key[0] = syscall_get_nr(task, task_pt_regs(task));
}

/* The call of this task has just returned. */
static void add_return(struct latency_alert *alert, struct task_struct *task, u64 start)
{
	alert->key[1] = syscall_get_return_value(task, task_pt_regs(task));
	if (!add_wait(alert, task, start))
		alert->stack_size = tracker_stack_of(&tracker, task, alert->stack);
}

static noinline void tell(struct task_struct *task, u64 start, u64 delay)
{
	struct latency_alert alert;

	tracker_alert_over(&tracker, &alert, delay);
	add_call(&alert, task);
	add_return(&alert, task, start);
	tracker_alert_end(&tracker, &alert);
}

/* --- calls in the table ---------------------------------------------------------- */

static noinline void tell_event(const struct latency_tracker_event *event, unsigned int timeout)
{
	struct task_struct *task = *(struct task_struct **)event->key;
	struct latency_alert alert;

	/* A task that just ends has no stack any more; before, it is there as long as we are. */
	if (!READ_ONCE(task->stack))
		return;
	tracker_alert_begin(&tracker, &alert, event, timeout);
	add_call(&alert, task);
	if (timeout)
		alert.stack_size = tracker_stack_of(&tracker, task, alert.stack);
	else
		add_return(&alert, task, event->start);
	tracker_alert_end(&tracker, &alert);
}

static void over(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;

	if (tracker_over(&tracker, event, timeout))
		tell_event(event, timeout);
}

/* Begins a call anew: an earlier one of the task was never over. */
static noinline void enter_anew(struct task_struct *task)
{
	u64 timeout = READ_ONCE(tracker.timeout);

	if (this_cpu_read(call.start))
		this_cpu_inc(call.duplicate);
	if (!timeout) {
		this_cpu_write(call.start, tracker_clock());
		this_cpu_inc(call.begun);
		return;
	}
	this_cpu_write(call.start, 0);
	tracker_cells_timeout(&cells);
	tracker_in_anew(&tracker, &task, sizeof(task), over, timeout, NULL);
}

static noinline void leave_table(struct task_struct *task)
{
	if (!latency_tracker_event_out(tracker.core, &task, sizeof(task)))
		tracker_cells_over(&cells);
}

/*
 * Puts a call into the table, as all cells that its task may have are taken. The table keeps the
 * time since which the task has not run.
 */
static noinline void put_into_table(struct task_struct *task, u64 start, u64 now)
{
	struct latency_tracker_event *event;

	this_cpu_dec(call.begun);
	if (tracker_in(&tracker, &task, sizeof(task), over, 0, NULL))
		return;
	atomic_inc(&cells.overflowed);
	event = latency_tracker_get_event(tracker.core, &task, sizeof(task));
	if (!event)
		return;
	event->priv = (void *)(unsigned long)event->start;
	event->start -= tracker_clock_ns(start, now);
	latency_tracker_put_event(event);
}

static noinline void note_wait(struct task_struct *task, u64 start, u64 waited)
{
	struct tracker_note *note;
	unsigned long flags;

	note = tracker_note_begin(waits, task, start, waited, &flags);
	if (!note)
		return;
	note->stack_size = tracker_stack_of(&tracker, task, note->stack);
	tracker_note_end(waits, task, flags);
}

static bool is_long_wait(u64 waited)
{
	return unlikely(waited >= READ_ONCE(tracker.threshold) / WAIT_PART);
}

static bool is_long_call(u64 taken)
{
	return taken >= READ_ONCE(tracker.threshold) / 2;
}

static void leaves_with_event(struct task_struct *prev)
{
	struct latency_tracker_event *event;

	event = latency_tracker_get_event(tracker.core, &prev, sizeof(prev));
	if (!event)
		return;
	if (event->priv != TRACKER_DROPPED)
		event->priv = (void *)(unsigned long)ktime_get_mono_fast_ns();
	latency_tracker_put_event(event);
}

static void returns_with_event(struct task_struct *next)
{
	struct latency_tracker_event *event;
	u64 start, since, now;

	event = latency_tracker_get_event(tracker.core, &next, sizeof(next));
	if (!event)
		return;
	since = (unsigned long)event->priv;
	start = event->start;
	latency_tracker_put_event(event);
	now = ktime_get_mono_fast_ns();
	if (since && is_long_wait(now - since) && is_long_call(now - start))
		note_wait(next, start, now - since);
}

static noinline void switch_events(struct task_struct *prev, struct task_struct *next)
{
	if (!(prev->flags & PF_KTHREAD))
		leaves_with_event(prev);
	if (!(next->flags & PF_KTHREAD))
		returns_with_event(next);
}

/* --- what is hooked -------------------------------------------------------------- */

/* True if none of the rare conditions holds: they are looked at all at once. */
static __always_inline bool enters_as_usual(void)
{
	return likely(!((unsigned long)READ_ONCE(tracker.filter) | READ_ONCE(tracker.timeout) |
			this_cpu_read(call.start)));
}

static noinline void enter_otherwise(void)
{
	if (tracker_wants_task(&tracker, current))
		enter_anew(current);
}

static void enter(void *data, struct pt_regs *regs, long number)
{
	PROBE_PREEMPT_OFF();

	if (enters_as_usual()) {
		this_cpu_write(call.start, tracker_clock());
		this_cpu_inc(call.begun);
	} else {
		enter_otherwise();
	}
}

static __always_inline bool leaves_as_usual(u64 start)
{
	return likely(start) && static_branch_likely(&tracker_clock_counts) &&
	       likely(!((unsigned long)READ_ONCE(tracker.filter) | READ_ONCE(cells.had_timeouts)));
}

static noinline void leave_otherwise(u64 start)
{
	u64 delay;

	if (!start) {
		if (tracker_cells_have_table(&cells))
			leave_table(current);
		return;
	}
	delay = tracker_clock_ns(start, tracker_clock());
	this_cpu_write(call.start, 0);
	if (!tracker_wants_delay(&tracker, delay))
		return;
	/* With timeouts, the interrupt of a timer may count too: interrupts are off meanwhile. */
	tracker_histogram_record(tracker.histogram, delay);
	if (tracker_is_long(&tracker, delay))
		tell(current, start, delay);
}

static void leave(void *data, struct pt_regs *regs, long result)
{
	PROBE_PREEMPT_OFF();
	u64 start, delay;

	start = this_cpu_read(call.start);
	if (leaves_as_usual(start)) {
		delay = tracker_clock_ns(start, tracker_clock());
		this_cpu_write(call.start, 0);
		histogram_count(tracker.histogram, delay);
		if (tracker_is_long(&tracker, delay))
			tell(current, start, delay);
	} else {
		leave_otherwise(start);
	}
}

/* Ends the call of a task that exits: not all system calls return. */
static void ending(void *data, struct task_struct *task)
{
	PROBE_PREEMPT_OFF();

	this_cpu_write(call.start, 0);
	if (tracker_drop(&tracker, &task, sizeof(task)))
		tracker_cells_over(&cells);
}

static __always_inline void returns(struct task_struct *next, u64 now)
{
	struct tracker_cell *cell = tracker_cell_find(&cells, next, WAYS);
	u64 start, waited;

	if (!cell)
		return;
	start = cell->start;
	waited = tracker_clock_ns(cell->extra, now);
	tracker_cell_empty(cell);
	this_cpu_write(call.start, start);
	if (is_long_wait(waited) && is_long_call(tracker_clock_ns(start, now)))
		note_wait(next, start, waited);
}

static void switching(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state)
{
	u64 start = this_cpu_read(call.start), now = tracker_clock();

	if (start) {
		this_cpu_write(call.start, 0);
		if (unlikely(!tracker_cell_fill(&cells, prev, WAYS, start, now)))
			put_into_table(prev, start, now);
	}
	if (tracker_cells_have_table(&cells))
		switch_events(prev, next);
	if (!(next->flags & PF_KTHREAD))
		returns(next, now);
}

static void add_counts(struct latency_tracker_counts *counts)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		counts->tracked += READ_ONCE(per_cpu(call, cpu).begun);
		counts->duplicate += READ_ONCE(per_cpu(call, cpu).duplicate);
	}
}

static int __init syscalls_init(void)
{
	int ret;

	waits = tracker_notes_create();
	if (!waits)
		return -ENOMEM;
	ret = tracker_load(&tracker);
	if (ret)
		tracker_notes_destroy(waits);
	return ret;
}

static void __exit syscalls_exit(void)
{
	tracker_unload(&tracker);
	tracker_notes_destroy(waits);
}

module_init(syscalls_init);
module_exit(syscalls_exit);
MODULE_DESCRIPTION("Latency tracker: from the entry of a system call to its exit");
MODULE_LICENSE("GPL");

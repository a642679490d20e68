// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long system calls take, with where the task waited the longest meanwhile.
 */
#include <linux/sched/task_stack.h>
#include <asm/syscall.h>

#include "tracker.h"

static struct tracker_notes *waits;

static void enter(void *data, struct pt_regs *regs, long number);
static void leave(void *data, struct pt_regs *regs, long result);
static void switching(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state);
static void ending(void *data, struct task_struct *task);

static struct tracker_probe probes[] = {
	{ "sys_enter", enter },
	{ "sys_exit", leave },
	{ "sched_switch", switching },
	{ "sched_process_exit", ending },
};

static struct tracker tracker = {
	.name = "syscalls",
	.number = LATENCY_TRACKER_SYSCALLS,
	.capacity = 4096,
	.module = THIS_MODULE,
	.probe = probes,
	.nr_probes = ARRAY_SIZE(probes),
	.threshold = NSEC_PER_MSEC,
};

TRACKER_PARAMETERS();

/* A wait is of interest if it is this part of the threshold. */
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

static noinline void tell(const struct latency_tracker_event *event, unsigned int timeout)
{
	struct task_struct *task = *(struct task_struct **)event->key;
	struct pt_regs *regs = task_pt_regs(task);
	struct latency_alert alert;

	/* One that just ends has no stack any more; before, its memory is there as long as we are. */
	if (!READ_ONCE(task->stack))
		return;
	tracker_alert_begin(&tracker, &alert, event, timeout);
	tracker_alert_task(&alert, task);
	alert.key[0] = syscall_get_nr(task, regs);
	if (!timeout)
		alert.key[1] = syscall_get_return_value(task, regs);
	if (timeout || !add_wait(&alert, task, event->start))
		alert.stack_size = tracker_stack_of(&tracker, task, alert.stack);
	tracker_alert_end(&tracker, &alert);
}

static void over(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;

	if (tracker_over(&tracker, event, timeout))
		tell(event, timeout);
}

static void enter(void *data, struct pt_regs *regs, long number)
{
	struct task_struct *task = current;

	if (tracker_wants_task(&tracker, task))
		tracker_in_anew(&tracker, &task, sizeof(task), over, READ_ONCE(tracker.timeout),
				NULL);
}

static void leave(void *data, struct pt_regs *regs, long result)
{
	struct task_struct *task = current;

	latency_tracker_event_out(tracker.core, &task, sizeof(task));
}

/* Not all system calls return. */
static void ending(void *data, struct task_struct *task)
{
	tracker_drop(&tracker, &task, sizeof(task));
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

/* What is kept of an event is since when its task has not run. */
static void leaves(struct task_struct *prev, u64 now)
{
	struct latency_tracker_event *event;

	event = latency_tracker_get_event(tracker.core, &prev, sizeof(prev));
	if (!event)
		return;
	if (event->priv != TRACKER_DROPPED)
		event->priv = (void *)(unsigned long)now;
	latency_tracker_put_event(event);
}

static void returns(struct task_struct *next, u64 now)
{
	struct latency_tracker_event *event;
	u64 start, since;

	event = latency_tracker_get_event(tracker.core, &next, sizeof(next));
	if (!event)
		return;
	since = (unsigned long)event->priv;
	start = event->start;
	latency_tracker_put_event(event);
	if (since && now - since >= READ_ONCE(tracker.threshold) / WAIT_PART)
		note_wait(next, start, now - since);
}

static void switching(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state)
{
	u64 now = ktime_get_mono_fast_ns();

	if (!(prev->flags & PF_KTHREAD))
		leaves(prev, now);
	if (!(next->flags & PF_KTHREAD))
		returns(next, now);
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

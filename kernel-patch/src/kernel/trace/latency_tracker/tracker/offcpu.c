// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measures how long tasks were without a CPU: from when they left it until they ran again, with the
 * place where they waited, who woke them, and from where.
 */
#include "tracker.h"

static struct tracker_notes *wakers;

static void waking(void *data, struct task_struct *task);
static void switching(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state);

static struct tracker_probe probes[] = {
	{ "sched_waking", waking },
	{ "sched_switch", switching },
};

static struct tracker tracker = {
	.name = "offcpu",
	.number = LATENCY_TRACKER_OFFCPU,
	.capacity = 4096,
	.module = THIS_MODULE,
	.probe = probes,
	.nr_probes = ARRAY_SIZE(probes),
	.threshold = NSEC_PER_MSEC,
};

TRACKER_PARAMETERS();

/* An event's note: the state in which the task left the CPU, with this bit if it was preempted. */
#define PREEMPTED BIT(31)

static void add_waker(struct latency_alert *alert, const void *task, u64 start)
{
	const struct tracker_note *note;
	unsigned long flags;

	note = tracker_note_find(wakers, task, start, &flags);
	if (!note)
		return;
	alert->other_pid = note->pid;
	alert->other_prio = note->prio;
	memcpy(alert->other_comm, note->comm, sizeof(alert->other_comm));
	alert->other_time = note->time;
	alert->other_stack_size = note->stack_size;
	memcpy(alert->other_stack, note->stack, note->stack_size * sizeof(note->stack[0]));
	tracker_note_end(wakers, task, flags);
}

static noinline void tell(const struct latency_tracker_event *event, unsigned int timeout)
{
	struct task_struct *task = *(struct task_struct **)event->key;
	unsigned long how = (unsigned long)event->priv;
	struct latency_alert alert;

	tracker_alert_begin(&tracker, &alert, event, timeout);
	tracker_alert_task(&alert, task);
	if (how & PREEMPTED)
		alert.flags |= LATENCY_ALERT_PREEMPTED;
	alert.key[0] = how & ~PREEMPTED;
	add_waker(&alert, task, event->start);
	alert.stack_size = tracker_stack_of(&tracker, task, alert.stack);
	tracker_alert_end(&tracker, &alert);
}

static void over(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;

	if (tracker_over(&tracker, event, timeout))
		tell(event, timeout);
}

static noinline void note_waker(const void *task, u64 start)
{
	struct tracker_note *note;
	unsigned long flags;

	/* The first who wakes it is the one. */
	note = tracker_note_begin(wakers, task, start, 1, &flags);
	if (!note)
		return;
	note->time = ktime_get_mono_fast_ns();
	note->pid = current->pid;
	note->prio = current->prio;
	memcpy(note->comm, current->comm, sizeof(note->comm));
	note->comm[sizeof(note->comm) - 1] = 0;
	note->stack_size = tracker_stack_here(&tracker, note->stack);
	tracker_note_end(wakers, task, flags);
}

static void waking(void *data, struct task_struct *task)
{
	struct latency_tracker_event *event;
	u64 start;

	event = latency_tracker_get_event(tracker.core, &task, sizeof(task));
	if (!event)
		return;
	start = event->start;
	latency_tracker_put_event(event);
	/* The task runs a little later: a delay that is no alert yet may be one then. */
	if (ktime_get_mono_fast_ns() - start >= READ_ONCE(tracker.threshold) / 2)
		note_waker(task, start);
}

static void leaves(bool preempt, struct task_struct *prev)
{
	unsigned long how = READ_ONCE(prev->__state);

	/* The dead do not come back. */
	if (how & TASK_DEAD)
		return;
	if (preempt || how == TASK_RUNNING)
		how |= PREEMPTED;
	if (tracker_wants_task(&tracker, prev))
		tracker_in(&tracker, &prev, sizeof(prev), over, READ_ONCE(tracker.timeout),
			   (void *)how);
}

static void switching(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state)
{
	if (prev->pid)
		leaves(preempt, prev);
	if (next->pid)
		latency_tracker_event_out(tracker.core, &next, sizeof(next));
}

static int __init offcpu_init(void)
{
	int ret;

	wakers = tracker_notes_create();
	if (!wakers)
		return -ENOMEM;
	ret = tracker_load(&tracker);
	if (ret)
		tracker_notes_destroy(wakers);
	return ret;
}

static void __exit offcpu_exit(void)
{
	tracker_unload(&tracker);
	tracker_notes_destroy(wakers);
}

module_init(offcpu_init);
module_exit(offcpu_exit);
MODULE_DESCRIPTION("Latency tracker: from when a task leaves its CPU until it runs again");
MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measures how long runnable tasks waited for a CPU: from their wakeup until they ran, and, with
 * preempted set, from their preemption until they ran on. An alert names the task that ran longest
 * ahead of them.
 */
#include <linux/percpu.h>

#include "cells.h"
#include "clock.h"
#include "histogram.h"
#include "tracker.h"
#include "compat.h"

/* Few tasks wait for a CPU at once. */
#define WAYS 1

/* The number of switches of a CPU that are remembered. */
#define SWITCHES 64

/* A task that ran, and since when. */
struct ran {
	u64 since;
	pid_t pid;
	int prio;
	char comm[TASK_COMM_LEN];
};

struct switches {
	unsigned int next;
	struct ran ran[SWITCHES];
};

/* Counts of a CPU, without the events in the table. */
struct begun {
	u64 tracked;
	u64 duplicate;
};

static struct switches __percpu *switches;
static DEFINE_PER_CPU(struct begun, begun);
static struct tracker_cells cells;
static bool preempted = true;

static void waking(void *data, struct task_struct *task);
static void switching(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state);

static void add_counts(struct latency_tracker_counts *counts);

/* The probe of the end comes first, so that the end of each event is seen. */
static struct tracker_probe probes[] = {
	{ "sched_switch", switching },
	{ "sched_waking", waking },
};

static struct tracker tracker = {
	.name = "wakeup",
	.number = LATENCY_TRACKER_WAKEUP,
	.capacity = 2048,
	.module = THIS_MODULE,
	.probe = probes,
	.nr_probes = ARRAY_SIZE(probes),
	.threshold = NSEC_PER_MSEC,
	.add_counts = add_counts,
};

TRACKER_PARAMETERS();
module_param(preempted, bool, 0644);
MODULE_PARM_DESC(preempted, "track the wait of tasks that were preempted, too");

#define PREEMPTED ((void *)1L)

/* --- who ran ahead ------------------------------------------------------------ */

static __always_inline void remember(const struct task_struct *next, u64 now)
{
	struct switches *mine = this_cpu_ptr(switches);
	struct ran *ran = &mine->ran[mine->next++ % SWITCHES];

	ran->since = now;
	ran->pid = next->pid;
	ran->prio = next->prio;
	memcpy(ran->comm, next->comm, sizeof(ran->comm));
}

static const struct ran *back(const struct switches *mine, unsigned int i)
{
	return &mine->ran[(mine->next - 1 - i) % SWITCHES];
}

/* Returns how long ago a task began to run. Number 0 has only just been switched to. */
static u64 age(const struct switches *mine, unsigned int i)
{
	return tracker_clock_ns(back(mine, i)->since, back(mine, 0)->since);
}

/* For how long a task has run in the time until now. */
static u64 ran_for(const struct switches *mine, pid_t pid, u64 delay)
{
	u64 until = 0, time = 0;
	unsigned int i;

	for (i = 1; i < SWITCHES && until < delay; i++) {
		if (back(mine, i)->pid == pid)
			time += min(age(mine, i), delay) - until;
		until = age(mine, i);
	}
	return time;
}

static void ahead(struct latency_alert *alert)
{
	const struct switches *mine = this_cpu_ptr(switches);
	const struct ran *ran;
	u64 until = 0, time;
	unsigned int i;

	for (i = 1; i < SWITCHES && until < alert->delay; i++) {
		ran = back(mine, i);
		until = age(mine, i);
		if (!ran->pid || !ran->since)
			continue;
		time = ran_for(mine, ran->pid, alert->delay);
		if (time <= alert->other_time)
			continue;
		alert->other_time = time;
		alert->other_pid = ran->pid;
		alert->other_prio = ran->prio;
		memcpy(alert->other_comm, ran->comm, sizeof(alert->other_comm));
	}
}

/* --- from the wakeup to the switch -------------------------------------------------- */

static void add_task(struct latency_alert *alert, struct task_struct *task, const void *how)
{
	tracker_alert_task(alert, task);
	if (how == PREEMPTED)
		alert->flags |= LATENCY_ALERT_PREEMPTED;
	alert->stack_size = tracker_stack_of(&tracker, task, alert->stack);
}

static noinline void tell(struct task_struct *task, const void *how, u64 delay)
{
	struct latency_alert alert;

	tracker_alert_over(&tracker, &alert, delay);
	add_task(&alert, task, how);
	ahead(&alert);
	tracker_alert_end(&tracker, &alert);
}

static noinline void tell_event(const struct latency_tracker_event *event, unsigned int timeout)
{
	struct task_struct *task = *(struct task_struct **)event->key;
	struct latency_alert alert;

	tracker_alert_begin(&tracker, &alert, event, timeout);
	add_task(&alert, task, event->priv);
	if (!timeout)
		ahead(&alert);
	tracker_alert_end(&tracker, &alert);
}

static void over(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;

	/* A task that was woken before it slept, and runs, has nothing to wait for. */
	if (timeout && tracker_task_runs(*(struct task_struct **)event->key))
		return;
	if (tracker_over(&tracker, event, timeout))
		tell_event(event, timeout);
}

/* --- events in the table --------------------------------------------------------------- */

/* Begins an event in the table: one with a timeout, or one for which there is no cell. */
static noinline void begin_in_table(struct task_struct *task, void *how)
{
	u64 timeout = READ_ONCE(tracker.timeout);

	if (timeout)
		tracker_cells_timeout(&cells);
	if (!tracker_in(&tracker, &task, sizeof(task), over, timeout, how) && !timeout)
		atomic_inc(&cells.overflowed);
}

static noinline bool is_in_table(struct task_struct *task)
{
	struct latency_tracker_event *event;

	event = latency_tracker_get_event(tracker.core, &task, sizeof(task));
	if (event)
		latency_tracker_put_event(event);
	return event;
}

static noinline void drop_from_table(struct task_struct *task)
{
	if (tracker_drop(&tracker, &task, sizeof(task)))
		tracker_cells_over(&cells);
}

static noinline bool end_in_table(struct task_struct *task)
{
	bool ended = !latency_tracker_event_out(tracker.core, &task, sizeof(task));

	if (ended)
		tracker_cells_over(&cells);
	return ended;
}

/* --- what is hooked -------------------------------------------------------------------- */

static __always_inline void begin(struct task_struct *task, void *how, u64 now)
{
	if (unlikely(READ_ONCE(tracker.timeout))) {
		begin_in_table(task, how);
	} else if (tracker_cell_find(&cells, task, WAYS) ||
		   (tracker_cells_have_table(&cells) && is_in_table(task))) {
		this_cpu_inc(begun.duplicate);
	} else if (likely(tracker_cell_fill(&cells, task, WAYS, now, (unsigned long)how))) {
		this_cpu_inc(begun.tracked);
	} else {
		begin_in_table(task, how);
	}
}

static __always_inline void drop(struct task_struct *task)
{
	struct tracker_cell *cell = tracker_cell_find(&cells, task, WAYS);

	if (cell)
		tracker_cell_empty(cell);
	if (tracker_cells_have_table(&cells))
		drop_from_table(task);
}

/* Two CPUs may have begun it at once: it counts once. */
static __always_inline void end(struct task_struct *task, u64 now)
{
	struct tracker_cell *cell = tracker_cell_find(&cells, task, WAYS);
	bool ended = tracker_cells_have_table(&cells) && end_in_table(task);
	const void *how;
	u64 delay;

	if (!cell)
		return;
	delay = tracker_clock_ns(cell->start, now);
	how = (const void *)(unsigned long)cell->extra;
	tracker_cell_empty(cell);
	if (unlikely(ended) || !tracker_wants_delay(&tracker, delay))
		return;
	histogram_count(tracker.histogram, delay);
	if (tracker_is_long(&tracker, delay))
		tell(task, how, delay);
}

static void waking(void *data, struct task_struct *task)
{
	if (tracker_wants_task(&tracker, task))
		begin(task, NULL, tracker_clock());
}

static __always_inline void leaves(bool preempt, struct task_struct *prev, u64 now)
{
	unsigned int state = READ_ONCE(prev->__state);

	/*
	 * A task that was woken before it slept did not have to wait. But if it sleeps now and is
	 * being woken at this moment, that is another wakeup.
	 */
	if (state != TASK_WAKING)
		drop(prev);
	if ((preempt || state == TASK_RUNNING) && READ_ONCE(preempted) &&
	    tracker_wants_task(&tracker, prev))
		begin(prev, PREEMPTED, now);
}

static void switching(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state)
{
	u64 now = tracker_clock();

	remember(next, now);
	if (prev->pid)
		leaves(preempt, prev, now);
	if (next->pid)
		end(next, now);
}

static void add_counts(struct latency_tracker_counts *counts)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		counts->tracked += READ_ONCE(per_cpu(begun, cpu).tracked);
		counts->duplicate += READ_ONCE(per_cpu(begun, cpu).duplicate);
	}
}

static int __init wakeup_init(void)
{
	int ret;

	switches = alloc_percpu(struct switches);
	if (!switches)
		return -ENOMEM;
	ret = tracker_load(&tracker);
	if (ret)
		free_percpu(switches);
	return ret;
}

static void __exit wakeup_exit(void)
{
	tracker_unload(&tracker);
	free_percpu(switches);
}

module_init(wakeup_init);
module_exit(wakeup_exit);
MODULE_DESCRIPTION("Latency tracker: from the wakeup of a task until it runs");
MODULE_LICENSE("GPL");

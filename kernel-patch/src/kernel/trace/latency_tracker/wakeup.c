// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long tasks that could run waited for a CPU: from their wakeup until they ran, and, if
 * preempted is set, from the moment they were preempted until they ran on. An alert says who ran
 * ahead of it the longest.
 */
#include <linux/percpu.h>

#include "tracker.h"

/* How many switches of a CPU are looked back at. */
#define SWITCHES 64

/* Who has run since when. */
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

static struct switches __percpu *switches;
static bool preempted = true;

static void waking(void *data, struct task_struct *task);
static void switching(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state);

static struct tracker_probe probes[] = {
	{ "sched_waking", waking },
	{ "sched_switch", switching },
};

static struct tracker tracker = {
	.name = "wakeup",
	.number = LATENCY_TRACKER_WAKEUP,
	.capacity = 2048,
	.module = THIS_MODULE,
	.probe = probes,
	.nr_probes = ARRAY_SIZE(probes),
	.threshold = NSEC_PER_MSEC,
};

TRACKER_PARAMETERS();
module_param(preempted, bool, 0644);
MODULE_PARM_DESC(preempted, "track the wait of tasks that were preempted, too");

#define PREEMPTED ((void *)1L)

/* --- who ran ahead ------------------------------------------------------------ */

static void remember(const struct task_struct *next)
{
	struct switches *mine = this_cpu_ptr(switches);
	struct ran *ran = &mine->ran[mine->next++ % SWITCHES];

	ran->since = ktime_get_mono_fast_ns();
	ran->pid = next->pid;
	ran->prio = next->prio;
	memcpy(ran->comm, next->comm, sizeof(ran->comm));
}

static const struct ran *back(const struct switches *mine, unsigned int i)
{
	return &mine->ran[(mine->next - 1 - i) % SWITCHES];
}

/* For how long a task has run since then; who ran last, number 0, is just about to. */
static u64 ran_for(const struct switches *mine, pid_t pid, u64 begin)
{
	const struct ran *ran;
	u64 end = back(mine, 0)->since, time = 0;
	unsigned int i;

	for (i = 1; i < SWITCHES && end > begin; i++) {
		ran = back(mine, i);
		if (ran->pid == pid)
			time += end - max(ran->since, begin);
		end = ran->since;
	}
	return time;
}

static void ahead(struct latency_alert *alert, u64 begin)
{
	const struct switches *mine = this_cpu_ptr(switches);
	u64 end = back(mine, 0)->since, time;
	const struct ran *ran;
	unsigned int i;

	for (i = 1; i < SWITCHES && end > begin; i++) {
		ran = back(mine, i);
		end = ran->since;
		if (!ran->pid || !ran->since)
			continue;
		time = ran_for(mine, ran->pid, begin);
		if (time <= alert->other_time)
			continue;
		alert->other_time = time;
		alert->other_pid = ran->pid;
		alert->other_prio = ran->prio;
		memcpy(alert->other_comm, ran->comm, sizeof(alert->other_comm));
	}
}

/* --- from the wakeup to the switch -------------------------------------------------- */

static noinline void tell(const struct latency_tracker_event *event, unsigned int timeout)
{
	struct task_struct *task = *(struct task_struct **)event->key;
	struct latency_alert alert;

	tracker_alert_begin(&tracker, &alert, event, timeout);
	tracker_alert_task(&alert, task);
	if (event->priv == PREEMPTED)
		alert.flags |= LATENCY_ALERT_PREEMPTED;
	if (!timeout)
		ahead(&alert, event->start);
	alert.stack_size = tracker_stack_of(&tracker, task, alert.stack);
	tracker_alert_end(&tracker, &alert);
}

static void over(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;

	if (tracker_over(&tracker, event, timeout))
		tell(event, timeout);
}

static void waking(void *data, struct task_struct *task)
{
	if (tracker_wants_task(&tracker, task))
		tracker_in(&tracker, &task, sizeof(task), over, READ_ONCE(tracker.timeout), NULL);
}

static void leaves(bool preempt, struct task_struct *prev)
{
	unsigned int state = READ_ONCE(prev->__state);

	/*
	 * It was woken before it slept, which it then did not have to wait for. But if it sleeps
	 * now and is being woken at this moment, that is another wakeup.
	 */
	if (state != TASK_WAKING)
		tracker_drop(&tracker, &prev, sizeof(prev));
	if ((preempt || state == TASK_RUNNING) && READ_ONCE(preempted) &&
	    tracker_wants_task(&tracker, prev))
		tracker_in(&tracker, &prev, sizeof(prev), over, READ_ONCE(tracker.timeout),
			   PREEMPTED);
}

static void switching(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state)
{
	remember(next);
	if (prev->pid)
		leaves(preempt, prev);
	if (next->pid)
		latency_tracker_event_out(tracker.core, &next, sizeof(next));
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

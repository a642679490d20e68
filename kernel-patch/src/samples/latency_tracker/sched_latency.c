// SPDX-License-Identifier: GPL-2.0-only
/*
 * Says in the log which tasks wait longer than a threshold for a CPU after a wakeup, and, by a
 * timeout, which of them still do.
 */
#define pr_fmt(fmt) "sched_latency: " fmt

#include <linux/err.h>
#include <linux/irq_work.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "sample.h"

static unsigned int usec_threshold = 5000;
module_param(usec_threshold, uint, 0644);
MODULE_PARM_DESC(usec_threshold, "tasks that wait longer are told (us)");

static unsigned int usec_timeout = 6000;
module_param(usec_timeout, uint, 0644);
MODULE_PARM_DESC(usec_timeout, "tasks that still wait are told after this long (us, 0: not)");

static struct latency_tracker *tracker;

struct slow {
	pid_t pid;
	u64 delay;
	struct irq_work work;
};

/* Prints the message later: where tasks are switched, the console must not be used. */
static void say_late(struct irq_work *work)
{
	const struct slow *slow = container_of(work, struct slow, work);

	pr_info("task %d ran after %llu us\n", slow->pid, slow->delay / NSEC_PER_USEC);
}

static void say_waiting(struct irq_work *work)
{
	const struct slow *slow = container_of(work, struct slow, work);

	pr_info("task %d still waits after %u us\n", slow->pid, usec_timeout);
}

static struct slow late = { .work = IRQ_WORK_INIT(say_late) };
static struct slow waiting = { .work = IRQ_WORK_INIT(say_waiting) };

static void too_slow(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;
	struct slow *slow = timeout ? &waiting : &late;

	/* Only one of several at once is told. */
	if (irq_work_is_busy(&slow->work))
		return;
	slow->pid = *(const pid_t *)event->key;
	slow->delay = event->delay;
	irq_work_queue(&slow->work);
}

static void wakeup(void *data, struct task_struct *task)
{
	pid_t pid = task->pid;

	latency_tracker_event_in(tracker, &pid, sizeof(pid),
				 (u64)READ_ONCE(usec_threshold) * NSEC_PER_USEC, too_slow,
				 (u64)READ_ONCE(usec_timeout) * NSEC_PER_USEC, NULL);
}

static void runs(void *data, bool preempt, struct task_struct *prev, struct task_struct *next,
		 unsigned int prev_state)
{
	pid_t pid = next->pid;

	latency_tracker_event_out(tracker, &pid, sizeof(pid));
}

static struct sample_probe probe[] = {
	{ "sched_wakeup", wakeup },
	{ "sched_switch", runs },
};

static struct sample_probes probes = { probe, ARRAY_SIZE(probe) };

static int __init sched_latency_init(void)
{
	int ret;

	tracker = latency_tracker_create(NULL, NULL);
	if (IS_ERR(tracker))
		return PTR_ERR(tracker);
	ret = sample_hook(&probes);
	if (ret)
		latency_tracker_destroy(tracker);
	return ret;
}

static void __exit sched_latency_exit(void)
{
	sample_unhook(&probes);
	latency_tracker_destroy(tracker);
	irq_work_sync(&late.work);
	irq_work_sync(&waiting.work);
}

module_init(sched_latency_init);
module_exit(sched_latency_exit);
MODULE_DESCRIPTION("Sample of the latency tracker: tasks that wait for a CPU");
MODULE_LICENSE("GPL");

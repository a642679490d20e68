// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measures how long interrupts take: handlers and softirqs from entry to exit, and threaded
 * handlers from the interrupt until their thread has done its work and waits again.
 */
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/preempt.h>

#include "tracker.h"

static void handler_entry(void *data, int irq, struct irqaction *action);
static void handler_exit(void *data, int irq, struct irqaction *action, int ret);
static void softirq_enters(void *data, unsigned int vector);
static void softirq_leaves(void *data, unsigned int vector);
static void switching(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state);
static void ending(void *data, struct task_struct *task);

/* The probe of the end comes first, so that the end of each event is seen. */
static struct tracker_probe probes[] = {
	{ "sched_switch", switching },
	{ "sched_process_exit", ending },
	{ "softirq_exit", softirq_leaves },
	{ "softirq_entry", softirq_enters },
	{ "irq_handler_exit", handler_exit },
	{ "irq_handler_entry", handler_entry },
};

static struct tracker tracker = {
	.name = "irq",
	.number = LATENCY_TRACKER_IRQ,
	.capacity = 512,
	.module = THIS_MODULE,
	.probe = probes,
	.nr_probes = ARRAY_SIZE(probes),
	.threshold = NSEC_PER_MSEC,
};

TRACKER_PARAMETERS();

enum kind {
	HANDLER,
	SOFTIRQ,
	THREAD,
};

/* The place of an event: a CPU, or the thread of a handler. */
struct irq_key {
	u32 kind;
	u32 number;
	u64 where;
};

static const char *const softirq_name[NR_SOFTIRQS] = {
	[HI_SOFTIRQ] = "HI",
	[TIMER_SOFTIRQ] = "TIMER",
	[NET_TX_SOFTIRQ] = "NET_TX",
	[NET_RX_SOFTIRQ] = "NET_RX",
	[BLOCK_SOFTIRQ] = "BLOCK",
	[IRQ_POLL_SOFTIRQ] = "IRQ_POLL",
	[TASKLET_SOFTIRQ] = "TASKLET",
	[SCHED_SOFTIRQ] = "SCHED",
	[HRTIMER_SOFTIRQ] = "HRTIMER",
	[RCU_SOFTIRQ] = "RCU",
};

static void set_name(struct latency_alert *alert, const char *name)
{
	strscpy(alert->name, name ?: "", sizeof(alert->name));
}

static void name_softirq(struct latency_alert *alert, const struct irq_key *key)
{
	set_name(alert, key->number < NR_SOFTIRQS ? softirq_name[key->number] : "?");
}

/*
 * Names a thread. Its end is seen only after its action may have been freed, so a timer may come
 * between the two. Who frees an action takes it off its interrupt before, with this lock held.
 */
static void name_thread(struct latency_alert *alert, const struct irq_key *key)
{
	struct irq_data *data = irq_get_irq_data(key->number);
	const struct irqaction *action;
	struct irq_desc *desc;

	if (!data)
		return;
	desc = irq_data_to_desc(data);
	raw_spin_lock(&desc->lock);
	for (action = desc->action; action; action = action->next) {
		if ((unsigned long)action->thread == key->where)
			set_name(alert, action->name);
	}
	raw_spin_unlock(&desc->lock);
}

/*
 * Adds the name from the event's note: the action of a handler, or for a softirq the task in which
 * it runs. Both are there until the event is over, but for a thread's action when a timer tells of
 * it.
 */
static void add_name(struct latency_alert *alert, const struct irq_key *key,
		     const struct irqaction *action)
{
	if (key->kind == SOFTIRQ)
		name_softirq(alert, key);
	else if (key->kind == THREAD && in_hardirq())
		name_thread(alert, key);
	else
		set_name(alert, action->name);
}

static void add_interrupted(struct latency_alert *alert, const struct irq_key *key,
			    struct task_struct *task)
{
	alert->flags |= LATENCY_ALERT_INTERRUPT;
	tracker_alert_task(alert, task);
	/* A timeout may come on another CPU. */
	if (key->where == smp_processor_id())
		alert->stack_size = tracker_stack_of(&tracker, task, alert->stack);
}

/*
 * Adds the task of a softirq. On PREEMPT_RT, another one may have preempted it when the timeout
 * comes.
 */
static void add_softirq(struct latency_alert *alert, const struct irq_key *key,
			struct task_struct *task)
{
	alert->flags |= LATENCY_ALERT_SOFTIRQ;
	add_interrupted(alert, key, task);
}

static void add_thread(struct latency_alert *alert, const struct irq_key *key)
{
	struct task_struct *thread = (struct task_struct *)(unsigned long)key->where;

	alert->flags |= LATENCY_ALERT_THREADED;
	tracker_alert_task(alert, thread);
	alert->stack_size = tracker_stack_of(&tracker, thread, alert->stack);
}

static noinline void tell(const struct latency_tracker_event *event, unsigned int timeout,
			  void *priv)
{
	const struct irq_key *key = (const struct irq_key *)event->key;
	struct latency_alert alert;

	tracker_alert_begin(&tracker, &alert, event, timeout);
	alert.key[0] = key->number;
	add_name(&alert, key, priv);
	if (key->kind == THREAD)
		add_thread(&alert, key);
	else if (key->kind == SOFTIRQ)
		add_softirq(&alert, key, priv);
	else
		add_interrupted(&alert, key, current);
	tracker_alert_end(&tracker, &alert);
}

static void over(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;
	/* Once: ending() may make it that of a dropped event meanwhile. */
	void *priv = READ_ONCE(event->priv);

	if (tracker_over(&tracker, event, timeout))
		tell(event, timeout, priv);
}

/* --- what interrupts ------------------------------------------------------------ */

static void enters(enum kind kind, u32 number, void *priv)
{
	struct irq_key key = { kind, number, smp_processor_id() };

	if (tracker_wants_task(&tracker, current))
		tracker_in(&tracker, &key, sizeof(key), over, READ_ONCE(tracker.timeout), priv);
}

static void exits(enum kind kind, u32 number)
{
	struct irq_key key = { kind, number, smp_processor_id() };

	latency_tracker_event_out(tracker.core, &key, sizeof(key));
}

static void handler_entry(void *data, int irq, struct irqaction *action)
{
	enters(HANDLER, irq, action);
}

static void softirq_enters(void *data, unsigned int vector)
{
	PROBE_PREEMPT_OFF();

	enters(SOFTIRQ, vector, current);
}

static void softirq_leaves(void *data, unsigned int vector)
{
	PROBE_PREEMPT_OFF();

	exits(SOFTIRQ, vector);
}

/* --- handlers with a thread --------------------------------------------------------- */

static struct irq_key thread_key(const struct task_struct *thread, u32 irq)
{
	return (struct irq_key) { THREAD, irq, (unsigned long)thread };
}

static void handler_exit(void *data, int irq, struct irqaction *action, int ret)
{
	struct irq_key key;

	exits(HANDLER, irq);
	if (!(ret & IRQ_WAKE_THREAD) || !action->thread ||
	    !tracker_wants_task(&tracker, action->thread))
		return;
	key = thread_key(action->thread, irq);
	/* If the thread has not handled the last interrupt yet, the time of that one stays. */
	tracker_in(&tracker, &key, sizeof(key), over, READ_ONCE(tracker.timeout), action);
}

/* The number of its interrupt is at the beginning of its name only: irq/9-acpi. */
static bool irq_of_thread(const struct task_struct *task, u32 *irq)
{
	const char *text = task->comm + 4;

	if (!(task->flags & PF_KTHREAD) || memcmp(task->comm, "irq/", 4))
		return false;
	for (*irq = 0; *text >= '0' && *text <= '9'; text++)
		*irq = *irq * 10 + *text - '0';
	return true;
}

static void switching(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state)
{
	struct irq_key key;
	u32 irq;

	/* The thread waits in this state only at the end of its work. */
	if (preempt || prev_state != TASK_INTERRUPTIBLE || !irq_of_thread(prev, &irq))
		return;
	key = thread_key(prev, irq);
	latency_tracker_event_out(tracker.core, &key, sizeof(key));
}

static void ending(void *data, struct task_struct *task)
{
	struct irq_key key;
	u32 irq;

	if (!irq_of_thread(task, &irq))
		return;
	key = thread_key(task, irq);
	tracker_drop(&tracker, &key, sizeof(key));
}

static int __init irq_init(void)
{
	return tracker_load(&tracker);
}

static void __exit irq_exit_module(void)
{
	tracker_unload(&tracker);
}

module_init(irq_init);
module_exit(irq_exit_module);
MODULE_DESCRIPTION("Latency tracker: from the entry of interrupts and softirqs to their exit");
MODULE_LICENSE("GPL");

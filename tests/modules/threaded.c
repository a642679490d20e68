// SPDX-License-Identifier: GPL-2.0-only
/*
 * An interrupt with a thread, raised twice, for what a tracker with a timeout says of it. The first
 * time the thread takes longer than that. The second time it has ended, and what was requested for
 * it is free, when the timeout comes, and probes have not been told of the thread's end yet.
 *
 * By itself that is a matter of microseconds. Here the thread does not look like one of an
 * interrupt when it has done its work, so that the tracker still waits for that; and a probe at its
 * end, before the tracker's, keeps it for as long as it needs.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/tracepoint.h>

/* Longer than what a task's name has of it. */
#define NAME "threaded by a test"
#define BEFORE_OTHERS (TRACEPOINT_DEFAULT_PRIO + 1)
#define PATIENCE_MS 10000ULL

static unsigned int line = 3;
module_param(line, uint, 0444);
MODULE_PARM_DESC(line, "which interrupt, one that nobody has");

static unsigned int ms = 200;
module_param(ms, uint, 0444);
MODULE_PARM_DESC(ms, "longer than the tracker's timeout");

static DECLARE_COMPLETION(worked);
static struct tracepoint *exit_tracepoint;
static struct task_struct *thread;
static bool is_last;
static bool is_free;

static irqreturn_t interrupt(int irq, void *data)
{
	return IRQ_WAKE_THREAD;
}

static irqreturn_t work(int irq, void *data)
{
	if (is_last) {
		WRITE_ONCE(thread, current);
		current->comm[0] = '-';
	} else {
		msleep(ms);
	}
	complete(&worked);
	return IRQ_HANDLED;
}

static void ending(void *data, struct task_struct *task)
{
	u64 patient_until = ktime_get_mono_fast_ns() + PATIENCE_MS * NSEC_PER_MSEC;

	if (task != READ_ONCE(thread))
		return;
	current->comm[0] = 'i';
	while (!READ_ONCE(is_free) && ktime_get_mono_fast_ns() < patient_until)
		cpu_relax();
	mdelay(ms);
}

static void look(struct tracepoint *tracepoint, void *data)
{
	if (!strcmp(tracepoint->name, "sched_process_exit"))
		exit_tracepoint = tracepoint;
}

static int raise_once(void)
{
	struct irq_data *data = irq_get_irq_data(line);
	struct irq_chip *chip = irq_data_get_irq_chip(data);

	if (!chip->irq_retrigger || !chip->irq_retrigger(data))
		return -EOPNOTSUPP;
	if (!wait_for_completion_timeout(&worked, msecs_to_jiffies(PATIENCE_MS)))
		return -ETIMEDOUT;
	return 0;
}

static int raise_both(void)
{
	int ret;

	/* Without IRQF_ONESHOT PREEMPT_RT would make the other part a thread, too. */
	ret = request_threaded_irq(line, interrupt, work, IRQF_ONESHOT, NAME, NULL);
	if (ret)
		return ret;
	ret = raise_once();
	/* The thread is to wait for the next one first. */
	msleep(ms);
	is_last = true;
	if (!ret)
		ret = raise_once();
	free_irq(line, NULL);
	WRITE_ONCE(is_free, true);
	return ret;
}

static int __init threaded_init(void)
{
	int ret;

	for_each_kernel_tracepoint(look, NULL);
	if (!exit_tracepoint)
		return -ENOENT;
	ret = tracepoint_probe_register_prio(exit_tracepoint, ending, NULL, BEFORE_OTHERS);
	if (ret)
		return ret;
	ret = raise_both();
	tracepoint_probe_unregister(exit_tracepoint, ending, NULL);
	/* Waits for the thread that it keeps. */
	tracepoint_synchronize_unregister();
	return ret;
}

static void __exit threaded_exit(void)
{
}

module_init(threaded_init);
module_exit(threaded_exit);
MODULE_DESCRIPTION("An interrupt whose thread takes its time, and ends, for the tests of rtlat");
MODULE_LICENSE("GPL");

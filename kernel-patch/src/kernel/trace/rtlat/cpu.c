// SPDX-License-Identifier: GPL-2.0-only
/* The state of each CPU, and the task that is its workload. */
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched/task.h>

#include "rtlat.h"

struct rtlat_cpu __percpu *rtlat_cpus __read_mostly;

int rtlat_cpus_create(void)
{
	int cpu;

	rtlat_cpus = alloc_percpu(struct rtlat_cpu);
	if (!rtlat_cpus)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		rtlat_of_cpu(cpu)->cpu = cpu;
		rtlat_timer_setup(rtlat_of_cpu(cpu));
	}
	return 0;
}

void rtlat_cpus_destroy(void)
{
	free_percpu(rtlat_cpus);
}

void rtlat_attach(struct rtlat_cpu *c, const struct rtlat_settings *settings,
		  struct task_struct *task, bool user)
{
	rtlat_account_reset(c);
	rtlat_timer_setup(c);
	c->settings = settings;
	c->user = user;
	if (!task)
		return;
	c->pid = task->pid;
	WRITE_ONCE(c->task, get_task_struct(task));
}

/*
 * The task may still be at it on its CPU: preemption is off there while it arms its timer, and its
 * timer's handler has interrupts off, so after a grace period neither will look at the task again.
 */
void rtlat_detach(struct rtlat_cpu *c)
{
	c->active = false;
	c->leaving = c->task;
	WRITE_ONCE(c->task, NULL);
}

void rtlat_detach_end(struct rtlat_cpu *c)
{
	rtlat_timer_cancel(c);
	if (c->leaving)
		put_task_struct(c->leaving);
	c->leaving = NULL;
}

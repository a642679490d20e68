// SPDX-License-Identifier: GPL-2.0-only
/* The probes, registered while a tracer runs, that tell the accounting who comes and goes. */
#include <linux/types.h>
#include <linux/ftrace_irq.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/preempt.h>
#include <linux/trace.h>
#include <trace/events/irq.h>
#include <trace/events/sched.h>
#include <trace/events/timer.h>

#include "ipi.h"
#include "rtlat.h"

bool trace_osnoise_callback_enabled;

/* Architectures whose vectors have tracepoints of their own register them here. */
int __weak osnoise_arch_register(void)
{
	return 0;
}

void __weak osnoise_arch_unregister(void)
{
}

void trace_osnoise_callback(bool enter)
{
	struct rtlat_cpu *c = this_cpu_ptr(&rtlat_cpu);

	if (enter)
		rtlat_account_enter_nmi(c);
	else
		rtlat_account_leave_nmi(c);
}

void osnoise_trace_irq_entry(int id)
{
	rtlat_account_enter_irq(this_cpu_ptr(&rtlat_cpu), id);
}

void osnoise_trace_irq_exit(int id, const char *desc)
{
	rtlat_account_leave_irq(this_cpu_ptr(&rtlat_cpu), id, desc);
}

static void probe_irq_entry(void *data, int irq, struct irqaction *action)
{
	osnoise_trace_irq_entry(irq);
}

static void probe_irq_exit(void *data, int irq, struct irqaction *action, int ret)
{
	osnoise_trace_irq_exit(irq, action->name);
}

/* Accounts for another timer's function. In a softirq or its thread, it is a part of that. */
static void probe_timer_entry(void *data, struct hrtimer *timer, ktime_t *now)
{
	struct rtlat_cpu *c = this_cpu_ptr(&rtlat_cpu);

	if (timer != &c->timer && in_hardirq())
		rtlat_account_timer(c, (unsigned long)timer->function);
}

/* Accounts for softirqs. On PREEMPT_RT they run in threads, and are accounted for as such. */
static void probe_softirq_entry(void *data, unsigned int vector)
{
	unsigned long flags;

	local_irq_save(flags);
	rtlat_account_enter_softirq(this_cpu_ptr(&rtlat_cpu), vector);
	local_irq_restore(flags);
}

static void probe_softirq_exit(void *data, unsigned int vector)
{
	unsigned long flags;

	local_irq_save(flags);
	rtlat_account_leave_softirq(this_cpu_ptr(&rtlat_cpu), vector);
	local_irq_restore(flags);
}

static void probe_switch(void *data, bool preempt, struct task_struct *prev,
			 struct task_struct *next, unsigned int prev_state)
{
	rtlat_account_switch(this_cpu_ptr(&rtlat_cpu), prev, next);
}

static void probe_migrate(void *data, struct task_struct *task, int dest)
{
	struct rtlat_cpu *c = per_cpu_ptr(&rtlat_cpu, task_cpu(task));

	if (READ_ONCE(c->task) == task && c->user && dest != c->cpu)
		rtlat_workload_migrated(c);
}

static int register_softirqs(void)
{
	int ret;

	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		return 0;
	ret = register_trace_softirq_entry(probe_softirq_entry, NULL);
	if (ret)
		return ret;
	ret = register_trace_softirq_exit(probe_softirq_exit, NULL);
	if (ret)
		unregister_trace_softirq_entry(probe_softirq_entry, NULL);
	return ret;
}

static void unregister_softirqs(void)
{
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		return;
	unregister_trace_softirq_exit(probe_softirq_exit, NULL);
	unregister_trace_softirq_entry(probe_softirq_entry, NULL);
}

static int register_irqs(void)
{
	int ret;

	ret = register_trace_irq_handler_entry(probe_irq_entry, NULL);
	if (ret)
		return ret;
	ret = register_trace_irq_handler_exit(probe_irq_exit, NULL);
	if (ret)
		goto fail_exit;
	ret = osnoise_arch_register();
	if (ret)
		goto fail_arch;
	return 0;

fail_arch:
	unregister_trace_irq_handler_exit(probe_irq_exit, NULL);
fail_exit:
	unregister_trace_irq_handler_entry(probe_irq_entry, NULL);
	return ret;
}

static void unregister_irqs(void)
{
	osnoise_arch_unregister();
	unregister_trace_irq_handler_exit(probe_irq_exit, NULL);
	unregister_trace_irq_handler_entry(probe_irq_entry, NULL);
}

int rtlat_hooks_register(void)
{
	int ret;

	ret = register_trace_sched_switch(probe_switch, NULL);
	if (ret)
		return ret;
	ret = register_trace_sched_migrate_task(probe_migrate, NULL);
	if (ret)
		goto fail_migrate;
	ret = register_softirqs();
	if (ret)
		goto fail_softirqs;
	ret = register_trace_hrtimer_expire_entry(probe_timer_entry, NULL);
	if (ret)
		goto fail_timers;
	ret = rtlat_ipi_register();
	if (ret)
		goto fail_ipis;
	ret = register_irqs();
	if (ret)
		goto fail_irqs;
	trace_osnoise_callback_enabled = true;
	return 0;

fail_irqs:
	rtlat_ipi_unregister();
fail_ipis:
	unregister_trace_hrtimer_expire_entry(probe_timer_entry, NULL);
fail_timers:
	unregister_softirqs();
fail_softirqs:
	unregister_trace_sched_migrate_task(probe_migrate, NULL);
fail_migrate:
	unregister_trace_sched_switch(probe_switch, NULL);
	return ret;
}

void rtlat_hooks_unregister(void)
{
	trace_osnoise_callback_enabled = false;
	unregister_irqs();
	rtlat_ipi_unregister();
	unregister_trace_hrtimer_expire_entry(probe_timer_entry, NULL);
	unregister_softirqs();
	unregister_trace_sched_migrate_task(probe_migrate, NULL);
	unregister_trace_sched_switch(probe_switch, NULL);
	/* After this no probe runs any more. */
	tracepoint_synchronize_unregister();
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The probes that tell the accounting who comes and goes, registered while there is a workload.
 * Tracepoints are found by their names, which modules can do, too.
 */
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/preempt.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "ipi.h"
#include "rtlat.h"

static void vector_enters(void *data, int vector)
{
	rtlat_account_enter_irq(rtlat_this_cpu(), vector | RTLAT_VECTOR);
}

static void vector_leaves(void *data, int vector)
{
	rtlat_account_leave_irq(rtlat_this_cpu(), vector | RTLAT_VECTOR, data);
}

static void irq_enters(void *data, int irq, struct irqaction *action)
{
	rtlat_account_enter_irq(rtlat_this_cpu(), irq);
}

static void irq_leaves(void *data, int irq, struct irqaction *action, int ret)
{
	rtlat_account_leave_irq(rtlat_this_cpu(), irq, action->name);
}

/* Accounts for another timer's function. In a softirq or its thread, it is a part of that. */
static void timer_expires(void *data, struct hrtimer *timer, ktime_t *now)
{
	struct rtlat_cpu *c;

	if (!in_hardirq())
		return;
	c = rtlat_this_cpu();
	if (timer != &c->timer)
		rtlat_account_timer(c, (unsigned long)ACCESS_PRIVATE(timer, function));
}

static void softirq_enters(void *data, unsigned int vector)
{
	unsigned long flags;

	local_irq_save(flags);
	rtlat_account_enter_softirq(rtlat_this_cpu(), vector);
	local_irq_restore(flags);
}

static void softirq_leaves(void *data, unsigned int vector)
{
	unsigned long flags;

	local_irq_save(flags);
	rtlat_account_leave_softirq(rtlat_this_cpu(), vector);
	local_irq_restore(flags);
}

static void switches(void *data, bool preempt, struct task_struct *prev,
		     struct task_struct *next, unsigned int prev_state)
{
	rtlat_account_switch(rtlat_this_cpu(), prev, next);
}

static void migrates(void *data, struct task_struct *task, int dest)
{
	struct rtlat_cpu *c = rtlat_of_cpu(task_cpu(task));

	if (READ_ONCE(c->task) == task && c->user && dest != c->cpu)
		rtlat_reader_leaves(c);
}

static void sends(void *data, const unsigned int cpu, unsigned long caller, void *callback)
{
	PROBE_PREEMPT_OFF();

	rtlat_ipi_send(cpu);
}

static void sends_many(void *data, const struct cpumask *cpus, unsigned long caller,
		       void *callback)
{
	PROBE_PREEMPT_OFF();
	int cpu;

	for_each_cpu(cpu, cpus)
		rtlat_ipi_send(cpu);
}

#ifdef MODULE

/* A handler of NMIs is over: x86 only. The kernel tells nobody but its own tracers of the NMI. */
static void nmi_handled(void *data, void *handler, s64 duration, int handled)
{
	struct rtlat_cpu *c = rtlat_this_cpu();
	struct rtlat_span *span = &c->span[TIMERLAT_NMI];

	if (!c->active || span->start)
		return;
	span->nested = 0;
	span->start = rtlat_clock() - duration;
	rtlat_account_leave_nmi(c);
}

#define NMI_HOOK	{ "nmi_handler", nmi_handled, .optional = true },

#else

#include <linux/ftrace_irq.h>
#include <linux/trace.h>

bool trace_osnoise_callback_enabled;

void trace_osnoise_callback(bool enter)
{
	if (enter)
		rtlat_account_enter_nmi(rtlat_this_cpu());
	else
		rtlat_account_leave_nmi(rtlat_this_cpu());
}

/* The probes that x86 has for osnoise call these, but are never registered. */
void osnoise_trace_irq_entry(int id)
{
}

void osnoise_trace_irq_exit(int id, const char *desc)
{
}

#define NMI_HOOK

#endif /* MODULE */

#define VECTOR_ENTERS(name)	{ #name "_entry", vector_enters, .optional = true }
#define VECTOR_LEAVES(name)	{ #name "_exit", vector_leaves, #name, .optional = true }

static struct hook {
	const char *name;
	void *probe;
	void *data;
	bool optional;	/* not all kernels have the tracepoint */
	bool skip;
	struct tracepoint *found;
} hooks[] = {
	{ "sched_switch", switches },
	{ "sched_migrate_task", migrates },
	{ "hrtimer_expire_entry", timer_expires },
	/* On PREEMPT_RT softirqs run in threads, and are accounted for as such. */
	{ "softirq_entry", softirq_enters, .skip = IS_ENABLED(CONFIG_PREEMPT_RT) },
	{ "softirq_exit", softirq_leaves, .skip = IS_ENABLED(CONFIG_PREEMPT_RT) },
	{ "ipi_send_cpu", sends, .optional = true },
	{ "ipi_send_cpumask", sends_many, .optional = true },
	{ "irq_handler_entry", irq_enters },
	{ "irq_handler_exit", irq_leaves },
	VECTOR_ENTERS(local_timer), VECTOR_LEAVES(local_timer),
	VECTOR_ENTERS(reschedule), VECTOR_LEAVES(reschedule),
	VECTOR_ENTERS(call_function), VECTOR_LEAVES(call_function),
	VECTOR_ENTERS(call_function_single), VECTOR_LEAVES(call_function_single),
	VECTOR_ENTERS(irq_work), VECTOR_LEAVES(irq_work),
	VECTOR_ENTERS(x86_platform_ipi), VECTOR_LEAVES(x86_platform_ipi),
	VECTOR_ENTERS(thermal_apic), VECTOR_LEAVES(thermal_apic),
	VECTOR_ENTERS(threshold_apic), VECTOR_LEAVES(threshold_apic),
	VECTOR_ENTERS(deferred_error_apic), VECTOR_LEAVES(deferred_error_apic),
	VECTOR_ENTERS(error_apic), VECTOR_LEAVES(error_apic),
	VECTOR_ENTERS(spurious_apic), VECTOR_LEAVES(spurious_apic),
	NMI_HOOK
};

static void look(struct tracepoint *tracepoint, void *unused)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(hooks); i++) {
		if (!hooks[i].skip && !strcmp(tracepoint->name, hooks[i].name))
			hooks[i].found = tracepoint;
	}
}

static int register_hook(struct hook *hook)
{
	if (!hook->found)
		return hook->optional || hook->skip ? 0 : -ENOENT;
	return tracepoint_probe_register(hook->found, hook->probe, hook->data);
}

static void unregister(int nr)
{
	while (nr--) {
		if (hooks[nr].found)
			tracepoint_probe_unregister(hooks[nr].found, hooks[nr].probe,
						    hooks[nr].data);
	}
	/* After this no probe runs any more. */
	tracepoint_synchronize_unregister();
}

int rtlat_hooks_register(void)
{
	int i, ret;

	for_each_kernel_tracepoint(look, NULL);
	for (i = 0; i < ARRAY_SIZE(hooks); i++) {
		ret = register_hook(&hooks[i]);
		if (ret) {
			pr_err("rtlat: no probe at %s: %d\n", hooks[i].name, ret);
			unregister(i);
			return ret;
		}
	}
#ifndef MODULE
	trace_osnoise_callback_enabled = true;
#endif
	return 0;
}

void rtlat_hooks_unregister(void)
{
#ifndef MODULE
	trace_osnoise_callback_enabled = false;
#endif
	unregister(ARRAY_SIZE(hooks));
}

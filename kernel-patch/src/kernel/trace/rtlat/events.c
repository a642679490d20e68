// SPDX-License-Identifier: GPL-2.0-only
/* Writes the trace events of noise, for which a caller in events.h has seen that they are on. */
#include <linux/interrupt.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/trace_clock.h>
#include <trace/events/irq.h>

#define CREATE_TRACE_POINTS
#ifdef MODULE
#include "rtlat_events.h"
#else
#include <trace/events/osnoise.h>
#endif
#undef CREATE_TRACE_POINTS

#include "events.h"

/* The events' start is a time of the trace, which by default has another clock. */
static u64 trace_time(u64 then, u64 now)
{
	return trace_clock_local() - (now - then);
}

void rtlat_trace_nmi(u64 start, u64 net, u64 now)
{
	trace_nmi_noise(trace_time(start, now), net);
}

void rtlat_trace_irq(int id, const char *name, u64 start, u64 net, u64 now)
{
	trace_irq_noise(id, name, trace_time(start, now), net);
}

void rtlat_trace_softirq(int vector, u64 start, u64 net, u64 now)
{
	trace_softirq_noise(vector, trace_time(start, now), net);
}

void rtlat_trace_thread(struct task_struct *task, u64 start, u64 net, u64 now)
{
	trace_thread_noise(task, trace_time(start, now), net);
}

#ifndef MODULE
void rtlat_trace_gap(u64 start, u64 duration, u64 interruptions, u64 now)
{
	trace_sample_threshold(trace_time(start, now), duration, interruptions);
}
#endif

const char *rtlat_softirq_name(int vector)
{
	/* Modules cannot have the kernel's own names. */
	static const char * const names[NR_SOFTIRQS] = {
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

	return vector < NR_SOFTIRQS ? names[vector] : "softirq";
}

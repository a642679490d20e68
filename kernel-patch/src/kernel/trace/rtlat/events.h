/* SPDX-License-Identifier: GPL-2.0-only */
/* The trace events of noise, at the cost of a patched-out branch each while off. */
#ifndef _RTLAT_EVENTS_H
#define _RTLAT_EVENTS_H

#include <linux/tracepoint-defs.h>
#include <linux/types.h>

struct task_struct;

DECLARE_TRACEPOINT(nmi_noise);
DECLARE_TRACEPOINT(irq_noise);
DECLARE_TRACEPOINT(softirq_noise);
DECLARE_TRACEPOINT(thread_noise);
DECLARE_TRACEPOINT(sample_threshold);

void rtlat_trace_nmi(u64 start, u64 net, u64 now);
void rtlat_trace_irq(int id, const char *name, u64 start, u64 net, u64 now);
void rtlat_trace_softirq(int vector, u64 start, u64 net, u64 now);
void rtlat_trace_thread(struct task_struct *task, u64 start, u64 net, u64 now);
void rtlat_trace_gap(u64 start, u64 duration, u64 interruptions, u64 now);
const char *rtlat_softirq_name(int vector);

/* Durations are net; start and now are rtlat_clock()'s. */
static inline void rtlat_event_nmi(u64 start, u64 net, u64 now)
{
	if (tracepoint_enabled(nmi_noise))
		rtlat_trace_nmi(start, net, now);
}

static inline bool rtlat_event_irq_enabled(void)
{
	return tracepoint_enabled(irq_noise);
}

static inline void rtlat_event_irq(int id, const char *name, u64 start, u64 net, u64 now)
{
	if (tracepoint_enabled(irq_noise))
		rtlat_trace_irq(id, name, start, net, now);
}

static inline void rtlat_event_softirq(int vector, u64 start, u64 net, u64 now)
{
	if (tracepoint_enabled(softirq_noise))
		rtlat_trace_softirq(vector, start, net, now);
}

static inline void rtlat_event_thread(struct task_struct *task, u64 start, u64 net, u64 now)
{
	if (tracepoint_enabled(thread_noise))
		rtlat_trace_thread(task, start, net, now);
}

static inline void rtlat_event_gap(u64 start, u64 duration, u64 interruptions, u64 now)
{
	if (tracepoint_enabled(sample_threshold))
		rtlat_trace_gap(start, duration, interruptions, now);
}

#endif /* _RTLAT_EVENTS_H */

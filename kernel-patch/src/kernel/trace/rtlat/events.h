/* SPDX-License-Identifier: GPL-2.0-only */
/* The osnoise: trace events, at the cost of a patched-out branch each while off. */
#ifndef _RTLAT_EVENTS_H
#define _RTLAT_EVENTS_H

#include <linux/types.h>

struct task_struct;

/* Durations are net; start and now are rtlat_clock()'s. */
void rtlat_event_nmi(u64 start, u64 net, u64 now);
void rtlat_event_irq(int id, const char *name, u64 start, u64 net, u64 now);
void rtlat_event_softirq(int vector, u64 start, u64 net, u64 now);
void rtlat_event_thread(struct task_struct *task, u64 start, u64 net,
			u64 now);
void rtlat_event_gap(u64 start, u64 duration, u64 interruptions, u64 now);
const char *rtlat_softirq_name(int vector);

#endif /* _RTLAT_EVENTS_H */

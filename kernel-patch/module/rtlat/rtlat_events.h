/* SPDX-License-Identifier: GPL-2.0-only */
/* The module's trace events of noise. Their fields are those of the kernel's own, of osnoise. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM rtlat

#if !defined(_RTLAT_EVENTS_OF_MODULE_H) || defined(TRACE_HEADER_MULTI_READ)
#define _RTLAT_EVENTS_OF_MODULE_H

#include <linux/sched.h>
#include <linux/tracepoint.h>

/* Times of noise are net of what nests in it; start is a time of the trace. */
TRACE_EVENT(thread_noise,

	TP_PROTO(struct task_struct *task, u64 start, u64 duration),

	TP_ARGS(task, start, duration),

	TP_STRUCT__entry(
		__array(char,	comm,	TASK_COMM_LEN)
		__field(u64,	start)
		__field(u64,	duration)
		__field(pid_t,	pid)
	),

	TP_fast_assign(
		memcpy(__entry->comm, task->comm, TASK_COMM_LEN);
		__entry->pid = task->pid;
		__entry->start = start;
		__entry->duration = duration;
	),

	TP_printk("%8s:%d start %llu duration %llu ns", __entry->comm, __entry->pid,
		  __entry->start, __entry->duration)
);

TRACE_EVENT(softirq_noise,

	TP_PROTO(int vector, u64 start, u64 duration),

	TP_ARGS(vector, start, duration),

	TP_STRUCT__entry(
		__field(u64,	start)
		__field(u64,	duration)
		__field(int,	vector)
	),

	TP_fast_assign(
		__entry->vector = vector;
		__entry->start = start;
		__entry->duration = duration;
	),

	TP_printk("softirq %d start %llu duration %llu ns", __entry->vector, __entry->start,
		  __entry->duration)
);

TRACE_EVENT(irq_noise,

	TP_PROTO(int vector, const char *desc, u64 start, u64 duration),

	TP_ARGS(vector, desc, start, duration),

	TP_STRUCT__entry(
		__field(u64,	start)
		__field(u64,	duration)
		__array(char,	desc,	32)
		__field(int,	vector)
	),

	TP_fast_assign(
		strscpy(__entry->desc, desc, sizeof(__entry->desc));
		__entry->vector = vector;
		__entry->start = start;
		__entry->duration = duration;
	),

	TP_printk("%s:%d start %llu duration %llu ns", __entry->desc, __entry->vector,
		  __entry->start, __entry->duration)
);

TRACE_EVENT(nmi_noise,

	TP_PROTO(u64 start, u64 duration),

	TP_ARGS(start, duration),

	TP_STRUCT__entry(
		__field(u64,	start)
		__field(u64,	duration)
	),

	TP_fast_assign(
		__entry->start = start;
		__entry->duration = duration;
	),

	TP_printk("start %llu duration %llu ns", __entry->start, __entry->duration)
);

#endif /* _RTLAT_EVENTS_OF_MODULE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE rtlat_events
/* This part must be outside protection */
#include <trace/define_trace.h>

/* SPDX-License-Identifier: GPL-2.0-only */
/* The trace event of the latency trackers: an alert. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM latency_tracker

#if !defined(_TRACE_LATENCY_TRACKER_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_LATENCY_TRACKER_H

#include <linux/tracepoint.h>
#include <uapi/linux/latency_tracker.h>

#ifndef latency_alert_flags
#define latency_alert_flags(flags)					\
	__print_flags(flags, "|",					\
		      { LATENCY_ALERT_TIMEOUT, "timeout" },		\
		      { LATENCY_ALERT_INTERRUPT, "interrupt" },		\
		      { LATENCY_ALERT_PREEMPTED, "preempted" },		\
		      { LATENCY_ALERT_SOFTIRQ, "softirq" },		\
		      { LATENCY_ALERT_THREADED, "threaded" },		\
		      { LATENCY_ALERT_WRITE, "write" },			\
		      { LATENCY_ALERT_FAILED, "failed" })
#endif

/* A tracker's alert: the fields are those of struct latency_alert. */
TRACE_EVENT(latency_alert,

	TP_PROTO(const char *tracker, const struct latency_alert *alert),

	TP_ARGS(tracker, alert),

	TP_STRUCT__entry(
		__array(char,		tracker,	16)
		__field(u64,		delay)
		__field(u64,		threshold)
		__field(unsigned int,	flags)
		__field(pid_t,		pid)
		__field(int,		prio)
		__field(pid_t,		other_pid)
		__array(char,		comm,		LATENCY_ALERT_COMM)
		__array(char,		other_comm,	LATENCY_ALERT_COMM)
		__array(char,		name,		LATENCY_ALERT_NAME)
		__field(u64,		other_time)
		__array(u64,		key,		4)
		__dynamic_array(u64,	stack,		alert->stack_size)
		__dynamic_array(u64,	other_stack,	alert->other_stack_size)
	),

	TP_fast_assign(
		strscpy(__entry->tracker, tracker, 16);
		__entry->delay = alert->delay;
		__entry->threshold = alert->threshold;
		__entry->flags = alert->flags;
		__entry->pid = alert->pid;
		__entry->prio = alert->prio;
		__entry->other_pid = alert->other_pid;
		memcpy(__entry->comm, alert->comm, LATENCY_ALERT_COMM);
		memcpy(__entry->other_comm, alert->other_comm, LATENCY_ALERT_COMM);
		memcpy(__entry->name, alert->name, LATENCY_ALERT_NAME);
		__entry->other_time = alert->other_time;
		memcpy(__entry->key, alert->key, sizeof(alert->key));
		memcpy(__get_dynamic_array(stack), alert->stack,
		       alert->stack_size * sizeof(u64));
		memcpy(__get_dynamic_array(other_stack), alert->other_stack,
		       alert->other_stack_size * sizeof(u64));
	),

	TP_printk("%s delay %llu threshold %llu flags %s task %s:%d prio %d other %s:%d %llu key %s name %s stack %s other_stack %s",
		  __entry->tracker, __entry->delay, __entry->threshold,
		  latency_alert_flags(__entry->flags), __entry->comm, __entry->pid,
		  __entry->prio, __entry->other_comm, __entry->other_pid, __entry->other_time,
		  __print_array(__entry->key, 4, 8), __entry->name,
		  __print_array(__get_dynamic_array(stack),
				__get_dynamic_array_len(stack) / 8, 8),
		  __print_array(__get_dynamic_array(other_stack),
				__get_dynamic_array_len(other_stack) / 8, 8))
);

#endif /* _TRACE_LATENCY_TRACKER_H */

#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE latency_tracker
/* This part must be outside protection */
#include <trace/define_trace.h>

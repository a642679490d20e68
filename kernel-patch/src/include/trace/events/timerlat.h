/* SPDX-License-Identifier: GPL-2.0-only */
/* The trace events of samples, and of the limit that one has reached. */
#undef TRACE_SYSTEM
#ifdef MODULE
#define TRACE_SYSTEM rtlat
#else
#define TRACE_SYSTEM osnoise
#endif
#undef TRACE_SYSTEM_VAR
#define TRACE_SYSTEM_VAR rtlat_timerlat

#if !defined(_TRACE_TIMERLAT_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_TIMERLAT_H

#include <linux/rtlat_compat.h>
#include <linux/tracepoint.h>

#ifndef timerlat_context_name
#define timerlat_context_name(context)			\
	__print_symbolic(context,			\
			 { 0, "irq" },			\
			 { 1, "thread" },		\
			 { 2, "user-ret" })
#endif

#ifdef OWN_SAMPLE_EVENT
/* A latency of an activation. Fires once, however many instances trace it. */
TRACE_EVENT(timerlat_sample,

	TP_PROTO(u64 timer_latency, u32 seqnum, int context),

	TP_ARGS(timer_latency, seqnum, context),

	TP_STRUCT__entry(
		__field(u64,	timer_latency)
		__field(u32,	seqnum)
		__field(int,	context)
	),

	TP_fast_assign(
		__entry->timer_latency = timer_latency;
		__entry->seqnum = seqnum;
		__entry->context = context;
	),

	TP_printk("#%u context %s timer_latency %llu ns", __entry->seqnum,
		  timerlat_context_name(__entry->context), __entry->timer_latency)
);
#endif

/* A latency reached stop_tracing_us or stop_tracing_total_us. */
TRACE_EVENT(timerlat_threshold,

	TP_PROTO(int cpu, int context, u64 latency, u64 threshold, u32 seqnum),

	TP_ARGS(cpu, context, latency, threshold, seqnum),

	TP_STRUCT__entry(
		__field(u64,	latency)
		__field(u64,	threshold)
		__field(u32,	seqnum)
		__field(int,	cpu)
		__field(int,	context)
	),

	TP_fast_assign(
		__entry->latency = latency;
		__entry->threshold = threshold;
		__entry->seqnum = seqnum;
		__entry->cpu = cpu;
		__entry->context = context;
	),

	TP_printk("cpu %d #%u context %s latency %llu ns threshold %llu ns", __entry->cpu,
		  __entry->seqnum, timerlat_context_name(__entry->context), __entry->latency,
		  __entry->threshold)
);

#endif /* _TRACE_TIMERLAT_H */

#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE timerlat
/* This part must be outside protection */
#include <trace/define_trace.h>

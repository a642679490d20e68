// SPDX-License-Identifier: GPL-2.0-only
/* Writes the trace events of activations, which the module has beside the records. */
#define CREATE_TRACE_POINTS
#include <trace/events/timerlat.h>
#undef CREATE_TRACE_POINTS

#include "rtlat.h"

void rtlat_output_irq(struct rtlat_cpu *c, u64 latency)
{
	trace_timerlat_sample(latency, c->seq, RTLAT_CONTEXT_IRQ);
}

void rtlat_output_latency(struct rtlat_cpu *c, enum rtlat_context context, u64 latency)
{
	trace_timerlat_sample(latency, c->seq, context);
}

void rtlat_output_stop(struct rtlat_cpu *c, enum rtlat_context context, u64 latency, u64 threshold)
{
	trace_timerlat_threshold(c->cpu, context, latency, threshold, c->seq);
}

/* Largest latencies and stacks are the tracer's, which has instances to write them to. */
void rtlat_output_max(u64 latency)
{
}

void rtlat_output_stack(const unsigned long *calls, unsigned int nr)
{
}

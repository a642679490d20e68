// SPDX-License-Identifier: GPL-2.0-only
/*
 * The output of samples: every instance that has set the tracer gets them, while its tracing is on.
 */
#include <linux/kernel.h>
#include <linux/panic.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#define CREATE_TRACE_POINTS
#include <trace/events/timerlat.h>
#undef CREATE_TRACE_POINTS

#include <trace/events/osnoise.h>

#include "../trace.h"
#include "rtlat.h"

struct instance {
	struct list_head list;
	struct trace_array *tr;
};

/* Changed under trace_types_lock. */
static LIST_HEAD(instances);

/* The events of samples, at the cost of a patched-out branch each while off. */
#ifdef OWN_SAMPLE_EVENT

static __always_inline void trace_sample(u64 latency, u32 seq, enum rtlat_context context)
{
	trace_timerlat_sample(latency, seq, context);
}

static void trace_noise(const struct osnoise_entry *entry)
{
}

#else

static __always_inline void trace_sample(u64 latency, u32 seq, enum rtlat_context context)
{
	struct timerlat_sample sample;

	if (!trace_timerlat_sample_enabled())
		return;
	sample.timer_latency = latency;
	sample.seqnum = seq;
	sample.context = context;
	trace_timerlat_sample(&sample);
}

static void trace_noise(const struct osnoise_entry *entry)
{
	struct osnoise_sample sample = {
		.runtime = entry->runtime,
		.noise = entry->noise,
		.max_sample = entry->max_sample,
		.hw_count = entry->hw_count,
		.nmi_count = entry->nmi_count,
		.irq_count = entry->irq_count,
		.softirq_count = entry->softirq_count,
		.thread_count = entry->thread_count,
	};

	trace_osnoise_sample(&sample);
}

#endif /* OWN_SAMPLE_EVENT */

static void write_sample(struct trace_buffer *buffer, struct rtlat_cpu *c,
			 enum rtlat_context context, u64 latency)
{
	struct ring_buffer_event *event;
	struct timerlat_entry *entry;

	event = trace_buffer_lock_reserve(buffer, TRACE_TIMERLAT, sizeof(*entry),
					  tracing_gen_ctx());
	if (!event)
		return;
	entry = ring_buffer_event_data(event);
	entry->seqnum = c->seq;
	entry->context = context;
	entry->timer_latency = latency;
	trace_buffer_unlock_commit_nostack(buffer, event);
}

void rtlat_output_irq(struct rtlat_cpu *c, u64 latency)
{
	struct instance *instance;

	trace_sample(latency, c->seq, RTLAT_CONTEXT_IRQ);
	/* Interrupts are masked: the list stays. */
	list_for_each_entry_rcu(instance, &instances, list, true) {
		if (tracer_tracing_is_on(instance->tr))
			write_sample(instance->tr->array_buffer.buffer, c, RTLAT_CONTEXT_IRQ,
				     latency);
	}
}

static void note_max(struct trace_array *tr, u64 latency)
{
	if (latency <= READ_ONCE(tr->max_latency))
		return;
	tr->max_latency = latency;
	latency_fsnotify(tr);
}

void rtlat_output_latency(struct rtlat_cpu *c, enum rtlat_context context, u64 latency)
{
	struct instance *instance;

	trace_sample(latency, c->seq, context);
	preempt_disable_notrace();
	list_for_each_entry_rcu(instance, &instances, list, true) {
		if (!tracer_tracing_is_on(instance->tr))
			continue;
		write_sample(instance->tr->array_buffer.buffer, c, context, latency);
		note_max(instance->tr, latency);
	}
	preempt_enable_notrace();
}

static void fill_noise(struct osnoise_entry *entry, const struct rtlat_noise *noise)
{
	entry->noise = div_u64(noise->noise, NSEC_PER_USEC);
	entry->runtime = div_u64(noise->runtime, NSEC_PER_USEC);
	entry->max_sample = div_u64(noise->max_sample, NSEC_PER_USEC);
	entry->hw_count = noise->hardware;
	entry->nmi_count = noise->count[TIMERLAT_NMI];
	entry->irq_count = noise->count[TIMERLAT_IRQ];
	entry->softirq_count = noise->count[TIMERLAT_SOFTIRQ];
	entry->thread_count = noise->count[TIMERLAT_THREAD];
}

void rtlat_output_noise(const struct rtlat_noise *noise)
{
	struct ring_buffer_event *event;
	struct trace_buffer *buffer;
	struct instance *instance;
	struct osnoise_entry entry;

	fill_noise(&entry, noise);
	trace_noise(&entry);
	rcu_read_lock();
	list_for_each_entry_rcu(instance, &instances, list) {
		buffer = instance->tr->array_buffer.buffer;
		event = trace_buffer_lock_reserve(buffer, TRACE_OSNOISE, sizeof(entry),
						  tracing_gen_ctx());
		if (!event)
			continue;
		fill_noise(ring_buffer_event_data(event), noise);
		trace_buffer_unlock_commit_nostack(buffer, event);
	}
	rcu_read_unlock();
}

void rtlat_output_stop(struct rtlat_cpu *c, enum rtlat_context context, u64 latency,
		       u64 threshold)
{
	struct instance *instance;

	trace_timerlat_threshold(c->cpu, context, latency, threshold, c->seq);
	rcu_read_lock();
	list_for_each_entry_rcu(instance, &instances, list) {
		if (!tracer_tracing_is_on(instance->tr))
			continue;
		trace_array_printk_buf(instance->tr->array_buffer.buffer, _THIS_IP_,
				       "stop tracing hit on cpu %d\n", c->cpu);
		if (rtlat_option(RTLAT_OPTION_PANIC))
			panic("tracer hit stop condition on CPU %d\n", c->cpu);
		tracer_tracing_off(instance->tr);
	}
	rcu_read_unlock();
}

void rtlat_output_max(u64 latency)
{
	struct instance *instance;

	rcu_read_lock();
	list_for_each_entry_rcu(instance, &instances, list) {
		if (tracer_tracing_is_on(instance->tr))
			note_max(instance->tr, latency);
	}
	rcu_read_unlock();
}

void rtlat_output_stack(const unsigned long *calls, unsigned int nr)
{
	struct ring_buffer_event *event;
	struct trace_buffer *buffer;
	struct instance *instance;
	struct stack_entry *entry;

	rcu_read_lock();
	list_for_each_entry_rcu(instance, &instances, list) {
		buffer = instance->tr->array_buffer.buffer;
		event = trace_buffer_lock_reserve(buffer, TRACE_STACK,
						  offsetof(struct stack_entry, caller) +
						  nr * sizeof(*calls),
						  tracing_gen_ctx());
		if (!event)
			continue;
		entry = ring_buffer_event_data(event);
		entry->size = nr;
		memcpy(&entry->caller, calls, nr * sizeof(*calls));
		trace_buffer_unlock_commit_nostack(buffer, event);
	}
	rcu_read_unlock();
}

bool rtlat_output_on(void)
{
	struct instance *instance;
	bool on = false;

	rcu_read_lock();
	list_for_each_entry_rcu(instance, &instances, list)
		on = on || tracer_tracing_is_on(instance->tr);
	rcu_read_unlock();
	return on;
}

u64 rtlat_output_threshold(void)
{
	return tracing_thresh ? tracing_thresh : NSEC_PER_USEC;
}

/*
 * Waits for the notification of the last maximum, which uses the trace_array too. Nobody notes a
 * new one any more.
 */
static void end_notes(struct trace_array *tr)
{
#ifdef LATENCY_FS_NOTIFY
	irq_work_sync(&tr->fsnotify_irqwork);
	cancel_work_sync(&tr->fsnotify_work);
#endif
}

/* Callers of the next three hold trace_types_lock. */
int rtlat_output_add(struct trace_array *tr)
{
	struct instance *instance = kzalloc_obj(*instance);

	if (!instance)
		return -ENOMEM;
	/* For the message of a limit; an instance that has it already, or needs none, refuses. */
	trace_array_init_printk(tr);
	instance->tr = tr;
	list_add_tail_rcu(&instance->list, &instances);
	return 0;
}

void rtlat_output_remove(struct trace_array *tr)
{
	struct instance *instance;

	list_for_each_entry(instance, &instances, list) {
		if (instance->tr != tr)
			continue;
		list_del_rcu(&instance->list);
		/* The instance's trace_array may go away as soon as this returns. */
		synchronize_rcu();
		end_notes(tr);
		kfree(instance);
		return;
	}
}

unsigned int rtlat_output_instances(void)
{
	struct instance *instance;
	unsigned int nr = 0;

	list_for_each_entry(instance, &instances, list)
		nr++;
	return nr;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who sends interrupts to other CPUs. The sender leaves its name with the CPU that it is about to
 * interrupt, which takes it when the interrupt arrives.
 */
#include <linux/cpumask.h>
#include <linux/string.h>

#include "compat.h"
#include "ipi.h"

/* States of what was sent to a CPU. Whoever makes it BUSY may write it, or read it. */
enum {
	NONE,
	THERE,
	BUSY,
};

#ifdef HAVE_IPI_SENDERS

/* Of several senders at once, one is known. */
static void send_to(int cpu)
{
	struct rtlat_cpu *c = per_cpu_ptr(&rtlat_cpu, cpu);
	struct rtlat_sender *sent = &c->sent;
	int state;

	if (!c->active)
		return;
	state = READ_ONCE(sent->state);
	if (state == BUSY || cmpxchg(&sent->state, state, BUSY) != state)
		return;
	sent->cpu = raw_smp_processor_id();
	sent->pid = current->pid;
	memcpy(sent->name, current->comm, TASK_COMM_LEN);
	smp_store_release(&sent->state, THERE);
}

static void probe_send(void *data, const unsigned int cpu, unsigned long caller, void *callback)
{
	send_to(cpu);
}

static void probe_send_many(void *data, const struct cpumask *cpus, unsigned long caller,
			    void *callback)
{
	int cpu;

	for_each_cpu(cpu, cpus)
		send_to(cpu);
}

int rtlat_ipi_register(void)
{
	int ret;

	ret = register_trace_ipi_send_cpu(probe_send, NULL);
	if (ret)
		return ret;
	ret = register_trace_ipi_send_cpumask(probe_send_many, NULL);
	if (ret)
		unregister_trace_ipi_send_cpu(probe_send, NULL);
	return ret;
}

void rtlat_ipi_unregister(void)
{
	unregister_trace_ipi_send_cpumask(probe_send_many, NULL);
	unregister_trace_ipi_send_cpu(probe_send, NULL);
}

#else

int rtlat_ipi_register(void)
{
	return 0;
}

void rtlat_ipi_unregister(void)
{
}

#endif /* HAVE_IPI_SENDERS */

void rtlat_ipi_arrive(struct rtlat_cpu *c)
{
	struct rtlat_sender *sent = &c->sent;

	c->arrived.state = NONE;
	if (cmpxchg(&sent->state, THERE, BUSY) != THERE)
		return;
	c->arrived = *sent;
	c->arrived.state = THERE;
	smp_store_release(&sent->state, NONE);
}

void rtlat_ipi_blame(const struct rtlat_cpu *c, struct timerlat_record *record)
{
	const struct rtlat_sender *arrived = &c->arrived;

	if (arrived->state != THERE)
		return;
	record->flags |= TIMERLAT_SENDER;
	record->sender_cpu = arrived->cpu;
	record->sender_pid = arrived->pid;
	memcpy(record->sender_name, arrived->name, TASK_COMM_LEN);
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who sends interrupts to other CPUs. The sender leaves its name with the CPU that it is about to
 * interrupt. An interrupt that arrives there is taken to be of the latest sender.
 */
#include <linux/string.h>

#include "ipi.h"

/* Keeps one sender of several at once. */
void rtlat_ipi_send(int cpu)
{
	struct rtlat_cpu *c = rtlat_of_cpu(cpu);
	struct rtlat_sender *sent = &c->sent;
	u32 sequence;

	if (!c->active)
		return;
	sequence = READ_ONCE(sent->sequence);
	if (sequence & 1 || cmpxchg(&sent->sequence, sequence, sequence + 1) != sequence)
		return;
	sent->cpu = raw_smp_processor_id();
	sent->pid = current->pid;
	memcpy(sent->name, current->comm, TASK_COMM_LEN);
	/* Pairs with smp_load_acquire() in rtlat_ipi_arrive(). */
	smp_store_release(&sent->sequence, sequence + 2);
}

void rtlat_ipi_arrive(struct rtlat_cpu *c)
{
	struct rtlat_sender *arrived = &c->arrived;
	const struct rtlat_sender *sent = &c->sent;
	u32 sequence;

	/* Pairs with smp_store_release() in rtlat_ipi_send(). */
	sequence = smp_load_acquire(&sent->sequence);
	arrived->cpu = sent->cpu;
	arrived->pid = sent->pid;
	memcpy(arrived->name, sent->name, TASK_COMM_LEN);
	/* Pairs with cmpxchg() in rtlat_ipi_send(): reads the sequence again, after the rest. */
	smp_rmb();
	if (sequence & 1 || READ_ONCE(sent->sequence) != sequence)
		sequence = 0;
	arrived->sequence = sequence;
}

void rtlat_ipi_blame(const struct rtlat_cpu *c, struct timerlat_record *record)
{
	const struct rtlat_sender *arrived = &c->arrived;

	if (!arrived->sequence)
		return;
	record->flags |= TIMERLAT_SENDER;
	record->sender_cpu = arrived->cpu;
	record->sender_pid = arrived->pid;
	memcpy(record->sender_name, arrived->name, TASK_COMM_LEN);
}

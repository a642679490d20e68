// SPDX-License-Identifier: GPL-2.0-only
/* Copies entries for readers of the profile while the tasks go on. */
#include <linux/minmax.h>
#include <linux/string.h>

#include "sleep.h"

/* Tries after which a reader takes an entry as it is: writers do not wait for readers. */
#define READ_TRIES	100

static u32 flags_of(const struct sleep_entry *entry)
{
	u32 flags = 0;

	if (entry->kthread)
		flags |= LATENCY_SLEEP_KTHREAD;
	if (READ_ONCE(entry->exited))
		flags |= LATENCY_SLEEP_EXITED;
	if (entry->worst.end && entry->worst.program != entry->program)
		flags |= LATENCY_SLEEP_OTHER_PROGRAM;
	return flags;
}

static void copy_stack(const struct sleep_stack *stack, struct latency_sleep_task *record)
{
	unsigned int i, first;

	record->nr_kernel = min_t(u32, READ_ONCE(stack->nr_kernel), LATENCY_SLEEP_FRAMES);
	record->nr_user = min_t(u32, READ_ONCE(stack->nr_user), LATENCY_SLEEP_FRAMES);
	first = min_t(u32, READ_ONCE(stack->first_kernel), SLEEP_OWN_FRAMES);
	for (i = 0; i < record->nr_kernel; i++)
		record->kernel_stack[i] = stack->kernel[first + i];
	for (i = 0; i < record->nr_user; i++)
		record->user_stack[i] = stack->user[i];
}

static void copy_sums(const struct sleep_entry *entry, struct latency_sleep_task *record)
{
	record->sleep = entry->sleep;
	memcpy(record->part, entry->part, sizeof(record->part));
	record->worst_end = entry->worst.end;
	memcpy(record->worst_part, entry->worst.part, sizeof(record->worst_part));
	memcpy(record->worst_comm, entry->worst.comm, LATENCY_SLEEP_COMM);
	if (entry->worst.end)
		copy_stack(&entry->stack[entry->worst_stack & 1], record);
}

static void copy(const struct sleep_entry *entry, struct latency_sleep_task *record)
{
	unsigned int generation;

	memset(record, 0, sizeof(*record));
	record->pid = entry->pid;
	record->tgid = entry->tgid;
	record->start = entry->start;
	memcpy(record->comm, entry->comm, LATENCY_SLEEP_COMM);
	sleep_table_since(&generation);
	if (entry->generation == generation)
		copy_sums(entry, record);
	record->flags = flags_of(entry);
	record->off = record->flags & LATENCY_SLEEP_EXITED ? 0 : READ_ONCE(entry->off);
}

/* Copies the entry as it was at one moment, while its task may go on. */
static void entry_read(const struct sleep_entry *entry, struct latency_sleep_task *record)
{
	unsigned int sequence, tries = 0;

	do {
		sequence = raw_read_seqcount(&entry->sequence);
		copy(entry, record);
	} while (((sequence & 1) || read_seqcount_retry(&entry->sequence, sequence)) &&
		 ++tries < READ_TRIES);
	record->comm[LATENCY_SLEEP_COMM - 1] = '\0';
	record->worst_comm[LATENCY_SLEEP_COMM - 1] = '\0';
}

/* Copies the entry at this index. False: there is no task at it. */
bool sleep_table_read(unsigned int index, struct latency_sleep_task *record)
{
	const struct sleep_entry *entry = sleep_table_entry(index);

	if (!entry)
		return false;
	entry_read(entry, record);
	return record->pid;
}

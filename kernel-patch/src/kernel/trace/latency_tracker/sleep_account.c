// SPDX-License-Identifier: GPL-2.0-only
/* The sleeps of one task: where they begin and end, their sums, and the worst one. */
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "sleep.h"

/* A reader gives up then, with what it has: who writes does not wait for it. */
#define READ_TRIES	100

/* The task leaves this CPU; `caller` is where the probe was called. */
void sleep_begin(struct sleep_entry *entry, struct task_struct *task, u64 now,
		 enum sleep_reason reason, unsigned long caller)
{
	sleep_stack_save(&entry->stack[!entry->worst_stack], READ_ONCE(sleep_settings.stacks),
			 entry->kthread, caller);
	raw_write_seqcount_begin(&entry->sequence);
	entry->tgid = task->tgid;
	entry->program = task->self_exec_id;
	memcpy(entry->comm, task->comm, TASK_COMM_LEN);
	raw_write_seqcount_end(&entry->sequence);
	entry->reason = reason;
	WRITE_ONCE(entry->exited, false);
	WRITE_ONCE(entry->off, now);
}

/*
 * Once a sleep: who is woken is not woken again before it has run. A task that is about to leave
 * its CPU may be woken before that, and then it is not blocked.
 */
void sleep_wake(struct sleep_entry *entry, u64 now)
{
	if (READ_ONCE(entry->off))
		WRITE_ONCE(entry->wake, now);
}

static void add(struct latency_sleep_sum *sum, u64 time)
{
	sum->total += time;
	sum->count++;
	sum->max = max(sum->max, time);
}

/* What a sleep from `off` until now consists of. */
static void divide(const struct sleep_entry *entry, u64 off, u64 now, u64 *part)
{
	u64 wake = READ_ONCE(entry->wake);

	memset(part, 0, LATENCY_SLEEP_PARTS * sizeof(*part));
	if (entry->reason == SLEEP_RUNNABLE) {
		part[LATENCY_SLEEP_PREEMPTED] = now - off;
		return;
	}
	/* Where it was not woken it did not need to be: it was so before it could sleep. */
	wake = clamp(wake, off, now);
	part[LATENCY_SLEEP_WAITING] = now - wake;
	if (entry->reason == SLEEP_INVOLUNTARY || !READ_ONCE(sleep_settings.exclude_voluntary))
		part[LATENCY_SLEEP_BLOCKED] = wake - off;
}

static void take_worst(struct sleep_entry *entry, u64 now, const u64 *part)
{
	entry->worst.end = now;
	entry->worst.program = entry->program;
	memcpy(entry->worst.part, part, sizeof(entry->worst.part));
	memcpy(entry->worst.comm, entry->comm, TASK_COMM_LEN);
	entry->worst_stack = !entry->worst_stack;
}

static void clear(struct sleep_entry *entry, unsigned int generation)
{
	entry->generation = generation;
	memset(&entry->sleep, 0, sizeof(entry->sleep));
	memset(entry->part, 0, sizeof(entry->part));
	memset(&entry->worst, 0, sizeof(entry->worst));
}

static void account(struct sleep_entry *entry, u64 now, const u64 *part, u64 time)
{
	unsigned int i;

	if (time > entry->sleep.max)
		take_worst(entry, now, part);
	add(&entry->sleep, time);
	for (i = 0; i < LATENCY_SLEEP_PARTS; i++) {
		if (part[i])
			add(&entry->part[i], part[i]);
	}
}

/* The task comes to this CPU. */
void sleep_end(struct sleep_entry *entry, u64 now)
{
	unsigned int generation, i;
	u64 part[LATENCY_SLEEP_PARTS], off, since, time = 0;

	off = entry->off;
	if (!off)
		return;
	since = sleep_table_since(&generation);
	divide(entry, max(off, since), max(now, since), part);
	for (i = 0; i < LATENCY_SLEEP_PARTS; i++)
		time += part[i];
	raw_write_seqcount_begin(&entry->sequence);
	if (entry->generation != generation)
		clear(entry, generation);
	if (time && time >= (u64)READ_ONCE(sleep_settings.min_us) * NSEC_PER_USEC)
		account(entry, now, part, time);
	raw_write_seqcount_end(&entry->sequence);
	WRITE_ONCE(entry->off, 0);
}

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

/* As it was at one moment, though the task goes on. */
void sleep_entry_read(const struct sleep_entry *entry, struct latency_sleep_task *record)
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

// SPDX-License-Identifier: GPL-2.0-only
/* The sleeps of one task: where they begin and end, their sums, and the worst one. */
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "sleep.h"

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

/* Divides the time from `off` until now into its parts. */
static void divide(const struct sleep_entry *entry, u64 off, u64 now, u64 *part)
{
	u64 wake = READ_ONCE(entry->wake);

	memset(part, 0, LATENCY_SLEEP_PARTS * sizeof(*part));
	if (entry->reason == SLEEP_RUNNABLE) {
		part[LATENCY_SLEEP_PREEMPTED] = now - off;
		return;
	}
	/* A task that was not woken meanwhile had become runnable before it could sleep. */
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

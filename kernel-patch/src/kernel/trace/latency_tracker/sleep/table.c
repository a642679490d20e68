// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tasks of the sleep profile: as many entries as there were room for at the start, found by
 * pid and start time. Entries come while the table is in use, without more than a raw lock; they
 * go at a reset, where one may sleep.
 */
#include <linux/hash.h>
#include <linux/ktime.h>
#include <linux/log2.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/spinlock.h>
#include <linux/vmalloc.h>

#include "sleep.h"

static struct {
	struct sleep_entry *entries;
	struct hlist_head *buckets;
	unsigned int capacity;
	unsigned int bits;
	/* The last reset: sums from before it are of an older generation. */
	u64 since;
	unsigned int generation;
	raw_spinlock_t lock;
	struct sleep_entry *free;
	unsigned int used;
} table = {
	.lock = __RAW_SPIN_LOCK_UNLOCKED(table.lock),
};

static DEFINE_PER_CPU(u64, dropped);
static DEFINE_MUTEX(reset_mutex);

static struct hlist_head *bucket_of(pid_t pid)
{
	return &table.buckets[hash_32(pid, table.bits)];
}

/* Preemption is off: an entry that is found stays until it is on again. */
struct sleep_entry *sleep_table_find(const struct task_struct *task)
{
	struct sleep_entry *entry;

	hlist_for_each_entry_rcu(entry, bucket_of(task->pid), node, true) {
		if (entry->pid == task->pid && entry->start == task->start_boottime)
			return entry;
	}
	return NULL;
}

/* Prepares an entry for a task. Readers recognise that it is changing. */
static void prepare(struct sleep_entry *entry, const struct task_struct *task)
{
	raw_write_seqcount_begin(&entry->sequence);
	entry->pid = task->pid;
	entry->start = task->start_boottime;
	entry->tgid = task->tgid;
	entry->off = 0;
	entry->wake = 0;
	entry->exited = false;
	entry->kthread = task->flags & PF_KTHREAD;
	/* An older generation: the entry has no sums yet. */
	entry->generation = READ_ONCE(table.generation) - 1;
	entry->stack[0].nr_kernel = 0;
	entry->stack[0].nr_user = 0;
	entry->stack[1] = entry->stack[0];
	memcpy(entry->comm, task->comm, TASK_COMM_LEN);
	raw_write_seqcount_end(&entry->sequence);
}

static struct sleep_entry *add(const struct task_struct *task)
{
	struct sleep_entry *entry;
	unsigned long flags;

	raw_spin_lock_irqsave(&table.lock, flags);
	entry = table.free;
	if (entry) {
		WRITE_ONCE(table.free, entry->next_free);
		WRITE_ONCE(table.used, table.used + 1);
		prepare(entry, task);
		hlist_add_head_rcu(&entry->node, bucket_of(task->pid));
	}
	raw_spin_unlock_irqrestore(&table.lock, flags);
	return entry;
}

/*
 * Returns the entry of a task that is about to leave this CPU. NULL, and counted, where there is no
 * room.
 */
struct sleep_entry *sleep_table_get(const struct task_struct *task)
{
	struct sleep_entry *entry = sleep_table_find(task);

	if (!entry && READ_ONCE(table.free))
		entry = add(task);
	if (!entry)
		this_cpu_inc(dropped);
	return entry;
}

unsigned int sleep_table_capacity(void)
{
	return table.capacity;
}

unsigned int sleep_table_used(void)
{
	return READ_ONCE(table.used);
}

u64 sleep_table_dropped(void)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(per_cpu(dropped, cpu));
	return sum;
}

/* Returns the time from which on sleeps count. */
u64 sleep_table_since(unsigned int *generation)
{
	/* Pairs with that of a reset: `since` is not from before it. */
	*generation = smp_load_acquire(&table.generation);
	return READ_ONCE(table.since);
}

/* Returns the entry at this index; NULL if it is not in use. */
const struct sleep_entry *sleep_table_entry(unsigned int index)
{
	const struct sleep_entry *entry = &table.entries[index];

	return READ_ONCE(entry->pid) ? entry : NULL;
}

/* Returns an entry's total for sorting, where a change while it is read does not matter. */
u64 sleep_table_total(unsigned int index)
{
	const struct sleep_entry *entry = &table.entries[index];

	if (!READ_ONCE(entry->pid) || READ_ONCE(entry->generation) != READ_ONCE(table.generation))
		return 0;
	return READ_ONCE(entry->sleep.total);
}

/*
 * Removes the entries of tasks that have exited from the table. Readers may still be looking at
 * them.
 */
static struct sleep_entry *remove_exited(void)
{
	struct sleep_entry *removed = NULL, *entry;
	unsigned long flags;
	unsigned int i;

	for (i = 0; i < table.capacity; i++) {
		entry = &table.entries[i];
		if (!READ_ONCE(entry->pid) || !READ_ONCE(entry->exited))
			continue;
		raw_spin_lock_irqsave(&table.lock, flags);
		hlist_del_rcu(&entry->node);
		WRITE_ONCE(table.used, table.used - 1);
		raw_spin_unlock_irqrestore(&table.lock, flags);
		entry->next_free = removed;
		removed = entry;
	}
	return removed;
}

static void free_removed(struct sleep_entry *removed)
{
	struct sleep_entry *entry;
	unsigned long flags;

	while (removed) {
		entry = removed;
		removed = entry->next_free;
		raw_spin_lock_irqsave(&table.lock, flags);
		WRITE_ONCE(entry->pid, 0);
		entry->next_free = table.free;
		WRITE_ONCE(table.free, entry);
		raw_spin_unlock_irqrestore(&table.lock, flags);
	}
}

/* Begin anew. Tasks that live find out by themselves that their sums are old. */
void sleep_table_reset(void)
{
	struct sleep_entry *removed;
	int cpu;

	mutex_lock(&reset_mutex);
	WRITE_ONCE(table.since, ktime_get_mono_fast_ns());
	/* Pairs with sleep_table_since(). */
	smp_store_release(&table.generation, table.generation + 1);
	for_each_possible_cpu(cpu)
		WRITE_ONCE(per_cpu(dropped, cpu), 0);
	removed = remove_exited();
	synchronize_rcu();
	free_removed(removed);
	mutex_unlock(&reset_mutex);
}

int sleep_table_create(unsigned int capacity)
{
	unsigned int i;

	table.capacity = capacity;
	table.bits = order_base_2(2 * capacity);
	table.entries = vzalloc(array_size(capacity, sizeof(*table.entries)));
	table.buckets = vzalloc(array_size(1UL << table.bits, sizeof(*table.buckets)));
	if (!table.entries || !table.buckets) {
		sleep_table_destroy();
		return -ENOMEM;
	}
	for (i = capacity; i-- > 0;) {
		seqcount_init(&table.entries[i].sequence);
		table.entries[i].next_free = table.free;
		table.free = &table.entries[i];
	}
	table.since = ktime_get_mono_fast_ns();
	return 0;
}

void sleep_table_destroy(void)
{
	vfree(table.buckets);
	vfree(table.entries);
}

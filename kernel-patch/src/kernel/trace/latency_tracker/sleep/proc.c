// SPDX-License-Identifier: GPL-2.0-only
/*
 * /proc/lattop: the tasks that slept most, in text, for whom has no program at hand. What is
 * written to it begins the count anew.
 */
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "sleep.h"

#define NAME		"lattop"
#define TASKS_SHOWN	1000

struct order {
	u64 total;
	unsigned int index;
};

struct listing {
	unsigned int nr;
	struct latency_sleep_task record;
	struct order order[];
};

/* The largest one first. */
static int compare(const void *one, const void *other)
{
	const struct order *a = one, *b = other;

	if (a->total != b->total)
		return a->total < b->total ? 1 : -1;
	return a->index < b->index ? -1 : 1;
}

static void *listing_start(struct seq_file *file, loff_t *position)
{
	struct listing *listing = file->private;

	if (*position == 0)
		return SEQ_START_TOKEN;
	if (*position > min_t(loff_t, listing->nr, TASKS_SHOWN))
		return NULL;
	return &listing->order[*position - 1];
}

static void *listing_next(struct seq_file *file, void *item, loff_t *position)
{
	++*position;
	return listing_start(file, position);
}

static void listing_stop(struct seq_file *file, void *item)
{
}

static void show_header(struct seq_file *file, const struct listing *listing)
{
	unsigned int generation;
	u64 since = sleep_table_since(&generation);

	seq_printf(file, "# counted for %llu ms; sleeps dropped: %llu; min: %u us; voluntary: %s\n",
		   div_u64(ktime_get_mono_fast_ns() - since, NSEC_PER_MSEC), sleep_table_dropped(),
		   READ_ONCE(sleep_settings.min_us),
		   READ_ONCE(sleep_settings.exclude_voluntary) ? "excluded" : "included");
	seq_printf(file, "# tasks: %u of %u\n", min_t(unsigned int, listing->nr, TASKS_SHOWN),
		   listing->nr);
	seq_puts(file, "# pid tgid total_ns count max_ns blocked_ns waiting_ns preempted_ns comm,");
	seq_puts(file, " then the stack of the longest sleep\n");
}

static void show_task(struct seq_file *file, const struct latency_sleep_task *record)
{
	unsigned int i;

	seq_printf(file, "%d %d %llu %llu %llu", record->pid, record->tgid, record->sleep.total,
		   record->sleep.count, record->sleep.max);
	for (i = 0; i < LATENCY_SLEEP_PARTS; i++)
		seq_printf(file, " %llu", record->part[i].total);
	seq_putc(file, ' ');
	/* A name may contain a newline, which would look like another entry. */
	seq_escape(file, record->comm, " \t\n\\");
	seq_putc(file, '\n');
	for (i = 0; i < record->nr_kernel; i++)
		seq_printf(file, "\t%pS\n", (void *)(unsigned long)record->kernel_stack[i]);
	for (i = 0; i < record->nr_user; i++)
		seq_printf(file, "\t0x%llx\n", record->user_stack[i]);
}

static int listing_show(struct seq_file *file, void *item)
{
	struct listing *listing = file->private;
	const struct order *order = item;

	if (item == SEQ_START_TOKEN)
		show_header(file, listing);
	else if (sleep_table_read(order->index, &listing->record))
		show_task(file, &listing->record);
	return 0;
}

static const struct seq_operations listing_operations = {
	.start = listing_start,
	.next = listing_next,
	.stop = listing_stop,
	.show = listing_show,
};

static struct listing *make_listing(void)
{
	unsigned int room = sleep_table_used(), i;
	struct listing *listing;

	listing = kvzalloc(struct_size(listing, order, room), GFP_KERNEL);
	if (!listing)
		return NULL;
	for (i = 0; i < sleep_table_capacity() && listing->nr < room; i++) {
		u64 total = sleep_table_total(i);

		if (total)
			listing->order[listing->nr++] = (struct order){ total, i };
	}
	sort(listing->order, listing->nr, sizeof(listing->order[0]), compare, NULL);
	return listing;
}

static int lattop_open(struct inode *inode, struct file *file)
{
	struct listing *listing = make_listing();
	int ret;

	if (!listing)
		return -ENOMEM;
	ret = seq_open(file, &listing_operations);
	if (ret)
		kvfree(listing);
	else
		((struct seq_file *)file->private_data)->private = listing;
	return ret;
}

static int lattop_release(struct inode *inode, struct file *file)
{
	kvfree(((struct seq_file *)file->private_data)->private);
	return seq_release(inode, file);
}

static ssize_t lattop_write(struct file *file, const char __user *buffer, size_t count,
			    loff_t *position)
{
	sleep_table_reset();
	return count;
}

static const struct proc_ops lattop_operations = {
	.proc_open = lattop_open,
	.proc_read = seq_read,
	.proc_write = lattop_write,
	.proc_lseek = seq_lseek,
	.proc_release = lattop_release,
};

int sleep_proc_create(void)
{
	return proc_create(NAME, 0600, NULL, &lattop_operations) ? 0 : -ENOMEM;
}

void sleep_proc_remove(void)
{
	remove_proc_entry(NAME, NULL);
}

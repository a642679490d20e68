// SPDX-License-Identifier: GPL-2.0-only
/*
 * The file "tasks" in debugfs: all tasks in binary form, as they were when the file was opened. It
 * cannot be written, as a kernel that is locked down would let nobody read it then.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/vmalloc.h>

#include "sleep.h"

static struct dentry *directory;

struct snapshot {
	size_t size;
	struct latency_sleep_header header;
	struct latency_sleep_task records[];
};

static void fill_header(struct latency_sleep_header *header, unsigned int nr)
{
	unsigned int generation;

	header->magic = LATENCY_SLEEP_MAGIC;
	header->header_size = sizeof(*header);
	header->record_size = sizeof(struct latency_sleep_task);
	header->nr_records = nr;
	header->since = sleep_table_since(&generation);
	header->time = ktime_get_mono_fast_ns();
	header->dropped = sleep_table_dropped();
	header->min = (u64)READ_ONCE(sleep_settings.min_us) * NSEC_PER_USEC;
	header->capacity = sleep_table_capacity();
	header->stacks = READ_ONCE(sleep_settings.stacks);
	if (READ_ONCE(sleep_settings.exclude_voluntary))
		header->flags |= LATENCY_SLEEP_EXCLUDE_VOLUNTARY;
}

static int tasks_open(struct inode *inode, struct file *file)
{
	unsigned int room = sleep_table_used(), nr = 0, i;
	struct snapshot *snapshot;

	snapshot = vzalloc(struct_size(snapshot, records, room));
	if (!snapshot)
		return -ENOMEM;
	for (i = 0; i < sleep_table_capacity() && nr < room; i++) {
		if (sleep_table_read(i, &snapshot->records[nr]))
			nr++;
	}
	fill_header(&snapshot->header, nr);
	snapshot->size = sizeof(snapshot->header) + nr * sizeof(snapshot->records[0]);
	file->private_data = snapshot;
	return 0;
}

static ssize_t tasks_read(struct file *file, char __user *buffer, size_t count, loff_t *position)
{
	struct snapshot *snapshot = file->private_data;

	return simple_read_from_buffer(buffer, count, position, &snapshot->header, snapshot->size);
}

static int tasks_release(struct inode *inode, struct file *file)
{
	vfree(file->private_data);
	return 0;
}

static const struct file_operations tasks_operations = {
	.owner = THIS_MODULE,
	.open = tasks_open,
	.read = tasks_read,
	.llseek = default_llseek,
	.release = tasks_release,
};

/* Creates the file in a directory of its own: that of the trackers goes with the last of them. */
int sleep_file_create(void)
{
	struct dentry *file;

	directory = debugfs_create_dir("latency_tracker_sleep", NULL);
	file = debugfs_create_file("tasks", 0400, directory, NULL, &tasks_operations);
	if (IS_ERR(file)) {
		sleep_file_remove();
		return PTR_ERR(file);
	}
	return 0;
}

void sleep_file_remove(void)
{
	debugfs_remove(directory);
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The file that shows the histogram of a tracker, and the one that clears it: a kernel that is
 * locked down lets nobody read a file of debugfs that somebody may write.
 */
#include <linux/debugfs.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "histogram.h"

#define SNAPSHOT_SIZE (sizeof(struct latency_histogram_header) + LATENCY_WINDOWS * WINDOW_SIZE)

struct snapshot {
	struct tracker_histogram *histogram;
	struct latency_histogram_header *header; /* NULL: not taken yet */
	/* guards the content */
	struct mutex mutex;
};

static struct latency_histogram_window *snapshot_window(const struct snapshot *snapshot,
							unsigned int i)
{
	return (void *)(snapshot->header + 1) + i * WINDOW_SIZE;
}

/* The current minute, and the last few before. */
static void last_minutes(const struct tracker_histogram *histogram,
			 struct latency_histogram_window *window, unsigned int minutes)
{
	const struct minute *minute;
	unsigned int i;

	window_clear(window, histogram->current_minute->begin);
	window_add(window, histogram->current_minute);
	for (i = 0; i < minutes; i++) {
		minute = &histogram->minute[(histogram->newest + MINUTES_KEPT - i) % MINUTES_KEPT];
		if (!minute->begin)
			break;
		window->begin = minute->begin;
		window_add_minute(window, minute);
	}
}

static void take(struct snapshot *snapshot)
{
	struct tracker_histogram *histogram = snapshot->histogram;
	struct latency_histogram_window *total = snapshot_window(snapshot, LATENCY_WINDOW_TOTAL);

	mutex_lock(&histogram->mutex);
	histogram_collect(histogram);
	*snapshot->header = (struct latency_histogram_header) {
		.size = sizeof(*snapshot->header),
		.tracker = histogram->number,
		.windows = LATENCY_WINDOWS,
		.window_size = WINDOW_SIZE,
		.buckets = TIMERLAT_HIST_BUCKETS,
		.bits = TIMERLAT_HIST_BITS,
		.top = TIMERLAT_HIST_TOP,
		.time = ktime_get_mono_fast_ns(),
	};
	last_minutes(histogram, snapshot_window(snapshot, LATENCY_WINDOW_MINUTE), 0);
	last_minutes(histogram, snapshot_window(snapshot, LATENCY_WINDOW_5_MINUTES), 4);
	last_minutes(histogram, snapshot_window(snapshot, LATENCY_WINDOW_HOUR), MINUTES_KEPT);
	window_clear(total, histogram->total->begin);
	window_add(total, histogram->total);
	window_add(total, histogram->current_minute);
	mutex_unlock(&histogram->mutex);
}

static int histogram_open(struct inode *inode, struct file *file)
{
	struct snapshot *snapshot = kzalloc_obj(*snapshot);
	const struct tracker *tracker = inode->i_private;

	if (!snapshot)
		return -ENOMEM;
	snapshot->histogram = tracker->histogram;
	mutex_init(&snapshot->mutex);
	file->private_data = snapshot;
	return 0;
}

static int histogram_release(struct inode *inode, struct file *file)
{
	struct snapshot *snapshot = file->private_data;

	kvfree(snapshot->header);
	kfree(snapshot);
	return 0;
}

/*
 * Reads the counts. A read from the beginning takes them; the following reads return the rest of
 * the same counts.
 */
static ssize_t histogram_read(struct file *file, char __user *text, size_t size, loff_t *offset)
{
	struct snapshot *snapshot = file->private_data;
	ssize_t ret = -ENOMEM;

	mutex_lock(&snapshot->mutex);
	if (!snapshot->header) {
		snapshot->header = kvmalloc(SNAPSHOT_SIZE, GFP_KERNEL);
		if (!snapshot->header)
			goto out;
		take(snapshot);
	} else if (!*offset) {
		take(snapshot);
	}
	ret = simple_read_from_buffer(text, size, offset, snapshot->header, SNAPSHOT_SIZE);
out:
	mutex_unlock(&snapshot->mutex);
	return ret;
}

static ssize_t clear_write(struct file *file, const char __user *text, size_t size,
			   loff_t *offset)
{
	const struct tracker *tracker = file_inode(file)->i_private;
	struct tracker_histogram *histogram = tracker->histogram;

	mutex_lock(&histogram->mutex);
	histogram_collect(histogram);
	histogram_start(histogram);
	mutex_unlock(&histogram->mutex);
	return size;
}

const struct file_operations tracker_histogram_file = {
	.owner = THIS_MODULE,
	.open = histogram_open,
	.release = histogram_release,
	.read = histogram_read,
	.llseek = default_llseek,
};

const struct file_operations tracker_clear_file = {
	.owner = THIS_MODULE,
	.write = clear_write,
	.llseek = noop_llseek,
};

// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tracker from its module's load to its unload: its probes, and its directory in debugfs.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "clock.h"
#include "tracker.h"

#define COUNTS_SIZE 512

/* --- probes ------------------------------------------------------------------- */

/* Most tracepoints are not exported, but all can be had one after the other. */
static void look(struct tracepoint *tracepoint, void *data)
{
	struct tracker *tracker = data;
	unsigned int i;

	for (i = 0; i < tracker->nr_probes; i++) {
		if (!strcmp(tracepoint->name, tracker->probe[i].tracepoint))
			tracker->probe[i].found = tracepoint;
	}
}

static void unhook(struct tracker *tracker, unsigned int hooked)
{
	while (hooked--)
		tracepoint_probe_unregister(tracker->probe[hooked].found,
					    tracker->probe[hooked].function, tracker);
	tracepoint_synchronize_unregister();
}

/* A timeout may come when no probe has told any more that a task has ended. */
static void silence(struct tracker *tracker)
{
	WRITE_ONCE(tracker->ending, true);
	synchronize_rcu();
}

static int hook(struct tracker *tracker)
{
	struct tracker_probe *probe;
	unsigned int i;
	int ret;

	for_each_kernel_tracepoint(look, tracker);
	for (i = 0; i < tracker->nr_probes; i++) {
		probe = &tracker->probe[i];
		ret = -ENOENT;
		if (probe->found)
			ret = tracepoint_probe_register(probe->found, probe->function, tracker);
		if (!ret)
			continue;
		pr_err("latency_tracker: %s: no probe at %s: %d\n", tracker->name,
		       probe->tracepoint, ret);
		silence(tracker);
		unhook(tracker, i);
		return ret;
	}
	return 0;
}

/**
 * tracker_drop - end an event without an alert and uncounted, if there is one
 * @tracker: whose
 * @key: of the event
 * @size: of the key
 *
 * Return: whether there was one.
 */
bool tracker_drop(const struct tracker *tracker, void *key, size_t size)
{
	struct latency_tracker_event *event = latency_tracker_get_event(tracker->core, key, size);

	if (!event)
		return false;
	WRITE_ONCE(event->priv, TRACKER_DROPPED);
	latency_tracker_put_event(event);
	return !latency_tracker_event_out(tracker->core, key, size);
}
EXPORT_SYMBOL_GPL(tracker_drop);

/* --- files -------------------------------------------------------------------- */

static DEFINE_MUTEX(root_mutex);
static struct dentry *root;
static unsigned int root_users;

static struct dentry *root_get(void)
{
	mutex_lock(&root_mutex);
	if (!root_users++)
		root = debugfs_create_dir("latency_tracker", NULL);
	mutex_unlock(&root_mutex);
	return root;
}

static void root_put(void)
{
	mutex_lock(&root_mutex);
	if (!--root_users)
		debugfs_remove(root);
	mutex_unlock(&root_mutex);
}

static ssize_t counts_read(struct file *file, char __user *user, size_t size, loff_t *offset)
{
	const struct tracker *tracker = file_inode(file)->i_private;
	struct latency_tracker_counts counts;
	u64 alerts, lost;
	ssize_t ret;
	char *text;

	text = kmalloc(COUNTS_SIZE, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	latency_tracker_get_counts(tracker->core, &counts);
	if (tracker->add_counts)
		tracker->add_counts(&counts);
	alert_ring_counts(tracker->alerts, &alerts, &lost);
	ret = scnprintf(text, COUNTS_SIZE,
			"events %llu\nfull %llu\nduplicate %llu\nrefused %llu\nmissed %llu\n",
			counts.tracked, counts.full, counts.duplicate, counts.refused,
			counts.missed);
	ret += scnprintf(text + ret, COUNTS_SIZE - ret, "alerts %llu\nlost %llu\n", alerts,
			 lost);
	ret = simple_read_from_buffer(user, size, offset, text, ret);
	kfree(text);
	return ret;
}

static const struct file_operations counts_file = {
	.owner = THIS_MODULE,
	.read = counts_read,
	.llseek = default_llseek,
};

static void create_files(struct tracker *tracker)
{
	struct dentry *directory = debugfs_create_dir(tracker->name, root_get());

	tracker->directory = directory;
	debugfs_create_file("alerts", 0400, directory, tracker, &tracker_alerts_file);
	debugfs_create_file("histogram", 0400, directory, tracker, &tracker_histogram_file);
	debugfs_create_file("clear", 0200, directory, tracker, &tracker_clear_file);
	debugfs_create_file("counts", 0400, directory, tracker, &counts_file);
}

static void remove_files(struct tracker *tracker)
{
	debugfs_remove(tracker->directory);
	root_put();
}

/* --- from its load to its unload ----------------------------------------------------- */

static void free_parts(struct tracker *tracker)
{
	/* Events that may still time out go first. */
	if (!IS_ERR_OR_NULL(tracker->core))
		latency_tracker_destroy(tracker->core);
	alert_ring_destroy(tracker->alerts);
	tracker_histogram_destroy(tracker->histogram);
}

static int create_parts(struct tracker *tracker)
{
	int ret;

	tracker->core = latency_tracker_create(NULL, NULL);
	if (IS_ERR(tracker->core))
		return PTR_ERR(tracker->core);
	ret = latency_tracker_set_capacity(tracker->core, tracker->capacity);
	if (ret)
		return ret;
	tracker->histogram = tracker_histogram_create(tracker->number);
	tracker->alerts = alert_ring_create();
	return tracker->histogram && tracker->alerts ? 0 : -ENOMEM;
}

/**
 * tracker_load - start a tracker
 * @tracker: what it is and does; its parameters may be in use already
 *
 * Return: 0 or a negative errno, then nothing is left of it.
 */
int tracker_load(struct tracker *tracker)
{
	int ret;

	tracker_clock_get();
	ret = create_parts(tracker);
	if (ret)
		goto fail;
	ret = hook(tracker);
	if (ret)
		goto fail;
	create_files(tracker);
	return 0;
fail:
	free_parts(tracker);
	tracker_clock_put();
	return ret;
}
EXPORT_SYMBOL_GPL(tracker_load);

/**
 * tracker_unload - stop a tracker
 * @tracker: one that was started, of which no file is open
 */
void tracker_unload(struct tracker *tracker)
{
	remove_files(tracker);
	silence(tracker);
	unhook(tracker, tracker->nr_probes);
	free_parts(tracker);
	tracker_clock_put();
}
EXPORT_SYMBOL_GPL(tracker_unload);

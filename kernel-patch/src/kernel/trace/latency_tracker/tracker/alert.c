// SPDX-License-Identifier: GPL-2.0-only
/*
 * The alerts of a tracker: a ring of records that any context but NMI may write, and that each
 * reader reads from where it opened the file. Writers do not wait for readers; a reader is told how
 * many alerts it lost.
 */
#include <linux/debugfs.h>
#include <linux/irq_work.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
#include <linux/wait.h>

#include "tracker.h"

#define CREATE_TRACE_POINTS
#include <trace/events/latency_tracker.h>

#define ALERTS_KEPT	512

struct alert_ring {
	raw_spinlock_t lock;
	unsigned long next; /* how many there were, and as long may wrap around */
	atomic64_t lost;
	struct wait_queue_head readers;
	struct irq_work wake;
	struct latency_alert alert[ALERTS_KEPT];
};

struct reader {
	struct alert_ring *ring;
	struct mutex mutex; /* of all that is below: a file may have several users */
	unsigned long next;
	u64 lost;
	struct latency_alert alert;
};

/* --- who writes --------------------------------------------------------------- */

static void ring_add(struct alert_ring *ring, const struct latency_alert *alert)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&ring->lock, flags);
	ring->alert[ring->next % ALERTS_KEPT] = *alert;
	WRITE_ONCE(ring->next, ring->next + 1);
	raw_spin_unlock_irqrestore(&ring->lock, flags);
	/* The run queue may be locked here, so that others have to do it. */
	if (wq_has_sleeper(&ring->readers))
		irq_work_queue(&ring->wake);
}

/*
 * Wakes readers. The irq_work is not a hard one, so that on PREEMPT_RT a thread runs it: the queue
 * has a sleeping lock there.
 */
static void wake_readers(struct irq_work *work)
{
	struct alert_ring *ring = container_of(work, struct alert_ring, wake);

	wake_up_interruptible_all(&ring->readers);
}

static void begin(const struct tracker *tracker, struct latency_alert *alert)
{
	memset(alert, 0, sizeof(*alert));
	alert->size = sizeof(*alert);
	alert->tracker = tracker->number;
	alert->cpu = smp_processor_id();
	alert->other_pid = -1;
	alert->threshold = READ_ONCE(tracker->threshold);
}

/**
 * tracker_alert_begin - begin an alert
 * @tracker: whose
 * @alert: to fill
 * @event: what took too long
 * @timeout: whether it still does
 */
void tracker_alert_begin(const struct tracker *tracker, struct latency_alert *alert,
			 const struct latency_tracker_event *event, unsigned int timeout)
{
	begin(tracker, alert);
	alert->delay = timeout ? ktime_get_mono_fast_ns() - event->start : event->delay;
	alert->time = event->start + alert->delay;
	if (timeout) {
		alert->flags = LATENCY_ALERT_TIMEOUT;
		alert->threshold = READ_ONCE(tracker->timeout);
	}
}
EXPORT_SYMBOL_GPL(tracker_alert_begin);

/**
 * tracker_alert_over - begin an alert for what is over just now
 * @tracker: whose
 * @alert: to fill
 * @delay: how long it took, in ns
 */
void tracker_alert_over(const struct tracker *tracker, struct latency_alert *alert, u64 delay)
{
	begin(tracker, alert);
	alert->delay = delay;
	alert->time = ktime_get_mono_fast_ns();
}
EXPORT_SYMBOL_GPL(tracker_alert_over);

/**
 * tracker_alert_task - say whom it hit
 * @alert: to fill
 * @task: the task
 */
void tracker_alert_task(struct latency_alert *alert, const struct task_struct *task)
{
	alert->pid = task->pid;
	alert->tgid = task->tgid;
	alert->prio = task->prio;
	/* get_task_comm() would take a lock. */
	memcpy(alert->comm, task->comm, sizeof(alert->comm));
	alert->comm[sizeof(alert->comm) - 1] = 0;
}
EXPORT_SYMBOL_GPL(tracker_alert_task);

/**
 * tracker_alert_end - tell an alert that is complete
 * @tracker: whose
 * @alert: the alert
 */
void tracker_alert_end(const struct tracker *tracker, struct latency_alert *alert)
{
	trace_latency_alert(tracker->name, alert);
	ring_add(tracker->alerts, alert);
}
EXPORT_SYMBOL_GPL(tracker_alert_end);

/**
 * alert_ring_counts - how many alerts there were
 * @ring: where
 * @alerts: set to how many
 * @lost: set to how many of them readers were too slow for, added up over all readers
 */
void alert_ring_counts(struct alert_ring *ring, u64 *alerts, u64 *lost)
{
	*alerts = READ_ONCE(ring->next);
	*lost = atomic64_read(&ring->lost);
}

/* --- who reads ---------------------------------------------------------------- */

static bool reader_take(struct reader *reader)
{
	struct alert_ring *ring = reader->ring;
	unsigned long flags, behind;

	raw_spin_lock_irqsave(&ring->lock, flags);
	behind = ring->next - reader->next;
	if (behind > ALERTS_KEPT) {
		reader->lost += behind - ALERTS_KEPT;
		atomic64_add(behind - ALERTS_KEPT, &ring->lost);
		reader->next = ring->next - ALERTS_KEPT;
	}
	if (behind)
		reader->alert = ring->alert[reader->next % ALERTS_KEPT];
	raw_spin_unlock_irqrestore(&ring->lock, flags);
	reader->alert.lost = reader->lost;
	return behind;
}

/*
 * Copies as many whole records as there are and fit, or the beginning of one to a reader that was
 * made when a record was shorter. Returns their bytes.
 */
static ssize_t read_some(struct reader *reader, char __user *text, size_t size)
{
	const size_t one = min(size, sizeof(reader->alert));
	ssize_t done = 0;

	while (size - done >= one && reader_take(reader)) {
		reader->alert.size = one;
		if (copy_to_user(text + done, &reader->alert, one))
			return done ?: -EFAULT;
		reader->next++;
		reader->lost = 0;
		done += one;
	}
	return done;
}

static bool reader_has(struct reader *reader)
{
	return READ_ONCE(reader->ring->next) != READ_ONCE(reader->next);
}

static ssize_t alerts_read(struct file *file, char __user *text, size_t size, loff_t *offset)
{
	struct reader *reader = file->private_data;
	ssize_t ret;

	if (size < LATENCY_ALERT_MIN)
		return -EINVAL;
	for (;;) {
		mutex_lock(&reader->mutex);
		ret = read_some(reader, text, size);
		mutex_unlock(&reader->mutex);
		if (ret)
			return ret;
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		ret = wait_event_interruptible(reader->ring->readers, reader_has(reader));
		if (ret)
			return ret;
	}
}

static __poll_t alerts_poll(struct file *file, struct poll_table_struct *table)
{
	struct reader *reader = file->private_data;

	poll_wait(file, &reader->ring->readers, table);
	return reader_has(reader) ? EPOLLIN | EPOLLRDNORM : 0;
}

static int alerts_open(struct inode *inode, struct file *file)
{
	const struct tracker *tracker = inode->i_private;
	struct reader *reader;

	/* An open file keeps the tracker's module. */
	if (!try_module_get(tracker->module))
		return -ENODEV;
	reader = kzalloc_obj(*reader);
	if (!reader) {
		module_put(tracker->module);
		return -ENOMEM;
	}
	reader->ring = tracker->alerts;
	reader->next = READ_ONCE(reader->ring->next);
	mutex_init(&reader->mutex);
	file->private_data = reader;
	return stream_open(inode, file);
}

static int alerts_release(struct inode *inode, struct file *file)
{
	const struct tracker *tracker = inode->i_private;

	kfree(file->private_data);
	module_put(tracker->module);
	return 0;
}

const struct file_operations tracker_alerts_file = {
	.owner = THIS_MODULE,
	.open = alerts_open,
	.release = alerts_release,
	.read = alerts_read,
	.poll = alerts_poll,
};

/* --- from its creation to its end ------------------------------------------------ */

/**
 * alert_ring_create - what keeps the alerts of a tracker
 *
 * Return: the ring, or NULL without memory.
 */
struct alert_ring *alert_ring_create(void)
{
	struct alert_ring *ring = vzalloc(sizeof(*ring));

	if (!ring)
		return NULL;
	raw_spin_lock_init(&ring->lock);
	init_waitqueue_head(&ring->readers);
	init_irq_work(&ring->wake, wake_readers);
	return ring;
}

/**
 * alert_ring_destroy - free a ring that nobody writes to or has open any more
 * @ring: it, or NULL
 */
void alert_ring_destroy(struct alert_ring *ring)
{
	if (!ring)
		return;
	irq_work_sync(&ring->wake);
	vfree(ring);
}

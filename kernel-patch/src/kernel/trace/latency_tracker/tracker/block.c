// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measures how long disks take: from the issue of a request to its completion, with the task that
 * issued it and, if that task still waits, where. Devices that take bios instead of requests are
 * not seen here, but the devices below them are.
 */
#include <linux/blk-mq.h>
#include <linux/kdev_t.h>
#include <linux/pid_namespace.h>

#include "tracker.h"

static void issue(void *data, struct request *request);
static void complete_request(void *data, struct request *request, blk_status_t error,
			     unsigned int bytes);

/* The probe of the end comes first, so that the end of each event is seen. */
static struct tracker_probe probes[] = {
	{ "block_rq_complete", complete_request },
	{ "block_rq_issue", issue },
};

static struct tracker tracker = {
	.name = "block",
	.number = LATENCY_TRACKER_BLOCK,
	.capacity = 4096,
	.module = THIS_MODULE,
	.probe = probes,
	.nr_probes = ARRAY_SIZE(probes),
	.threshold = NSEC_PER_MSEC,
};

TRACKER_PARAMETERS();

/* Two requests may be for one sector at once. */
struct request_key {
	const struct request *request;
	u64 sector;
	u64 device;
};

/* The request that is being completed on a CPU, for the callback that is called meanwhile. */
struct completing {
	const struct request *request;
	bool failed;
};

static DEFINE_PER_CPU(struct completing, completing);

static struct request_key key_of(struct request *request)
{
	const struct gendisk *disk = request->q->disk;

	return (struct request_key) {
		.request = request,
		.sector = blk_rq_pos(request),
		.device = disk ? new_encode_dev(disk_devt((struct gendisk *)disk)) : 0,
	};
}

/*
 * Adds what the request says, if it still exists: it does while it is being completed. At a timeout
 * it may be over, and also when the timeout's CPU tells the end instead of the CPU on which it
 * ended.
 */
static void add_request(struct latency_alert *alert, const struct request *request)
{
	if (this_cpu_read(completing.request) != request)
		return;
	if (op_is_write(req_op(request)))
		alert->flags |= LATENCY_ALERT_WRITE;
	if (this_cpu_read(completing.failed))
		alert->flags |= LATENCY_ALERT_FAILED;
	if (request->q->disk)
		strscpy(alert->name, request->q->disk->disk_name, sizeof(alert->name));
}

static noinline void tell(const struct latency_tracker_event *event, unsigned int timeout)
{
	const struct request_key *key = (const struct request_key *)event->key;
	u64 how = (unsigned long)event->priv;
	struct latency_alert alert;
	struct task_struct *task;

	tracker_alert_begin(&tracker, &alert, event, timeout);
	alert.key[0] = key->device;
	alert.key[1] = key->sector;
	alert.key[2] = how >> 32;
	if (!timeout)
		add_request(&alert, key->request);
	rcu_read_lock();
	task = pid_task(find_pid_ns((u32)how, &init_pid_ns), PIDTYPE_PID);
	alert.pid = (u32)how;
	if (task) {
		tracker_alert_task(&alert, task);
		alert.stack_size = tracker_stack_of(&tracker, task, alert.stack);
	}
	tracker_alert_end(&tracker, &alert);
	rcu_read_unlock();
}

static void over(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;

	if (tracker_over(&tracker, event, timeout))
		tell(event, timeout);
}

static void issue(void *data, struct request *request)
{
	PROBE_PREEMPT_OFF();
	struct request_key key;
	u64 how;

	if (!tracker_wants_task(&tracker, current))
		return;
	key = key_of(request);
	how = (u64)blk_rq_bytes(request) << 32 | current->pid;
	tracker_in_anew(&tracker, &key, sizeof(key), over, READ_ONCE(tracker.timeout),
			(void *)(unsigned long)how);
}

static void complete_request(void *data, struct request *request, blk_status_t error,
			     unsigned int bytes)
{
	struct request_key key = key_of(request);
	unsigned long flags;

	local_irq_save(flags);
	this_cpu_write(completing.request, request);
	this_cpu_write(completing.failed, error);
	latency_tracker_event_out(tracker.core, &key, sizeof(key));
	this_cpu_write(completing.request, NULL);
	local_irq_restore(flags);
}

static int __init block_init(void)
{
	return tracker_load(&tracker);
}

static void __exit block_exit(void)
{
	tracker_unload(&tracker);
}

module_init(block_init);
module_exit(block_exit);
MODULE_DESCRIPTION("Latency tracker: from the issue of a request for a disk to its completion");
MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Says in the log which requests take a disk longer than a threshold.
 */
#define pr_fmt(fmt) "block_latency: " fmt

#include <linux/blkdev.h>
#include <linux/blk-mq.h>
#include <linux/err.h>
#include <linux/irq_work.h>
#include <linux/module.h>

#include "sample.h"

static unsigned int usec_threshold = 5000;
module_param(usec_threshold, uint, 0644);
MODULE_PARM_DESC(usec_threshold, "requests that take longer are told (us)");

struct request_key {
	u64 sector;
	u32 device;
	u32 zero; /* all bytes of a key count */
};

static struct latency_tracker *tracker;
static struct request_key slow;
static u64 slow_ns;

/* Prints the message later: where a request ends, the console must not be used. */
static void say(struct irq_work *work)
{
	pr_info("device %u:%u, sector %llu: %llu us\n", MAJOR(slow.device), MINOR(slow.device),
		slow.sector, slow_ns / NSEC_PER_USEC);
}

static DEFINE_IRQ_WORK(say_work, say);

static void too_slow(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;

	/* Only one of several at once is told. */
	if (irq_work_is_busy(&say_work))
		return;
	slow = *(const struct request_key *)event->key;
	slow_ns = event->delay;
	irq_work_queue(&say_work);
}

static void set_key(struct request_key *key, const struct request *request)
{
	key->sector = blk_rq_pos(request);
	key->device = request->q->disk ? disk_devt(request->q->disk) : 0;
	key->zero = 0;
}

static void issue(void *data, struct request *request)
{
	struct request_key key;

	set_key(&key, request);
	latency_tracker_event_in(tracker, &key, sizeof(key),
				 (u64)READ_ONCE(usec_threshold) * NSEC_PER_USEC, too_slow, 0, NULL);
}

static void complete_part(void *data, struct request *request, blk_status_t error,
			  unsigned int bytes)
{
	struct request_key key;

	/* A request that is done in parts is over with the first. */
	set_key(&key, request);
	latency_tracker_event_out(tracker, &key, sizeof(key));
}

static struct sample_probe probe[] = {
	{ "block_rq_issue", issue },
	{ "block_rq_complete", complete_part },
};

static struct sample_probes probes = { probe, ARRAY_SIZE(probe) };

static int __init block_latency_init(void)
{
	int ret;

	tracker = latency_tracker_create(NULL, NULL);
	if (IS_ERR(tracker))
		return PTR_ERR(tracker);
	ret = sample_hook(&probes);
	if (ret)
		latency_tracker_destroy(tracker);
	return ret;
}

static void __exit block_latency_exit(void)
{
	sample_unhook(&probes);
	latency_tracker_destroy(tracker);
	irq_work_sync(&say_work);
}

module_init(block_latency_init);
module_exit(block_latency_exit);
MODULE_DESCRIPTION("Sample of the latency tracker: slow disks");
MODULE_LICENSE("GPL");

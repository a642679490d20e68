// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tracker from its creation to its end, and the module from its load to its unload.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/rtlat_compat.h>

#include "pool.h"

static void empty_table(struct latency_tracker *tracker)
{
	struct latency_tracker_event *event, *next;
	unsigned int i;

	for (i = 0; i < 1 << TRACKER_BUCKET_BITS; i++) {
		for (event = tracker->bucket[i].first; event; event = next) {
			next = event->next;
			tracker_event_unref(event);
		}
	}
}

static void free_tracker(struct latency_tracker *tracker)
{
	free_percpu(tracker->cpu);
	kvfree(tracker->bucket);
	kfree(tracker);
}

static struct tracker_bucket *create_buckets(void)
{
	struct tracker_bucket *bucket;
	unsigned int i;

	bucket = kvcalloc(1 << TRACKER_BUCKET_BITS, sizeof(*bucket), GFP_KERNEL);
	if (!bucket)
		return NULL;
	for (i = 0; i < 1 << TRACKER_BUCKET_BITS; i++)
		bucket[i].lock = (arch_spinlock_t)__ARCH_SPIN_LOCK_UNLOCKED;
	return bucket;
}

/**
 * latency_tracker_create - create a tracker
 * @match_fct: says whether keys are the same; NULL: memcmp()
 * @hash_fct: hashes them; NULL: jhash(), or hash_64() for keys of 8 bytes
 *
 * May sleep.
 *
 * Return: the tracker or an ERR_PTR().
 */
struct latency_tracker *latency_tracker_create(latency_tracker_match_fct match_fct,
					       latency_tracker_hash_fct hash_fct)
{
	struct latency_tracker *tracker = kzalloc_obj(*tracker);
	int ret = -ENOMEM;

	if (!tracker)
		return ERR_PTR(-ENOMEM);
	tracker->match = match_fct;
	tracker->hash = hash_fct;
	tracker->cpu = alloc_percpu(struct tracker_cpu);
	tracker->bucket = create_buckets();
	if (!tracker->cpu || !tracker->bucket)
		goto free_tracker;
	ret = tracker_pool_init(tracker);
	if (ret)
		goto free_pool;
	return tracker;
free_pool:
	tracker_pool_destroy(tracker);
free_tracker:
	free_tracker(tracker);
	return ERR_PTR(ret);
}
EXPORT_SYMBOL_GPL(latency_tracker_create);

/**
 * latency_tracker_destroy - end a tracker
 * @tracker: the tracker, NULL or an error of latency_tracker_create()
 *
 * What is under way is dropped without a word. Waits for callbacks, for calls that have begun, and
 * for references to be put; those that begin until then are refused. May sleep.
 */
void latency_tracker_destroy(struct latency_tracker *tracker)
{
	if (IS_ERR_OR_NULL(tracker))
		return;
	WRITE_ONCE(tracker->dying, true);
	synchronize_rcu();
	tracker_pool_stop(tracker);
	empty_table(tracker);
	tracker_pool_destroy(tracker);
	/* Waits for calls that have been refused. */
	synchronize_rcu();
	free_tracker(tracker);
}
EXPORT_SYMBOL_GPL(latency_tracker_destroy);

static int __init latency_tracker_init(void)
{
	return tracker_cache_create();
}

static void __exit latency_tracker_exit(void)
{
	tracker_cache_destroy();
}

/* The core comes before the trackers when they are built in. */
subsys_initcall(latency_tracker_init);
module_exit(latency_tracker_exit);
MODULE_DESCRIPTION("Latency tracker: what took too long, of any pair of kernel events");
MODULE_LICENSE("GPL");

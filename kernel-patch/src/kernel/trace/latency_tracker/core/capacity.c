// SPDX-License-Identifier: GPL-2.0-only
/*
 * The memory of events: a worker allocates more before they run out, for nothing is allocated in a
 * probe. All is done with the pool's mutex held. (Linux 6.7 has lib/objpool.c; 6.1 does not.)
 */
#include <linux/slab.h>

#include "pool.h"

/* The capacity until it is set, and its limit. */
#define CAPACITY_DEFAULT 1024
#define CAPACITY_MAX BIT(20)
/* Events that are allocated from the beginning. */
#define FIRST 256

static struct kmem_cache *cache;

static struct latency_tracker_event *event_create(struct latency_tracker *tracker)
{
	struct latency_tracker_event *event = kmem_cache_zalloc(cache, GFP_KERNEL);

	if (!event)
		return NULL;
	event->tracker = tracker;
	tracker_timeout_init(event);
	list_add(&event->allocated, &tracker->pool.allocated);
	WRITE_ONCE(tracker->pool.nr_allocated, tracker->pool.nr_allocated + 1);
	return event;
}

static void event_destroy(struct latency_tracker_event *event)
{
	struct tracker_pool *pool = &event->tracker->pool;

	/* The timer is over, but its handler perhaps has not returned yet. */
	hrtimer_cancel(&event->timer);
	list_del(&event->allocated);
	WRITE_ONCE(pool->nr_allocated, pool->nr_allocated - 1);
	kmem_cache_free(cache, event);
}

static int pool_grow(struct latency_tracker *tracker, unsigned int target)
{
	struct tracker_pool *pool = &tracker->pool;
	struct latency_tracker_event *event;
	struct tracker_cpu *cpu;
	unsigned long flags;

	while (pool->nr_allocated < target) {
		event = event_create(tracker);
		if (!event)
			return -ENOMEM;
		cpu = tracker_enter(tracker, &flags);
		if (!cpu) {
			event_destroy(event);
			return -ENODEV;
		}
		arch_spin_lock(&pool->lock);
		tracker_pool_add(pool, event);
		arch_spin_unlock(&pool->lock);
		tracker_leave(cpu, flags);
	}
	return 0;
}

static void pool_shrink(struct latency_tracker *tracker, unsigned int target)
{
	struct tracker_pool *pool = &tracker->pool;
	struct latency_tracker_event *event;
	struct tracker_cpu *cpu;
	unsigned long flags;

	while (pool->nr_allocated > target) {
		cpu = tracker_enter(tracker, &flags);
		if (!cpu)
			return;
		arch_spin_lock(&pool->lock);
		event = tracker_pool_get(pool);
		arch_spin_unlock(&pool->lock);
		tracker_leave(cpu, flags);
		if (!event)
			return;
		event_destroy(event);
	}
}

static void grow(struct work_struct *work)
{
	struct tracker_pool *pool = container_of(work, struct tracker_pool, grow);
	struct latency_tracker *tracker = container_of(pool, struct latency_tracker, pool);

	mutex_lock(&pool->mutex);
	/* Without memory, the next shortage asks again. */
	pool_grow(tracker, min(2 * pool->nr_allocated, tracker_pool_limit(pool)));
	mutex_unlock(&pool->mutex);
}

static void kick(struct irq_work *work)
{
	schedule_work(&container_of(work, struct tracker_pool, kick)->grow);
}

/**
 * latency_tracker_set_capacity - say how many events may be under way at once
 * @tracker: the tracker
 * @events: at least so many, from 1 to 1048576; not set, 1024
 *
 * A few more may be, per CPU. Memory is allocated for the first few hundred, and for more, up to
 * the capacity, as they come: those that come faster than that are counted as full. Where there
 * is memory for more, and less is wanted, that which is free at the moment is freed. May sleep.
 *
 * Return: 0, -EINVAL if @events is out of range, or -ENOMEM.
 */
int latency_tracker_set_capacity(struct latency_tracker *tracker, unsigned int events)
{
	struct tracker_pool *pool = &tracker->pool;
	int ret;

	if (!events || events > CAPACITY_MAX)
		return -EINVAL;
	mutex_lock(&pool->mutex);
	WRITE_ONCE(pool->capacity, events);
	pool_shrink(tracker, tracker_pool_limit(pool));
	ret = pool_grow(tracker, min_t(unsigned int, tracker_pool_limit(pool),
				       FIRST + num_possible_cpus() * TRACKER_CPU_FREE));
	mutex_unlock(&pool->mutex);
	return ret;
}
EXPORT_SYMBOL_GPL(latency_tracker_set_capacity);

/* tracker_pool_init - have memory for the first events; tracker_pool_destroy() also if it fails */
int tracker_pool_init(struct latency_tracker *tracker)
{
	struct tracker_pool *pool = &tracker->pool;

	pool->lock = (arch_spinlock_t)__ARCH_SPIN_LOCK_UNLOCKED;
	init_llist_head(&pool->given_back);
	init_irq_work(&pool->kick, kick);
	INIT_WORK(&pool->grow, grow);
	mutex_init(&pool->mutex);
	INIT_LIST_HEAD(&pool->allocated);
	return latency_tracker_set_capacity(tracker, CAPACITY_DEFAULT);
}

/* tracker_pool_stop - no event will be added any more, and no timer calls; all CPUs have left */
void tracker_pool_stop(struct latency_tracker *tracker)
{
	struct latency_tracker_event *event;

	irq_work_sync(&tracker->pool.kick);
	cancel_work_sync(&tracker->pool.grow);
	list_for_each_entry(event, &tracker->pool.allocated, allocated) {
		if (hrtimer_cancel(&event->timer) == 1)
			tracker_event_unref(event);
	}
}

static unsigned int count_free(struct latency_tracker *tracker)
{
	unsigned int cpu, sum;

	tracker_pool_collect(&tracker->pool);
	sum = tracker->pool.nr_free;
	for_each_possible_cpu(cpu)
		sum += per_cpu_ptr(tracker->cpu, cpu)->nr_free;
	return sum;
}

/* tracker_pool_destroy - free all events, when nobody has a reference to one any more */
void tracker_pool_destroy(struct latency_tracker *tracker)
{
	struct latency_tracker_event *event, *next;

	while (count_free(tracker) != tracker->pool.nr_allocated)
		schedule_timeout_uninterruptible(1);
	list_for_each_entry_safe(event, next, &tracker->pool.allocated, allocated)
		event_destroy(event);
	mutex_destroy(&tracker->pool.mutex);
}

int tracker_cache_create(void)
{
	cache = kmem_cache_create("latency_tracker_event", sizeof(struct latency_tracker_event), 0,
				  SLAB_HWCACHE_ALIGN, NULL);
	return cache ? 0 : -ENOMEM;
}

void tracker_cache_destroy(void)
{
	kmem_cache_destroy(cache);
}

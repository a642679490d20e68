/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events that are free. Each CPU has some, which it takes and gives without a lock, and gets and
 * gives others by the handful. The pool's own functions want its lock.
 */
#ifndef _LATENCY_TRACKER_POOL_H
#define _LATENCY_TRACKER_POOL_H

#include "internal.h"

struct latency_tracker_event *tracker_pool_refill(struct latency_tracker *tracker,
						  struct tracker_cpu *cpu);
void tracker_pool_spill(struct latency_tracker *tracker, struct tracker_cpu *cpu);
void tracker_event_release(struct latency_tracker_event *event);

/* The most free events that a CPU may have; half of them come and go at once. */
#define TRACKER_CPU_FREE 16

static inline struct latency_tracker_event *tracker_event_take(struct latency_tracker *tracker,
							       struct tracker_cpu *cpu)
{
	struct latency_tracker_event *event = cpu->free;

	if (unlikely(!event))
		return tracker_pool_refill(tracker, cpu);
	cpu->free = event->next;
	cpu->nr_free--;
	return event;
}

static inline void tracker_event_give(struct latency_tracker *tracker, struct tracker_cpu *cpu,
				      struct latency_tracker_event *event)
{
	event->next = cpu->free;
	cpu->free = event;
	if (unlikely(++cpu->nr_free == TRACKER_CPU_FREE))
		tracker_pool_spill(tracker, cpu);
}

/*
 * Drops a reference. The owner of the last one is alone with the event, which is not in the table
 * any more.
 */
static inline void tracker_event_unref(struct latency_tracker_event *event)
{
	if (atomic_read_acquire(&event->references) == 1 ||
	    atomic_dec_and_test(&event->references))
		tracker_event_release(event);
}

static inline void tracker_pool_add(struct tracker_pool *pool, struct latency_tracker_event *event)
{
	event->next = pool->free;
	pool->free = event;
	pool->nr_free++;
}

static inline struct latency_tracker_event *tracker_pool_get(struct tracker_pool *pool)
{
	struct latency_tracker_event *event = pool->free;

	if (event) {
		pool->free = event->next;
		pool->nr_free--;
	}
	return event;
}

static inline void tracker_pool_collect(struct tracker_pool *pool)
{
	struct llist_node *node, *next;

	llist_for_each_safe(node, next, llist_del_all(&pool->given_back))
		tracker_pool_add(pool, llist_entry(node, struct latency_tracker_event, given_back));
}

/*
 * Returns the most events that are allocated: the capacity, and those that CPUs keep for
 * themselves.
 */
static inline unsigned int tracker_pool_limit(const struct tracker_pool *pool)
{
	return READ_ONCE(pool->capacity) + num_possible_cpus() * TRACKER_CPU_FREE;
}

#endif /* _LATENCY_TRACKER_POOL_H */

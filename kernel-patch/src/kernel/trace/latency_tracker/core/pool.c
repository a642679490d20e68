// SPDX-License-Identifier: GPL-2.0-only
/* Moves free events between a CPU and the pool, without allocating any. */
#include "pool.h"

#define HANDFUL (TRACKER_CPU_FREE / 2)

/*
 * tracker_pool_refill - an event for a CPU that has none, and a few more
 *
 * Return: the event; NULL if there are none.
 */
struct latency_tracker_event *tracker_pool_refill(struct latency_tracker *tracker,
						  struct tracker_cpu *cpu)
{
	struct tracker_pool *pool = &tracker->pool;
	struct latency_tracker_event *event;
	unsigned int i;
	bool low;

	arch_spin_lock(&pool->lock);
	if (unlikely(!llist_empty(&pool->given_back)))
		tracker_pool_collect(pool);
	for (i = 1; i < HANDFUL && pool->nr_free > 1; i++) {
		event = tracker_pool_get(pool);
		event->next = cpu->free;
		cpu->free = event;
		cpu->nr_free++;
	}
	event = tracker_pool_get(pool);
	low = pool->nr_free < READ_ONCE(pool->nr_allocated) / 2;
	arch_spin_unlock(&pool->lock);
	if (low && READ_ONCE(pool->nr_allocated) < tracker_pool_limit(pool))
		irq_work_queue(&pool->kick);
	return event;
}

/* tracker_pool_spill - a CPU has as many free events as it may: others can have half of them */
void tracker_pool_spill(struct latency_tracker *tracker, struct tracker_cpu *cpu)
{
	struct tracker_pool *pool = &tracker->pool;
	struct latency_tracker_event *event;

	arch_spin_lock(&pool->lock);
	while (cpu->nr_free > HANDFUL) {
		event = cpu->free;
		cpu->free = event->next;
		cpu->nr_free--;
		tracker_pool_add(pool, event);
	}
	arch_spin_unlock(&pool->lock);
}

/* tracker_event_release - give back an event that nobody has a reference to, from anywhere */
void tracker_event_release(struct latency_tracker_event *event)
{
	struct latency_tracker *tracker = event->tracker;
	struct tracker_cpu *cpu;
	unsigned long flags;

	cpu = tracker_enter(tracker, &flags);
	if (!cpu) {
		llist_add(&event->given_back, &tracker->pool.given_back);
		return;
	}
	tracker_event_give(tracker, cpu, event);
	tracker_leave(cpu, flags);
}

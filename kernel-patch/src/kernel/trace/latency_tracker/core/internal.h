/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Structures that the parts of the core share. Each part calls only those before it: free events in
 * pool.c, the end of one in event.c, its timeout in timeout.c, the memory of all in capacity.c, the
 * table in table.c, a tracker's life in create.c.
 *
 * All of it works where scheduler and timers are traced. So nothing here that a probe calls can
 * itself be traced: interrupts are turned off without a word, and the locks are the bare ones. They
 * nest in every other lock, and in none of them is another one taken.
 */
#ifndef _LATENCY_TRACKER_CORE_H
#define _LATENCY_TRACKER_CORE_H

#include <linux/irq_work.h>
#include <linux/latency_tracker.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#define TRACKER_BUCKET_BITS 10

/* A bucket has a cache line of its own, so that CPUs with different events do not meet. */
struct tracker_bucket {
	arch_spinlock_t lock;
	struct latency_tracker_event *first;
} ____cacheline_aligned_in_smp;

/*
 * The state of a CPU, used on it with interrupts off. Members that each event changes come first.
 * It has cache lines of its own, since other CPUs may write to this CPU's neighbouring variables.
 */
struct tracker_cpu {
	bool busy; /* here, and with a lock held perhaps */
	unsigned int nr_free;
	struct latency_tracker_event *free;
	u64 tracked;
	u64 callbacks;
	u64 timeouts;
	u64 full;
	u64 duplicate;
	u64 refused;
	u64 missed;
} ____cacheline_aligned_in_smp;

/* Events that no CPU has. */
struct tracker_pool {
	arch_spinlock_t lock;
	unsigned int nr_free;
	struct latency_tracker_event *free;
	struct llist_head given_back; /* where there was no way to give back properly */
	unsigned int nr_allocated;
	struct irq_work kick;
	struct work_struct grow;
	struct mutex mutex; /* guards the members below, and changes of nr_allocated */
	unsigned int capacity;
	struct list_head allocated;
};

struct latency_tracker {
	struct tracker_cpu __percpu *cpu;
	struct tracker_bucket *bucket;
	latency_tracker_match_fct match;
	latency_tracker_hash_fct hash;
	bool dying;
	struct tracker_pool pool ____cacheline_aligned_in_smp;
};

/*
 * tracker_enter - begin to work on what is this CPU's
 *
 * Return: that, until tracker_leave(); NULL where that cannot be: in an NMI, or if it is what was
 * being done here and something in there is traced, as a match function may be.
 */
static __always_inline struct tracker_cpu *tracker_enter(struct latency_tracker *tracker,
							 unsigned long *flags)
{
	struct tracker_cpu *cpu;

	raw_local_irq_save(*flags);
	cpu = this_cpu_ptr(tracker->cpu);
	if (unlikely(in_nmi() || cpu->busy || READ_ONCE(tracker->dying))) {
		raw_local_irq_restore(*flags);
		return NULL;
	}
	WRITE_ONCE(cpu->busy, true);
	barrier();
	return cpu;
}

static __always_inline void tracker_leave(struct tracker_cpu *cpu, unsigned long flags)
{
	barrier();
	WRITE_ONCE(cpu->busy, false);
	raw_local_irq_restore(flags);
}

/* True if the callback is to hear of the event, which is over. */
static inline bool tracker_is_told(const struct latency_tracker_event *event)
{
	return event->callback && (event->delay > event->threshold || !event->threshold);
}

/* event.c */
void tracker_event_over(struct latency_tracker_event *event, bool told);

/* timeout.c */
void tracker_timeout_init(struct latency_tracker_event *event);
void tracker_timeout_prepare(struct latency_tracker_event *event);
void tracker_timeout_start(struct latency_tracker_event *event);
void tracker_timeout_over(struct latency_tracker_event *event);
void tracker_timeout_cancel(struct latency_tracker_event *event);

/* capacity.c */
int tracker_pool_init(struct latency_tracker *tracker);
void tracker_pool_stop(struct latency_tracker *tracker);
void tracker_pool_destroy(struct latency_tracker *tracker);
int tracker_cache_create(void);
void tracker_cache_destroy(void);

#endif /* _LATENCY_TRACKER_CORE_H */

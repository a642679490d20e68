// SPDX-License-Identifier: GPL-2.0-only
/* The table of events that are under way, and how they come into it and out of it. */
#include <linux/export.h>
#include <linux/hash.h>
#include <linux/jhash.h>
#include <linux/ktime.h>
#include <linux/string.h>

#include "pool.h"

/* --- the table ---------------------------------------------------------------- */

/* Most keys are one address, for which jhash() and memcmp() do more than is needed. */
static __always_inline bool is_address(u32 key_len)
{
	return likely(key_len == sizeof(u64));
}

static noinline u32 hash_any(const struct latency_tracker *tracker, const void *key, u32 key_len)
{
	if (tracker->hash)
		return tracker->hash(key, key_len, 0);
	return jhash(key, key_len, 0);
}

static __always_inline u32 hash_of(const struct latency_tracker *tracker, const void *key,
				   u32 key_len)
{
	u64 address;

	if (unlikely(tracker->hash) || !is_address(key_len))
		return hash_any(tracker, key, key_len);
	memcpy(&address, key, sizeof(address));
	return hash_64(address, 32);
}

static noinline bool matches_any(const struct latency_tracker *tracker, const void *one,
				 const void *other, u32 key_len)
{
	if (tracker->match)
		return !tracker->match(one, other, key_len);
	return !memcmp(one, other, key_len);
}

static __always_inline bool matches(const struct latency_tracker *tracker, const void *one,
				    const void *other, u32 key_len)
{
	if (unlikely(tracker->match) || !is_address(key_len))
		return matches_any(tracker, one, other, key_len);
	return !memcmp(one, other, sizeof(u64));
}

static struct tracker_bucket *bucket_of(struct latency_tracker *tracker, u32 hash)
{
	/* A hash function of others need not be good. */
	return &tracker->bucket[hash_32(hash, TRACKER_BUCKET_BITS)];
}

/* Finds the event, or the end of its bucket, which is locked. */
static struct latency_tracker_event **find(const struct latency_tracker *tracker,
					   struct tracker_bucket *bucket, u32 hash,
					   const void *key, u32 key_len)
{
	struct latency_tracker_event **place, *event;

	for (place = &bucket->first; *place; place = &(*place)->next) {
		event = *place;
		if (event->hash == hash && event->key_len == key_len &&
		    matches(tracker, event->key, key, key_len))
			break;
	}
	return place;
}

static __always_inline bool insert(struct latency_tracker *tracker,
				   struct latency_tracker_event *event)
{
	struct tracker_bucket *bucket = bucket_of(tracker, event->hash);
	struct latency_tracker_event **place;
	bool is_new;

	event->next = NULL;
	arch_spin_lock(&bucket->lock);
	place = find(tracker, bucket, event->hash, event->key, event->key_len);
	is_new = !*place;
	if (is_new)
		*place = event;
	arch_spin_unlock(&bucket->lock);
	return is_new;
}

static struct latency_tracker_event *take_out(struct latency_tracker *tracker, u32 hash,
					      const void *key, u32 key_len)
{
	struct tracker_bucket *bucket = bucket_of(tracker, hash);
	struct latency_tracker_event **place, *event;

	arch_spin_lock(&bucket->lock);
	place = find(tracker, bucket, hash, key, key_len);
	event = *place;
	if (event)
		*place = event->next;
	arch_spin_unlock(&bucket->lock);
	return event;
}

/* --- in and out --------------------------------------------------------------- */

static bool is_key(const void *key, size_t key_len)
{
	return likely(key && key_len && key_len <= LATENCY_TRACKER_KEY_MAX);
}

static void set_key(struct latency_tracker_event *event, const void *key, u32 key_len)
{
	event->key_len = key_len;
	if (is_address(key_len))
		memcpy(event->key, key, sizeof(u64));
	else
		memcpy(event->key, key, key_len);
}

static __always_inline int table_add(struct latency_tracker *tracker, struct tracker_cpu *cpu,
				     struct latency_tracker_event *event)
{
	if (unlikely(!insert(tracker, event))) {
		tracker_event_give(tracker, cpu, event);
		cpu->duplicate++;
		return -EEXIST;
	}
	cpu->tracked++;
	return 0;
}

static noinline int begin_with_timeout(struct latency_tracker *tracker, struct tracker_cpu *cpu,
				       struct latency_tracker_event *event)
{
	int ret;

	tracker_timeout_prepare(event);
	ret = table_add(tracker, cpu, event);
	if (!ret)
		tracker_timeout_start(event);
	return ret;
}

/* Once it is in the table, an event without a timeout may be over, and already another one. */
static int event_begin(struct latency_tracker *tracker, struct tracker_cpu *cpu,
		       struct latency_tracker_event *event)
{
	atomic_set(&event->references, 1);
	if (unlikely(event->timeout))
		return begin_with_timeout(tracker, cpu, event);
	return table_add(tracker, cpu, event);
}

/**
 * latency_tracker_event_in - something begins
 * @tracker: whose
 * @key: what tells it from others that are under way
 * @key_len: bytes of it, 1 to 128
 * @thresh: if it takes longer than this many ns, @cb is called when it is over; 0: always
 * @cb: what to call; NULL: nothing
 * @timeout: if it is not over after this many ns, @cb is called in a hard interrupt; 0: never
 * @priv: becomes the event's priv; the tracker does nothing with it
 *
 * From any context but an NMI, and with any lock held. With a timeout it starts a timer, so not
 * with the lock of the CPU's timers: where timers are started and cancelled (trace events
 * timer:hrtimer_start and hrtimer_cancel), only without. What a probe of int3 runs in is an NMI
 * for the kernel; kprobes at the beginning of functions, and those that are optimized, are none.
 *
 * Return: 0; -EEXIST if there is one with this key, which stays as it is; -ENOSPC if as many as may
 * be are under way; -EBUSY in an NMI, or where the tracker itself is traced; -EINVAL for a key of
 * no or more than 128 bytes.
 */
int latency_tracker_event_in(struct latency_tracker *tracker, void *key, size_t key_len,
			     u64 thresh, latency_tracker_callback cb, u64 timeout, void *priv)
{
	struct latency_tracker_event *event;
	struct tracker_cpu *cpu;
	unsigned long flags;
	u32 hash;
	int ret;

	if (!is_key(key, key_len))
		return -EINVAL;
	hash = hash_of(tracker, key, key_len);
	cpu = tracker_enter(tracker, &flags);
	if (unlikely(!cpu)) {
		this_cpu_inc(tracker->cpu->refused);
		return -EBUSY;
	}
	ret = -ENOSPC;
	event = tracker_event_take(tracker, cpu);
	if (unlikely(!event)) {
		cpu->full++;
		goto leave;
	}
	set_key(event, key, key_len);
	event->hash = hash;
	event->threshold = thresh;
	event->callback = cb;
	event->timeout = timeout;
	event->priv = priv;
	event->delay = 0;
	event->start = ktime_get_mono_fast_ns();
	ret = event_begin(tracker, cpu, event);
leave:
	tracker_leave(cpu, flags);
	return ret;
}
EXPORT_SYMBOL_GPL(latency_tracker_event_in);

/**
 * latency_tracker_event_out - something is over
 * @tracker: whose
 * @key: of its beginning
 * @key_len: of it
 *
 * If it took longer than its threshold, or its timeout has passed, its callback is called, with
 * timeout 0. From any context but an NMI.
 *
 * Return: 0; -ENOENT if there is none with this key; -EBUSY in an NMI, or where the tracker itself
 * is traced; -EINVAL for a key of no or more than 128 bytes.
 */
int latency_tracker_event_out(struct latency_tracker *tracker, void *key, unsigned int key_len)
{
	u64 now = ktime_get_mono_fast_ns();
	struct latency_tracker_event *event;
	struct tracker_cpu *cpu;
	unsigned long flags;
	u32 hash;

	if (!is_key(key, key_len))
		return -EINVAL;
	hash = hash_of(tracker, key, key_len);
	cpu = tracker_enter(tracker, &flags);
	if (unlikely(!cpu)) {
		this_cpu_inc(tracker->cpu->missed);
		return -EBUSY;
	}
	event = take_out(tracker, hash, key, key_len);
	if (!event) {
		tracker_leave(cpu, flags);
		return -ENOENT;
	}
	/* The clock may differ by little between CPUs. */
	event->delay = now > event->start ? now - event->start : 0;
	if (likely(!event->timeout && !tracker_is_told(event) &&
		   atomic_read_acquire(&event->references) == 1)) {
		tracker_event_give(tracker, cpu, event);
		tracker_leave(cpu, flags);
		return 0;
	}
	/* The destruction of a tracker waits for this section. */
	preempt_disable_notrace();
	tracker_leave(cpu, flags);
	if (event->timeout)
		tracker_timeout_over(event);
	else
		tracker_event_over(event, false);
	preempt_enable_notrace();
	return 0;
}
EXPORT_SYMBOL_GPL(latency_tracker_event_out);

/**
 * latency_tracker_get_event - get a reference to an event that is under way
 * @tracker: whose
 * @key: of it
 * @key_len: of that
 *
 * The event remains readable until latency_tracker_put_event(), also if it is over meanwhile. From
 * any context but an NMI.
 *
 * Return: the event, NULL if there is none.
 */
struct latency_tracker_event *latency_tracker_get_event(struct latency_tracker *tracker, void *key,
							unsigned int key_len)
{
	struct latency_tracker_event *event;
	struct tracker_bucket *bucket;
	struct tracker_cpu *cpu;
	unsigned long flags;
	u32 hash;

	if (!is_key(key, key_len))
		return NULL;
	hash = hash_of(tracker, key, key_len);
	bucket = bucket_of(tracker, hash);
	cpu = tracker_enter(tracker, &flags);
	if (unlikely(!cpu))
		return NULL;
	arch_spin_lock(&bucket->lock);
	event = *find(tracker, bucket, hash, key, key_len);
	if (event)
		atomic_inc(&event->references);
	arch_spin_unlock(&bucket->lock);
	tracker_leave(cpu, flags);
	return event;
}
EXPORT_SYMBOL_GPL(latency_tracker_get_event);

/**
 * latency_tracker_put_event - drop a reference
 * @event: from latency_tracker_get_event(), not to be used any more
 *
 * From any context.
 */
void latency_tracker_put_event(struct latency_tracker_event *event)
{
	tracker_event_unref(event);
}
EXPORT_SYMBOL_GPL(latency_tracker_put_event);

/**
 * latency_tracker_get_counts - see what a tracker has seen
 * @tracker: the tracker
 * @counts: to fill
 */
void latency_tracker_get_counts(struct latency_tracker *tracker,
				struct latency_tracker_counts *counts)
{
	const struct tracker_cpu *mine;
	unsigned int cpu;

	memset(counts, 0, sizeof(*counts));
	for_each_possible_cpu(cpu) {
		mine = per_cpu_ptr(tracker->cpu, cpu);
		counts->tracked += READ_ONCE(mine->tracked);
		counts->callbacks += READ_ONCE(mine->callbacks);
		counts->timeouts += READ_ONCE(mine->timeouts);
		counts->full += READ_ONCE(mine->full);
		counts->duplicate += READ_ONCE(mine->duplicate);
		counts->refused += READ_ONCE(mine->refused);
		counts->missed += READ_ONCE(mine->missed);
	}
	counts->allocated = READ_ONCE(tracker->pool.nr_allocated);
}
EXPORT_SYMBOL_GPL(latency_tracker_get_counts);

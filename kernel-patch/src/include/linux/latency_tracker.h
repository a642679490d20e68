/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pairs what happens in a kernel: whoever sees something begin and end says so, and is told when
 * it took too long.
 */
#ifndef _LINUX_LATENCY_TRACKER_H
#define _LINUX_LATENCY_TRACKER_H

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/list.h>
#include <linux/llist.h>
#include <linux/types.h>

#define LATENCY_TRACKER_KEY_MAX 128

struct latency_tracker;

/**
 * typedef latency_tracker_match_fct - say whether two keys are the same
 * @key1: one
 * @key2: the other
 * @length: of each
 *
 * Called with a lock held and interrupts off.
 *
 * Return: 0 if they are.
 */
typedef int (*latency_tracker_match_fct)(const void *key1, const void *key2, size_t length);

/**
 * typedef latency_tracker_hash_fct - hash a key
 * @key: the key
 * @length: of it
 * @initval: to begin with
 *
 * Return: the hash; keys that match have the same.
 */
typedef u32 (*latency_tracker_hash_fct)(const void *key, u32 length, u32 initval);

/**
 * typedef latency_tracker_callback - told of an event that takes, or took, too long
 * @ptr: the struct latency_tracker_event, there until this returns
 * @timeout: 1: its timeout has passed, and it is still under way. 0: it is over.
 *
 * Called with preemption off. With @timeout 1 that is in a hard interrupt, else it is where the
 * event ended, but if that was while its callback ran for the timeout: then there, right after.
 * May neither sleep nor, as run queues may be locked there, wake anybody up.
 */
typedef void (*latency_tracker_callback)(unsigned long ptr, unsigned int timeout);

/**
 * struct latency_tracker_event - something that is under way, or just over
 * @start: when it began, in ns of CLOCK_MONOTONIC
 * @delay: how long it took, in ns; set before the callback is called with timeout 0
 * @priv: of whoever tracks, who may change it while there is a reference
 * @key_len: length of @key
 * @key: its key
 */
struct latency_tracker_event {
	u64 start;
	u64 delay;
	void *priv;
	u32 key_len;
	/* private: of the tracker */
	u32 hash;
	union { /* the next one in its bucket, or among the free ones */
		struct latency_tracker_event *next;
		struct llist_node given_back;
	};
	struct latency_tracker *tracker;
	u64 threshold;
	latency_tracker_callback callback;
	u64 timeout;
	atomic_t references;
	atomic_t state; /* of the timeout */
	/* public: */
	u8 key[LATENCY_TRACKER_KEY_MAX] __aligned(8);
	/* private: */
	struct hrtimer timer;
	struct list_head allocated;
};

/**
 * struct latency_tracker_counts - what a tracker has seen since it was created
 * @tracked: events that began
 * @callbacks: calls for events that were over
 * @timeouts: calls for events whose timeout had passed
 * @full: events not tracked, as all that there may be were under way
 * @duplicate: events not tracked, as there was one with the same key
 * @refused: events not tracked, as they began in an NMI or in the tracker itself
 * @missed: events that ended in an NMI or in the tracker itself, which it did not see
 * @allocated: events for which there is memory
 */
struct latency_tracker_counts {
	u64 tracked;
	u64 callbacks;
	u64 timeouts;
	u64 full;
	u64 duplicate;
	u64 refused;
	u64 missed;
	u64 allocated;
};

struct latency_tracker *latency_tracker_create(latency_tracker_match_fct match_fct,
					       latency_tracker_hash_fct hash_fct);
void latency_tracker_destroy(struct latency_tracker *tracker);
int latency_tracker_set_capacity(struct latency_tracker *tracker, unsigned int events);
int latency_tracker_event_in(struct latency_tracker *tracker, void *key, size_t key_len,
			     u64 thresh, latency_tracker_callback cb, u64 timeout, void *priv);
int latency_tracker_event_out(struct latency_tracker *tracker, void *key, unsigned int key_len);
struct latency_tracker_event *latency_tracker_get_event(struct latency_tracker *tracker, void *key,
							unsigned int key_len);
void latency_tracker_put_event(struct latency_tracker_event *event);
void latency_tracker_get_counts(struct latency_tracker *tracker,
				struct latency_tracker_counts *counts);

#endif /* _LINUX_LATENCY_TRACKER_H */

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Timeouts: a timer tells of an event that is still under way.
 *
 * The end of an event and its timer may meet, on two CPUs, and neither can wait for the other: the
 * end may come with a lock held that the callback wants. So the state of the event says who calls:
 *
 *	WAITING -> FIRING -> FIRED -> (the end calls)	the timer was first
 *	WAITING -> OVER					the end was first: the timer says nothing
 *	FIRING -> HANDED				the end came during the callback: the timer
 *							calls a second time, in its place
 *
 * The timer has a reference to the event from the moment it is to start: the handler drops it, or
 * whoever cancels the timer so that it will not run. A timer that was over before it was started,
 * or whose cancellation met the end of the event's previous one, runs without a word at its time.
 */
#include <linux/rtlat_compat.h>

#include "pool.h"

enum {
	WAITING,
	FIRING,
	FIRED,
	OVER,
	HANDED,
};

static enum hrtimer_restart fire(struct hrtimer *timer)
{
	struct latency_tracker_event *event = container_of(timer, struct latency_tracker_event,
							   timer);

	/*
	 * The callback may use data that goes with the tracker, so it is not called while that is
	 * destroyed.
	 */
	if (!READ_ONCE(event->tracker->dying) &&
	    atomic_cmpxchg(&event->state, WAITING, FIRING) == WAITING) {
		this_cpu_inc(event->tracker->cpu->timeouts);
		if (event->callback)
			event->callback((unsigned long)event, 1);
		if (atomic_cmpxchg(&event->state, FIRING, FIRED) == HANDED)
			tracker_event_over(event, true);
	}
	tracker_event_unref(event);
	return HRTIMER_NORESTART;
}

/*
 * tracker_timeout_init - make an event one that may have timeouts
 *
 * Once only: where it begins anew, its timer's last handler may still be about to return.
 */
void tracker_timeout_init(struct latency_tracker_event *event)
{
	hrtimer_setup(&event->timer, fire, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
}

/* tracker_timeout_prepare - before others see the event: the timer's reference, and the caller's */
void tracker_timeout_prepare(struct latency_tracker_event *event)
{
	atomic_set(&event->state, WAITING);
	atomic_add(2, &event->references);
}

/*
 * tracker_timeout_start - start the timer of an event that others may see, and end, already
 */
void tracker_timeout_start(struct latency_tracker_event *event)
{
	u64 expiry = event->start + event->timeout;

	if (expiry < event->start || expiry > KTIME_MAX)
		expiry = KTIME_MAX;
	hrtimer_start(&event->timer, ns_to_ktime(expiry), HRTIMER_MODE_ABS_PINNED_HARD);
	/* Pairs with tracker_timeout_over(): one of the two sees what the other has done. */
	smp_mb();
	if (atomic_read(&event->state) == OVER)
		tracker_timeout_cancel(event);
	tracker_event_unref(event);
}

/* tracker_timeout_cancel - the timer is of no use any more, unless it runs anyway */
void tracker_timeout_cancel(struct latency_tracker_event *event)
{
	if (hrtimer_try_to_cancel(&event->timer) == 1)
		tracker_event_unref(event);
}

/* tracker_timeout_over - end an event that has a timeout and is no longer in the table */
void tracker_timeout_over(struct latency_tracker_event *event)
{
	int state = atomic_cmpxchg(&event->state, WAITING, OVER);

	if (state == WAITING)
		tracker_timeout_cancel(event);
	else if (state == FIRING && atomic_cmpxchg(&event->state, FIRING, HANDED) == FIRING)
		return;
	tracker_event_over(event, state != WAITING);
}

// SPDX-License-Identifier: GPL-2.0-only
/* The end of an event, either removed from the table or timed out. */
#include <linux/percpu.h>

#include "pool.h"

/*
 * tracker_event_over - tell that an event is over, and drop the reference that the table had
 * @event: the event, in the table no more
 * @told: its timeout was told, so that this is, too, however long it took
 */
void tracker_event_over(struct latency_tracker_event *event, bool told)
{
	if (tracker_is_told(event) || (told && event->callback)) {
		this_cpu_inc(event->tracker->cpu->callbacks);
		event->callback((unsigned long)event, 0);
	}
	tracker_event_unref(event);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* Takes an event: which delays it begins, and which it ends. */
#include <string.h>

#include "lib/source/track/track.h"

static void take_begin(struct track *track, const struct track_event *event)
{
	static const struct track_task nobody = { .pid = RTLAT_PID_ANY,
						  .priority = RTLAT_PRIORITY_ANY };
	/* A packet arrives in the context of any task. The filter is for the task that reads it. */
	bool packet = track->config.tracker == RTLAT_TRACK_NET;
	struct track_start *start;

	if (!packet && !track_wants(track, &event->task))
		return;
	start = track_begin(track, &event->key, event, packet ? &nobody : &event->task);
	if (!start)
		return;
	start->delay.flags = event->flags;
	memcpy(start->delay.key, event->detail, sizeof(event->detail));
	memcpy(start->delay.name, event->name, sizeof(event->name));
}

/* Ends an event. The task at its end may not be the one with which it began. */
static void end(struct track *track, const struct track_event *event)
{
	struct track_start *start = track_pairs_find(track->pairs, &event->key);
	struct rtlat_recorder *recorder;
	struct rtlat_sample sample;

	if (!start)
		return;
	recorder = track_sample(track, start, event->cpu, event->time, &sample);
	if (recorder) {
		sample.delay.flags |= event->flags;
		if (track->config.tracker == RTLAT_TRACK_NET) {
			sample.delay.pid = event->task.pid;
			sample.delay.priority = event->task.priority;
			memcpy(sample.delay.comm, event->task.comm, sizeof(sample.delay.comm));
		}
		if (track->config.tracker == RTLAT_TRACK_SYSCALL)
			sample.delay.key[1] = event->detail[1];
		track_record(track, recorder, &sample);
	}
	track_pairs_end(track->pairs, start);
}

static void forget(struct track *track, const struct track_event *event)
{
	struct track_start *start = track_pairs_find(track->pairs, &event->key);

	if (start)
		track_pairs_end(track->pairs, start);
}

void track_take(struct track *track, const struct track_event *event)
{
	switch (event->kind) {
	case TRACK_WAKING:
	case TRACK_SWITCH:
		track_take_sched(track, event);
		break;
	case TRACK_BEGIN:
		take_begin(track, event);
		break;
	case TRACK_END:
		end(track, event);
		break;
	case TRACK_FORGET:
		forget(track, event);
		break;
	}
}

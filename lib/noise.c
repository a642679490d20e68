// SPDX-License-Identifier: LGPL-2.1-or-later
#include <string.h>

#include "noise.h"

/* `event` took `time` of what is explained. */
static void add(struct rtlat_interference *found, const struct noise_event *event, uint64_t time)
{
	struct rtlat_culprit *worst;

	found->time[event->by] += time;
	found->count[event->by]++;
	if (event->by >= RTLAT_BY_NMI)
		return;
	worst = &found->worst[event->by];
	if (time <= worst->duration)
		return;
	worst->duration = time;
	worst->id = event->id;
	memcpy(worst->name, event->name, sizeof(worst->name));
}

/* Waiting for something to do is no interference, but leaving that takes time. */
static bool is_idle(const struct noise_event *event)
{
	return event->by == RTLAT_BY_THREAD && event->id == 0;
}

/* In the timer's interrupt no other comes but an NMI. */
static void add_in_timer(struct noise *noise, const struct noise_event *event)
{
	if (event->by == RTLAT_BY_NMI) {
		add(&noise->found, event, event->duration);
		noise->timer_nmi += event->duration;
		return;
	}
	noise->in_timer = false;
	noise->found.handler = event->time - noise->irq_at;
	noise->found.handler -=
		noise->timer_nmi < noise->found.handler ? noise->timer_nmi : noise->found.handler;
}

void noise_add(struct noise *noise, const struct noise_event *event)
{
	if (!noise->pending) {
		noise->earlier[noise->nr_earlier++ % NOISE_EARLIER] = *event;
		return;
	}
	if (noise->in_timer) {
		add_in_timer(noise, event);
		return;
	}
	if (is_idle(event))
		noise->found.dispatch += event->duration;
	else
		add(&noise->found, event, event->duration);
	if (event->by == RTLAT_BY_THREAD) {
		noise->switched = true;
		noise->switched_at = event->time;
		noise->after_switch = 0;
	} else {
		noise->after_switch += event->duration;
	}
}

void noise_irq(struct noise *noise, uint64_t time, uint64_t latency)
{
	unsigned int nr = noise->nr_earlier, i;
	uint64_t expiry = time - latency, explained = 0;

	memset(&noise->found, 0, sizeof(noise->found));
	for (i = nr > NOISE_EARLIER ? nr - NOISE_EARLIER : 0; i < nr; i++) {
		const struct noise_event *event = &noise->earlier[i % NOISE_EARLIER];
		uint64_t part;

		if (event->time <= expiry || is_idle(event))
			continue;
		/* Of one that began before the expiry only what came after it. */
		part = event->time - expiry;
		part = event->duration < part ? event->duration : part;
		part = part < latency - explained ? part : latency - explained;
		add(&noise->found, event, part);
		explained += part;
	}
	noise->found.late = latency - explained;
	noise->nr_earlier = 0;
	noise->irq_at = time;
	noise->timer_nmi = 0;
	noise->after_switch = 0;
	noise->switched = false;
	noise->in_timer = true;
	noise->pending = true;
}

void noise_gap(struct noise *noise, uint64_t end, uint64_t duration,
	       struct rtlat_interference *interference)
{
	unsigned int nr = noise->nr_earlier, i;

	memset(interference, 0, sizeof(*interference));
	for (i = nr > NOISE_EARLIER ? nr - NOISE_EARLIER : 0; i < nr; i++) {
		const struct noise_event *event = &noise->earlier[i % NOISE_EARLIER];

		/* Before that it kept the CPU for too short a time to be noise. */
		if (event->time + duration > end)
			add(interference, event, event->duration);
	}
	noise->nr_earlier = 0;
}

bool noise_thread(struct noise *noise, uint64_t time, struct rtlat_interference *interference)
{
	uint64_t since;

	if (!noise->pending)
		return false;
	noise->pending = false;
	if (noise->switched) {
		since = time - noise->switched_at;
		noise->found.dispatch +=
			since > noise->after_switch ? since - noise->after_switch : 0;
	}
	*interference = noise->found;
	return true;
}

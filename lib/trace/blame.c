// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Divides a latency among those who interrupted it: adds up the noise events between a timer's
 * expiry and the thread's activation, and keeps the longest of each kind.
 */
#include <string.h>

#include "lib/trace/blame.h"

/* Adds the `time` that `event` took within the window. */
static void blame_add(struct rtlat_interference *found, const struct noise_event *event,
		      uint64_t time)
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

/* 0 where a fault of the clock has `to` come first: parts of a latency are never longer than it. */
static uint64_t between(uint64_t from, uint64_t to)
{
	return to > from ? to - from : 0;
}

/* True for the idle task. An idle CPU interferes with nothing, though waking it up takes time. */
static bool is_idle(const struct noise_event *event)
{
	return event->by == RTLAT_BY_THREAD && event->id == 0;
}

/* Only an NMI can interrupt the timer's interrupt. */
static void add_in_timer(struct noise *noise, const struct noise_event *event)
{
	if (event->by == RTLAT_BY_NMI) {
		blame_add(&noise->found, event, event->duration);
		noise->timer_nmi += event->duration;
		return;
	}
	noise->in_timer = false;
	noise->found.handler = between(noise->irq_at + noise->timer_nmi, event->time);
}

/* Records the task that the timer's interrupt met: the first to leave the CPU after it. */
static void name_met(struct rtlat_met *met, const struct noise_event *event)
{
	if (event->id == met->pid && !met->name[0])
		memcpy(met->name, event->name, sizeof(met->name));
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
		blame_add(&noise->found, event, event->duration);
	if (event->by == RTLAT_BY_THREAD) {
		name_met(&noise->found.met, event);
		noise->switched = true;
		noise->switched_at = event->time;
		noise->after_switch = 0;
	} else {
		noise->after_switch += event->duration;
	}
}

void noise_irq(struct noise *noise, uint64_t time, uint64_t latency, int32_t met)
{
	unsigned int nr = noise->nr_earlier, i;
	uint64_t expiry = between(latency, time), explained = 0;

	memset(&noise->found, 0, sizeof(noise->found));
	for (i = nr > NOISE_EARLIER ? nr - NOISE_EARLIER : 0; i < nr; i++) {
		const struct noise_event *event = &noise->earlier[i % NOISE_EARLIER];
		uint64_t part;

		if (event->time <= expiry || is_idle(event))
			continue;
		/* An interruption that began before the expiry counts from the expiry on. */
		part = event->time - expiry;
		part = event->duration < part ? event->duration : part;
		part = part < latency - explained ? part : latency - explained;
		blame_add(&noise->found, event, part);
		explained += part;
	}
	noise->found.late = latency - explained;
	noise->found.met.known = true;
	noise->found.met.pid = met;
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
			blame_add(interference, event, event->duration);
	}
	noise->nr_earlier = 0;
}

bool noise_thread(struct noise *noise, uint64_t time, struct rtlat_interference *interference)
{
	if (!noise->pending)
		return false;
	noise->pending = false;
	if (noise->switched)
		noise->found.dispatch += between(noise->switched_at + noise->after_switch, time);
	*interference = noise->found;
	return true;
}

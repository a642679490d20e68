// SPDX-License-Identifier: LGPL-2.1-or-later
/* Who interfered with an activation, from its window to its sample. */
#include <stdio.h>

#include "lib/source/bpf/activation.h"
#include "lib/source/bpf/programs.h"
#include "lib/source/bpf/vectors.h"

_Static_assert((int)RTLAT_BY_THREAD == (int)WINDOW_THREAD &&
		       (int)RTLAT_BY_SOFTIRQ == (int)WINDOW_SOFTIRQ &&
		       (int)RTLAT_BY_IRQ == (int)WINDOW_IRQ &&
		       (int)RTLAT_BY_NMI == (int)WINDOW_NMI &&
		       RTLAT_NAME_SIZE == WINDOW_NAME_SIZE && RTLAT_STACK_MAX == WINDOW_STACK_MAX,
	       "the library's interferers are the programs' levels");

static void copy_culprit(struct rtlat_culprit *to, const struct window *window,
			 enum window_level level)
{
	const struct window_culprit *from = &window->worst[level];

	to->duration = window->count.longest[level];
	to->id = from->id;
	if (!to->duration)
		return;
	if (level == WINDOW_THREAD)
		memcpy(to->name, from->name, sizeof(to->name));
	else
		vectors_set_name(to->name, level, from->id, from->device);
}

/*
 * Sets the time from the last event to the thread's reading of the clock. An interrupt that came
 * between the reading and the end of the window has added to the interrupts: it is taken from them.
 */
static void end_at(struct rtlat_interference *to, const struct window *window, uint64_t latency)
{
	uint64_t seen = window->last - window->expiry, net = window->time.net[WINDOW_THREAD];
	uint64_t *irq = &to->time[RTLAT_BY_IRQ], after;

	to->dispatch += net;
	if (latency >= seen) {
		to->dispatch += latency - seen;
		return;
	}
	after = seen - latency;
	if (after <= to->dispatch) {
		to->dispatch -= after;
		return;
	}
	after -= to->dispatch;
	to->dispatch = 0;
	*irq -= after < *irq ? after : *irq;
	if (to->worst[RTLAT_BY_IRQ].duration > *irq)
		to->worst[RTLAT_BY_IRQ].duration = *irq;
}

static void copy_sender(struct rtlat_sender *to, const struct window *window)
{
	const struct window_culprit *worst = &window->worst[WINDOW_IRQ];

	to->known = window->count.longest[WINDOW_IRQ] && !worst->device &&
		    worst->id >= WINDOW_IPI_FIRST && worst->id <= WINDOW_IPI_LAST &&
		    window->sender.known;
	if (!to->known)
		return;
	to->cpu = window->sender.cpu;
	to->pid = window->sender.pid;
	memcpy(to->name, window->sender.name, sizeof(to->name));
}

static void copy_met_task(struct rtlat_met *to, const struct window *window, uint32_t state,
			  unsigned int cpu)
{
	const struct window_culprit *worst = &window->worst[WINDOW_THREAD];

	to->known = state & WINDOW_MET;
	if (!to->known)
		return;
	to->pid = window->met_pid;
	if (!to->pid)
		snprintf(to->name, sizeof(to->name), "swapper/%u", cpu);
	else if (window->count.of[WINDOW_THREAD] && worst->id == to->pid)
		memcpy(to->name, worst->name, sizeof(to->name));
	else
		memcpy(to->name, window->met_name, sizeof(to->name));
}

void activation_explain(const struct window *window, uint32_t state, struct rtlat_sample *sample)
{
	struct rtlat_interference *to = &sample->interference;
	enum window_level level;

	memset(to, 0, sizeof(*to));
	to->late = window->late;
	to->handler = window->time.handler;
	to->dispatch = window->time.dispatch;
	to->stolen = window->stolen;
	memcpy(to->time, window->time.of, sizeof(to->time));
	memcpy(to->count, window->count.of, sizeof(to->count));
	for (level = 0; level < WINDOW_NMI; level++)
		copy_culprit(&to->worst[level], window, level);
	to->hrtimers.time = window->timers.time;
	to->hrtimers.count = window->timers.count;
	to->hrtimers.longest = window->timers.longest;
	to->hrtimers.function = window->timers.longest ? window->timer_function : 0;
	copy_met_task(&to->met, window, state, sample->cpu);
	copy_sender(&to->sender, window);
	end_at(to, window, sample->latency[RTLAT_THREAD]);
	sample->has |= RTLAT_HAS_INTERFERENCE;
}

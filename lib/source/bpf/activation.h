/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An activation as its thread and the BPF programs saw it, made a sample. */
#ifndef LIB_SOURCE_BPF_ACTIVATION_H
#define LIB_SOURCE_BPF_ACTIVATION_H

#include <string.h>

#include "lib/source/bpf/window.h"
#include "rtlat.h"

/* Opens the window for an activation that is to come: the programs look from now on. */
static inline void activation_begin(struct window *window, uint64_t expiry)
{
	window->expiry = expiry;
	window->last = expiry;
	window->time = (struct window_times){ 0 };
	window->count = (struct window_counts){ 0 };
	window->timers = (struct window_timers){ 0 };
	window->in_softirq = 0;
	window->stolen = 0;
	__atomic_store_n(&window->state, WINDOW_OPEN, __ATOMIC_RELEASE);
}

/*
 * Closes the window, first of all that is done after the clock was read. Returns its state: without
 * WINDOW_FIRED, the programs did not see the timer expire on this CPU.
 */
static inline uint32_t activation_end(struct window *window)
{
	uint32_t state = __atomic_load_n(&window->state, __ATOMIC_RELAXED);

	__atomic_store_n(&window->state, 0, __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	return state;
}

/*
 * Fills in the interference of a sample that has its thread latency. The parts add up to it, since
 * the time from the last event on belongs to the thread itself.
 */
void activation_explain(const struct window *window, uint32_t state, struct rtlat_sample *sample);

#endif /* LIB_SOURCE_BPF_ACTIVATION_H */

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who had the CPU: net time of NMIs, IRQs, softirqs and threads, and which part
 * of it delayed the current activation.
 *
 * Levels nest strictly: a span of one level is interrupted by spans of higher
 * ones only. Each level adds its own net time to its own total, so that nothing
 * here is written from two levels, and net time is gross time less what the
 * totals of the higher levels grew by meanwhile.
 */
#include <linux/string.h>

#include "events.h"
#include "rtlat.h"

/* What all levels above `level` have taken so far. */
static u64 taken_above(const struct rtlat_cpu *c, enum timerlat_level level)
{
	u64 sum = 0;
	int l;

	for (l = level + 1; l < TIMERLAT_LEVELS; l++)
		sum += READ_ONCE(c->span[l].total);
	return sum;
}

/*
 * The time, and what was taken above at that time. Only an NMI can come between
 * the two, as the callers have interrupts masked; and it counts itself last.
 */
static u64 clock_and_taken(const struct rtlat_cpu *c, enum timerlat_level level, u64 *taken)
{
	u64 now;
	u32 nmis;

	do {
		nmis = READ_ONCE(c->nmis);
		barrier();
		now = rtlat_clock();
		*taken = taken_above(c, level);
		barrier();
	} while (READ_ONCE(c->nmis) != nmis);
	return now;
}

/* What was taken above `level` since the timer fired. */
static u64 taken_since_fired(const struct rtlat_cpu *c, enum timerlat_level level, u64 taken)
{
	int l;

	for (l = level + 1; l < TIMERLAT_LEVELS; l++)
		taken -= c->window.fired_total[l];
	return taken;
}

static void blame(struct timerlat_record *record, enum timerlat_level level, u64 net, int id,
		  const char *name)
{
	struct timerlat_culprit *worst = &record->worst[level];

	record->time[level] += net;
	record->count[level]++;
	if (level == TIMERLAT_NMI || net <= worst->duration)
		return;
	worst->duration = net;
	worst->id = id;
	strscpy(worst->name, name, sizeof(worst->name));
}

/* Interference within the window of the levels below the one that ends at `now`. */
static u64 window_taken(const struct rtlat_cpu *c, enum timerlat_level level)
{
	u64 sum = 0;
	int l;

	for (l = level + 1; l < TIMERLAT_LEVELS; l++)
		sum += c->window.record.time[l];
	return sum;
}

/*
 * The part of an interrupt or NMI that delayed the activation: what came after
 * the expiry, even if the timer's own interrupt was still to come.
 */
static void window_interrupt(struct rtlat_cpu *c, enum timerlat_level level, u64 start, u64 now,
			     u64 net, int id, const char *name)
{
	struct rtlat_window *window = &c->window;

	if (!window->open || now <= window->expiry)
		return;
	if (level == TIMERLAT_IRQ && window->in_handler) {
		window->in_handler = false;
		window->record.handler = net;
		return;
	}
	/* Across the expiry: what nested above it since then is in the window already. */
	if (start < window->expiry)
		net = now - window->expiry - window_taken(c, level);
	blame(&window->record, level, net, id, name);
}

/*
 * The part of a softirq or a thread's run that delayed the activation: what came
 * after the timer's interrupt. Cuts *start and *net down to it; false if there
 * is none.
 */
static bool cut_to_window(const struct rtlat_cpu *c, enum timerlat_level level, u64 now,
			  u64 taken, u64 *start, u64 *net)
{
	const struct rtlat_window *window = &c->window;

	if (!window->open || !window->fired)
		return false;
	if (*start < window->fired_at) {
		*start = window->fired_at;
		*net = now - *start - taken_since_fired(c, level, taken);
	}
	return true;
}

static void open_span(struct rtlat_cpu *c, enum timerlat_level level, int id)
{
	struct rtlat_span *span = &c->span[level];

	span->id = id;
	span->before = 0;
	span->start = clock_and_taken(c, level, &span->nested);
}

/* Tells the net time of the span and its bounds; it is closed. */
static u64 close_span(struct rtlat_cpu *c, enum timerlat_level level, u64 *start, u64 *now,
		      u64 *taken)
{
	struct rtlat_span *span = &c->span[level];
	u64 net;

	*start = span->start;
	*now = clock_and_taken(c, level, taken);
	net = *now - *start - (*taken - span->nested);
	WRITE_ONCE(span->total, span->total + net);
	span->start = 0;
	span->count++;
	return net;
}

void rtlat_account_enter(struct rtlat_cpu *c, enum timerlat_level level, int id)
{
	/* A handler within a vector's span is a part of it. */
	if (!c->active || c->span[level].start)
		return;
	open_span(c, level, id);
}

void rtlat_account_leave(struct rtlat_cpu *c, enum timerlat_level level, int id, const char *name)
{
	struct rtlat_span *span = &c->span[level];
	u64 start, now, taken, net;

	if (!span->start || span->id != id)
		return;
	net = close_span(c, level, &start, &now, &taken);
	window_interrupt(c, level, start, now, net, id, name);
	if (level == TIMERLAT_NMI) {
		barrier();
		WRITE_ONCE(c->nmis, c->nmis + 1);
		rtlat_event_nmi(start, net, now);
	} else {
		rtlat_event_irq(id, name, start - span->before, net + span->before, now);
	}
}

void rtlat_account_leave_softirq(struct rtlat_cpu *c, int vector)
{
	struct rtlat_span *span = &c->span[TIMERLAT_SOFTIRQ];
	u64 start, now, taken, net;
	bool delays;

	if (!span->start || span->id != vector)
		return;
	net = close_span(c, TIMERLAT_SOFTIRQ, &start, &now, &taken);
	delays = cut_to_window(c, TIMERLAT_SOFTIRQ, now, taken, &start, &net);
	if (delays)
		blame(&c->window.record, TIMERLAT_SOFTIRQ, net, vector,
		      rtlat_softirq_name(vector));
	if (delays || c->osnoise)
		rtlat_event_softirq(vector, start, net, now);
}

/* Somebody stops running: the workload itself, idle, or a thread that was in the way. */
static void leave_thread(struct rtlat_cpu *c, struct task_struct *prev, u64 start, u64 now,
			 u64 net, u64 taken)
{
	bool delays = cut_to_window(c, TIMERLAT_THREAD, now, taken, &start, &net);

	/* Leaving idle is no interference, but a part of getting to the thread. */
	if (delays && (prev == c->task || is_idle_task(prev))) {
		c->window.record.dispatch += net;
		return;
	}
	if (prev == c->task)
		return;
	if (delays)
		blame(&c->window.record, TIMERLAT_THREAD, net, prev->pid, prev->comm);
	if (delays || (c->osnoise && !is_idle_task(prev)))
		rtlat_event_thread(prev, start, net, now);
}

void rtlat_account_switch(struct rtlat_cpu *c, struct task_struct *prev, struct task_struct *next)
{
	struct rtlat_span *span = &c->span[TIMERLAT_THREAD];
	u64 start, now, taken, net;

	if (!c->active)
		return;
	if (!span->start) {
		open_span(c, TIMERLAT_THREAD, next->pid);
		return;
	}
	net = close_span(c, TIMERLAT_THREAD, &start, &now, &taken);
	leave_thread(c, prev, start, now, net, taken);
	/* The workload itself is nobody's interruption. */
	if (prev == c->task)
		span->count--;
	span->id = next->pid;
	span->start = now;
	span->nested = taken;
}

void rtlat_account_arm(struct rtlat_cpu *c, u64 expiry)
{
	struct rtlat_window *window = &c->window;

	WRITE_ONCE(window->open, false);
	barrier();
	memset(&window->record, 0, sizeof(window->record));
	window->fired = false;
	window->in_handler = false;
	window->expiry = expiry;
	barrier();
	WRITE_ONCE(window->open, true);
}

/*
 * The timer has fired: in its interrupt. The interrupt's span is cut in two, as
 * the first part belongs to the time before. Returns the part of the IRQ latency
 * that nobody's interference explains.
 */
u64 rtlat_account_fire(struct rtlat_cpu *c, u64 now)
{
	struct rtlat_window *window = &c->window;
	struct rtlat_span *span = &c->span[TIMERLAT_IRQ];
	u64 taken = taken_above(c, TIMERLAT_IRQ);
	u64 late = now - window->expiry;
	int l;

	if (span->start) {
		span->before = now - span->start - (taken - span->nested);
		WRITE_ONCE(span->total, span->total + span->before);
		span->start = now;
		span->nested = taken;
		window->in_handler = true;
	}
	for (l = 0; l < TIMERLAT_LEVELS; l++)
		window->fired_total[l] = c->span[l].total;
	window->fired_at = now;
	window->fired = true;
	late -= min(late, window->record.time[TIMERLAT_IRQ] + window->record.time[TIMERLAT_NMI]);
	return late;
}

/*
 * The thread runs: what is left since it was switched to is the dispatch. The
 * caller has interrupts masked. Returns the time.
 */
u64 rtlat_account_close(struct rtlat_cpu *c)
{
	struct rtlat_window *window = &c->window;
	u64 start = c->span[TIMERLAT_THREAD].start;
	u64 nested = c->span[TIMERLAT_THREAD].nested;
	u64 now, taken, own;

	now = clock_and_taken(c, TIMERLAT_THREAD, &taken);
	own = now - start - (taken - nested);
	if (!start)
		window->record.flags |= TIMERLAT_INCOMPLETE;
	else if (cut_to_window(c, TIMERLAT_THREAD, now, taken, &start, &own))
		window->record.dispatch += own;
	WRITE_ONCE(window->open, false);
	return now;
}

u64 rtlat_account_interruptions(const struct rtlat_cpu *c)
{
	u64 sum = 0;
	int l;

	for (l = 0; l < TIMERLAT_LEVELS; l++)
		sum += READ_ONCE(c->span[l].count);
	return sum;
}

void rtlat_account_reset(struct rtlat_cpu *c)
{
	memset(c->span, 0, sizeof(c->span));
	memset(&c->window, 0, sizeof(c->window));
	c->nmis = 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who had the CPU: net time of NMIs, IRQs, softirqs and threads, and which part
 * of it delayed the current activation.
 *
 * Levels nest strictly: a span of one level is interrupted by spans of higher
 * ones only. Each level adds its own net time to its own total, so that nothing
 * here is written from two levels, and net time is gross time less what the
 * totals of the higher levels grew by meanwhile.
 *
 * A clock costs more than all else here. With timerlat, what threads and softirqs
 * did before the timer fired is nobody's delay, so their spans are timed from
 * then on only. With osnoise every span is timed.
 */
#include <linux/string.h>

#include "events.h"
#include "ipi.h"
#include "rtlat.h"
#include "spans.h"

/* The timer of timerlat has fired, and its thread does not run yet. */
static __always_inline bool delaying(const struct rtlat_cpu *c)
{
	return c->window.open && c->window.fired;
}

/* True: it is the worst of its level so far, and wants a name. */
static __always_inline bool blame(struct timerlat_record *record, enum timerlat_level level,
				  u64 net, int id)
{
	struct timerlat_culprit *worst = &record->worst[level];

	record->time[level] += net;
	record->count[level]++;
	if (level == TIMERLAT_NMI || net <= worst->duration)
		return false;
	worst->duration = net;
	worst->id = id;
	return true;
}

/* Returns what blame() does. */
static bool blame_named(struct timerlat_record *record, enum timerlat_level level, u64 net, int id,
			const char *name)
{
	if (!blame(record, level, net, id))
		return false;
	strscpy_pad(record->worst[level].name, name, TIMERLAT_NAME_LEN);
	return true;
}

static __always_inline void blame_thread(struct timerlat_record *record, u64 net,
					 const struct task_struct *task)
{
	static_assert(TASK_COMM_LEN == TIMERLAT_NAME_LEN);

	if (blame(record, TIMERLAT_THREAD, net, task->pid))
		memcpy(record->worst[TIMERLAT_THREAD].name, task->comm, TASK_COMM_LEN);
}

/*
 * Adds the part of an interrupt or NMI that delayed the activation: the time after the expiry, even
 * if the timer's own interrupt was still to come.
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
	/*
	 * The span began before the expiry. What nested above it since then is in the window
	 * already.
	 */
	if (start < window->expiry) {
		net = now - window->expiry;
		if (level < TIMERLAT_NMI)
			net -= window->record.time[TIMERLAT_NMI];
	}
	if (!blame_named(&window->record, level, net, id & ~RTLAT_VECTOR, name) ||
	    level != TIMERLAT_IRQ)
		return;
	window->record.flags &= ~TIMERLAT_SENDER;
	if (rtlat_ipi_is(id))
		rtlat_ipi_blame(c, &window->record);
}

void rtlat_account_enter_nmi(struct rtlat_cpu *c)
{
	if (c->active && !c->span[TIMERLAT_NMI].start)
		open_span(c, TIMERLAT_NMI, 0);
}

void rtlat_account_leave_nmi(struct rtlat_cpu *c)
{
	u64 start, now, taken, net;

	if (!c->span[TIMERLAT_NMI].start)
		return;
	net = close_span(c, TIMERLAT_NMI, &start, &now, &taken);
	window_interrupt(c, TIMERLAT_NMI, start, now, net, 0, "nmi");
	barrier();
	WRITE_ONCE(c->nmis, c->nmis + 1);
	rtlat_event_nmi(start, net, now);
}

/* The functions that were called so far were not in the timer's interrupt. */
static __always_inline void forget_timers(struct rtlat_cpu *c)
{
	struct timerlat_record *record = &c->window.record;

	c->other_timer.start = 0;
	if (likely(!record->timer_count))
		return;
	record->timer_count = 0;
	record->timer_time = 0;
	record->timer_duration = 0;
	record->timer_function = 0;
	record->timer_after = 0;
}

void rtlat_account_enter_irq(struct rtlat_cpu *c, int id)
{
	struct rtlat_span *span = &c->span[TIMERLAT_IRQ];

	/* A handler within a vector's span is a part of it. */
	if (!c->active || span->start)
		return;
	if (unlikely(c->other_timer.start) && !c->window.fired)
		forget_timers(c);
	/* The one by which the timer comes: it is timed from there on, if at all. */
	if (id == c->timer_irq && !c->window.fired && !c->osnoise && !rtlat_event_irq_enabled()) {
		span->id = id;
		span->before = 0;
		span->start = UNTIMED;
		return;
	}
	open_span(c, TIMERLAT_IRQ, id);
	if (rtlat_ipi_is(id))
		rtlat_ipi_arrive(c);
}

/*
 * A timer's function takes until the next timer's is called, ours fires or the interrupt ends: a
 * probe at its end would cost each activation more than it tells. Before ours has fired the start
 * stays, as a mark for forget_timers().
 */
static noinline void close_timer(struct rtlat_cpu *c, u64 now, u64 taken)
{
	struct timerlat_record *record = &c->window.record;
	const struct rtlat_span *span = &c->other_timer;
	u64 expiry = c->window.expiry, net;

	if (span->start < expiry)
		net = now > expiry ? now - expiry - record->time[TIMERLAT_NMI] : 0;
	else
		net = now - span->start - (taken - span->nested);
	if (!net)
		return;
	record->timer_count++;
	record->timer_time += net;
	if (c->window.fired)
		record->timer_after += net;
	if (net <= record->timer_duration)
		return;
	record->timer_duration = net;
	record->timer_function = c->other_function;
}

void rtlat_account_timer(struct rtlat_cpu *c, unsigned long function)
{
	struct rtlat_span *span = &c->other_timer;
	u64 now, taken;

	if (!c->active || c->osnoise || !c->window.open)
		return;
	/* Once our timer has fired, only timers in the same interrupt count. */
	if (c->window.fired && !c->window.in_handler)
		return;
	now = clock_and_taken(c, TIMERLAT_IRQ, &taken);
	if (span->start)
		close_timer(c, now, taken);
	c->other_function = function;
	span->start = now;
	span->nested = taken;
}

void rtlat_account_leave_irq(struct rtlat_cpu *c, int id, const char *name)
{
	struct rtlat_span *span = &c->span[TIMERLAT_IRQ];
	u64 start, now, taken, net;

	if (!span->start || span->id != id)
		return;
	if (span->start == UNTIMED) {
		span->start = 0;
		return;
	}
	net = close_span(c, TIMERLAT_IRQ, &start, &now, &taken);
	if (unlikely(c->other_timer.start) && c->window.fired) {
		close_timer(c, now, taken);
		c->other_timer.start = 0;
	}
	window_interrupt(c, TIMERLAT_IRQ, start, now, net, id, name);
	rtlat_event_irq(id & ~RTLAT_VECTOR, name, start - span->before, net + span->before, now);
}

void rtlat_account_enter_softirq(struct rtlat_cpu *c, int vector)
{
	if (!c->active || c->span[TIMERLAT_SOFTIRQ].start)
		return;
	if (c->osnoise || delaying(c)) {
		open_span(c, TIMERLAT_SOFTIRQ, vector);
		return;
	}
	c->span[TIMERLAT_SOFTIRQ].id = vector;
	c->span[TIMERLAT_SOFTIRQ].start = UNTIMED;
}

void rtlat_account_leave_softirq(struct rtlat_cpu *c, int vector)
{
	struct rtlat_span *span = &c->span[TIMERLAT_SOFTIRQ];
	u64 start, now, taken, net;

	if (!span->start || span->id != vector)
		return;
	if (span->start == UNTIMED) {
		span->start = 0;
		return;
	}
	net = close_span(c, TIMERLAT_SOFTIRQ, &start, &now, &taken);
	if (delaying(c))
		blame_named(&c->window.record, TIMERLAT_SOFTIRQ, net, vector,
			    rtlat_softirq_name(vector));
	rtlat_event_softirq(vector, start, net, now);
}

/* Ends the run of a task: of the workload itself, of idle, or of a thread that was in the way. */
static void leave_thread(struct rtlat_cpu *c, struct task_struct *prev, u64 start, u64 now, u64 net)
{
	/* Leaving idle is no interference, but a part of getting to the thread. */
	if (prev == c->task || is_idle_task(prev)) {
		if (delaying(c))
			c->window.record.dispatch += net;
		return;
	}
	if (delaying(c))
		blame_thread(&c->window.record, net, prev);
	rtlat_event_thread(prev, start, net, now);
}

void rtlat_account_switch(struct rtlat_cpu *c, struct task_struct *prev, struct task_struct *next)
{
	struct rtlat_span *span = &c->span[TIMERLAT_THREAD];
	u64 start, now, taken, net;

	if (!c->active)
		return;
	if (!c->osnoise && !delaying(c)) {
		span->start = UNTIMED;
		return;
	}
	if (!span->start) {
		open_span(c, TIMERLAT_THREAD, next->pid);
		return;
	}
	net = close_span(c, TIMERLAT_THREAD, &start, &now, &taken);
	leave_thread(c, prev, start, now, net);
	/* The workload itself is nobody's interruption. */
	if (prev == c->task)
		span->count--;
	span->start = now;
	span->nested = taken;
}

void rtlat_account_arm(struct rtlat_cpu *c, u64 expiry)
{
	struct rtlat_window *window = &c->window;
	struct timerlat_record *record = &window->record;
	int level;

	WRITE_ONCE(window->open, false);
	barrier();
	/* Clear the fields that not every activation sets. */
	record->flags = 0;
	record->missed = 0;
	record->handler = 0;
	record->dispatch = 0;
	forget_timers(c);
	for (level = 0; level < TIMERLAT_LEVELS; level++) {
		record->time[level] = 0;
		record->count[level] = 0;
	}
	for (level = 0; level < TIMERLAT_NMI; level++) {
		record->worst[level].duration = 0;
		record->worst[level].id = 0;
		record->worst[level].name[0] = '\0';
	}
	record->expiry = expiry;
	window->fired = false;
	window->in_handler = false;
	window->expiry = expiry;
	barrier();
	WRITE_ONCE(window->open, true);
}

/* Counts a span that is not over as delaying the activation from now on. */
static __always_inline void time_from(struct rtlat_span *span, u64 now, u64 taken)
{
	if (!span->start)
		return;
	span->start = now;
	span->nested = taken;
}

/*
 * The timer has fired: in its interrupt. The interrupt's span is cut in two, as
 * the first part belongs to the time before. Late is the part of the latency that
 * nobody's interference explains.
 */
u64 rtlat_account_fire(struct rtlat_cpu *c)
{
	struct rtlat_window *window = &c->window;
	struct rtlat_span *span = &c->span[TIMERLAT_IRQ];
	u64 now, taken, late;

	now = max(clock_and_taken(c, TIMERLAT_IRQ, &taken), window->expiry);
	if (unlikely(c->other_timer.start)) {
		close_timer(c, now, taken);
		c->other_timer.start = 0;
	}
	if (span->start) {
		if (span->start != UNTIMED) {
			span->before = now - span->start - (taken - span->nested);
			WRITE_ONCE(span->total, span->total + span->before);
		}
		span->start = now;
		span->nested = taken;
		window->in_handler = true;
		c->timer_irq = span->id;
	}
	taken += span->total;
	time_from(&c->span[TIMERLAT_SOFTIRQ], now, taken);
	time_from(&c->span[TIMERLAT_THREAD], now, taken + c->span[TIMERLAT_SOFTIRQ].total);
	window->fired = true;
	late = now - window->expiry;
	window->record.irq_latency = late;
	late -= min(late, window->record.time[TIMERLAT_IRQ] + window->record.time[TIMERLAT_NMI]);
	window->record.late = late;
	window->record.met_pid = current->pid;
	memcpy(window->record.met_name, current->comm, TASK_COMM_LEN);
	return now;
}

/*
 * Closes the window when the thread runs: the time since the switch to it is the dispatch. The
 * caller has masked interrupts. Returns the time.
 */
u64 rtlat_account_close(struct rtlat_cpu *c)
{
	struct rtlat_window *window = &c->window;
	struct rtlat_span *span = &c->span[TIMERLAT_THREAD];
	u64 now, taken;

	now = clock_and_taken(c, TIMERLAT_THREAD, &taken);
	if (span->start)
		window->record.dispatch += now - span->start - (taken - span->nested);
	else
		window->record.flags |= TIMERLAT_INCOMPLETE;
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
	memset(&c->other_timer, 0, sizeof(c->other_timer));
	memset(&c->window, 0, sizeof(c->window));
	memset(&c->arrived, 0, sizeof(c->arrived));
	c->nmis = 0;
	c->timer_irq = -1;
}

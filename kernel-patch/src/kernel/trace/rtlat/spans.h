/* SPDX-License-Identifier: GPL-2.0-only */
/* Opens and closes the span of a level, and takes its net time: inline, for interference.c. */
#ifndef _RTLAT_SPANS_H
#define _RTLAT_SPANS_H

#include "rtlat.h"

/* The start of a span that is open, and began before it matters when. */
#define UNTIMED		1

/* Returns the time that all levels above `level` have taken so far. */
static __always_inline u64 taken_above(const struct rtlat_cpu *c, enum timerlat_level level)
{
	u64 sum = READ_ONCE(c->span[TIMERLAT_NMI].total);

	if (level < TIMERLAT_IRQ)
		sum += READ_ONCE(c->span[TIMERLAT_IRQ].total);
	if (level < TIMERLAT_SOFTIRQ)
		sum += READ_ONCE(c->span[TIMERLAT_SOFTIRQ].total);
	return level < TIMERLAT_NMI ? sum : 0;
}

/*
 * Returns the time, and the time that higher levels had taken by then. Only an NMI can come between
 * the two readings, as the callers have masked interrupts; and an NMI counts itself last.
 */
static __always_inline u64 clock_and_taken(const struct rtlat_cpu *c, enum timerlat_level level,
					   u64 *taken)
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

static __always_inline void open_span(struct rtlat_cpu *c, enum timerlat_level level, int id)
{
	struct rtlat_span *span = &c->span[level];

	span->id = id;
	span->before = 0;
	span->start = clock_and_taken(c, level, &span->nested);
}

/* Tells the net time of the span and its bounds; it is closed. */
static __always_inline u64 close_span(struct rtlat_cpu *c, enum timerlat_level level, u64 *start,
				      u64 *now, u64 *taken)
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

#endif /* _RTLAT_SPANS_H */

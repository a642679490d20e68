/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds out from the osnoise events of a CPU what interfered with a sample, for tracers that do not
 * tell. An event is written when its interruption ends, with the net time that it took.
 */
#ifndef LIB_TRACE_BLAME_H
#define LIB_TRACE_BLAME_H

#include "rtlat.h"

struct noise_event {
	uint64_t time;     /* when it ended */
	uint64_t duration; /* net */
	enum rtlat_interferer by;
	int32_t id; /* pid, softirq, or vector or IRQ number */
	char name[RTLAT_NAME_SIZE];
};

/*
 * The largest number of events between an expiry and the timer's interrupt: further ones lose their
 * names. There are many when interrupts follow each other closely and the timer's has to wait.
 */
#define NOISE_EARLIER 1024

struct noise {
	struct noise_event earlier[NOISE_EARLIER]; /* the latest, by turns */
	unsigned int nr_earlier;
	/* The activation between its interrupt and its thread. */
	bool pending;
	bool in_timer;      /* the timer's interrupt has not ended */
	bool switched;      /* some thread has ended, at switched_at */
	uint64_t irq_at;    /* the IRQ latency was taken */
	uint64_t timer_nmi; /* NMIs in the timer's interrupt */
	uint64_t switched_at;
	uint64_t after_switch; /* the time of interruptions since the switch */
	struct rtlat_interference found;
};

/* The next event, in the order of time. */
void noise_add(struct noise *noise, const struct noise_event *event);
/*
 * The timer's interrupt has taken its IRQ latency at `time`. It met the task `met`, whose name
 * comes with the event of its end.
 */
void noise_irq(struct noise *noise, uint64_t time, uint64_t latency, int32_t met);
/* The thread has taken its latency at `time`. False: its interrupt was not seen. */
bool noise_thread(struct noise *noise, uint64_t time, struct rtlat_interference *interference);

/* Finds who had the CPU for `duration` up to `end`, of those who have come since the last call. */
void noise_gap(struct noise *noise, uint64_t end, uint64_t duration,
	       struct rtlat_interference *interference);

#endif /* LIB_TRACE_BLAME_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recorded samples: text that a recorder can be fed with again.
 *
 *	rtlat-samples 1
 *	source NAME
 *	reason TEXT
 *	contexts irq,thread,return[,interference]
 *	cpus LIST
 *	period NANOSECONDS
 *	duration NANOSECONDS
 *	stop TEXT                           what ended the run early; may be absent
 *	note TEXT                           any number of them
 *	samples
 *	CPU SEQ EXPIRY IRQ THREAD RETURN MISSED     times in ns, '-' for a context that is absent
 *	interference LATE HANDLER DISPATCH  of the sample that comes next
 *	by KIND TIME COUNT DURATION ID NAME thread, softirq or irq, the longest of them last
 *	by nmi TIME COUNT
 *	lost CPU COUNT
 *	state CPU offline|failed
 *
 * Of noise the contexts are "noise[,counts][,interference]", and of what is below "samples" there
 * is "lost", "state", "by" and, with other fields:
 *
 *	runtime NANOSECONDS                 in the header, after the period
 *	threshold NANOSECONDS
 *	CPU SEQ BEGIN NOISE                 of a sample
 *	interference HARDWARE               of the sample or period that comes next
 *	period CPU SEQ END NOISE RUNTIME    what it had of both; SEQ '-': it had not ended
 *	counts CPU HARDWARE NMI IRQ SOFTIRQ THREAD
 *	source CPU COUNT DURATION KIND ID NAME      so often somebody had the CPU for so long
 *	source CPU COUNT DURATION nmi
 *
 * Of delays, which are wakeups, the context is "delay", and a sample is
 *
 *	CPU SEQ BEGIN DELAY PID NAME
 *
 * Fields are separated by one blank, the lines of the header come in this order. Lines that begin
 * with '#' are comments. Anything else is an error.
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdio.h>

#include "lib/stats/recorder.h"

#define RECORDING_TEXT 200

struct recording {
	FILE *file;
	unsigned long line; /* read last */
	char why[160];      /* after an error: what is wrong with that line */

	char source[RECORDING_TEXT];
	char reason[RECORDING_TEXT];
	char stop[RECORDING_TEXT]; /* "": nothing */
	unsigned int contexts;     /* RTLAT_HAS() mask */
	struct rtlat_cpuset cpus;
	uint64_t period_ns;
	uint64_t runtime_ns; /* of noise */
	uint64_t threshold_ns;
	uint64_t duration_ns;
	struct rtlat_notes notes;

	struct {
		uint64_t seq;
		uint64_t expiry;
		uint64_t period; /* of noise: its number */
	} last[RTLAT_MAX_CPUS];  /* both only grow, on every CPU */
};

enum recording_kind {
	RECORDING_SAMPLE,
	RECORDING_LOST,
	RECORDING_STATE,
	RECORDING_PERIOD, /* seen and, unless its seq is 0, a sample */
	RECORDING_COUNTS, /* seen */
	RECORDING_SOURCE,
};

struct recording_item {
	enum recording_kind kind;
	int cpu;
	struct rtlat_sample sample;
	uint64_t lost;
	enum rtlat_cpu_state state;
	struct noise_seen seen;
	struct rtlat_noise_source source; /* count times max */
};

/* Read the header. -EINVAL: see `why`; -EIO: the file can't be read. */
int recording_open(struct recording *recording, FILE *file);
/* The next item: 1; at the end: 0; errors as above. */
int recording_next(struct recording *recording, struct recording_item *item);

#endif /* RECORDING_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds samples that took long because this program was stopped (SIGSTOP, Ctrl-Z) or the machine
 * was suspended. They say nothing about the machine's latency, so they do not count.
 */
#ifndef LIB_SESSION_PAUSE_H
#define LIB_SESSION_PAUSE_H

#include "lib/session/session.h"

/* A sample of less is not looked at: a pause takes longer, and a look takes time. */
#define PAUSE_LEAST RTLAT_NSEC_PER_MSEC

/* A watch of pauses, for the writer of a CPU's recorder. */
struct pause_watch {
	const struct session *run;
	bool own_process;          /* the writer is alone in it */
	struct run_pauses *counts; /* of the CPU */
	uint64_t looked;           /* when pause_look() was called last */
	uint64_t suspended;        /* how long the machine was, up to then */
	uint64_t continued;        /* the session's, at that time */
	/* The time in which the last pause of each kind ended; empty: there was none. */
	struct {
		uint64_t from;
		uint64_t to;
	} end[RUN_PAUSES];
};

void pause_watch_init(struct pause_watch *watch, const struct session *run,
		      struct run_shared *shared, bool own_process);

/*
 * Looks whether there was a pause since the last look. A writer that records samples later than
 * they are taken calls it before each batch, so that the end of a pause is known as exactly.
 */
void pause_look(struct pause_watch *watch);

/* Does the work of pause_crosses() for a long sample. Makes one system call. */
bool pause_find(struct pause_watch *watch, uint64_t from, uint64_t to);

/*
 * True if a pause ended between `from` and `to` (CLOCK_MONOTONIC), when a sample began and ended;
 * it is counted as one that does not count. For the writer of the CPU's recorder.
 */
static inline bool pause_crosses(struct pause_watch *watch, uint64_t from, uint64_t to)
{
	return to - from >= PAUSE_LEAST && pause_find(watch, from, to);
}

/* Does that for a sample of latencies. Without a watch (NULL), all count. */
static inline bool pause_crosses_sample(struct pause_watch *watch,
					const struct rtlat_sample *sample)
{
	enum rtlat_context last =
		sample->has & RTLAT_HAS(RTLAT_RETURN) ? RTLAT_RETURN : RTLAT_THREAD;

	return watch && sample->has & RTLAT_HAS(last) &&
	       pause_crosses(watch, sample->expiry, sample->expiry + sample->latency[last]);
}

/* Notes the pauses of the run that has ended. Returns whether there were any. */
bool pause_tell(struct session *run);

#endif /* LIB_SESSION_PAUSE_H */

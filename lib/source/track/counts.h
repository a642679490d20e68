/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Delays that the kernel counts: its counts replace what a recorder had, beside the delays that it
 * reports one by one.
 */
#ifndef LIB_SOURCE_TRACK_COUNTS_H
#define LIB_SOURCE_TRACK_COUNTS_H

#include "lib/session/session.h"

struct track_counts {
	struct session *run;
	/* Held while the kernel's counts and the recorders' are brought to one time. */
	pthread_mutex_t lock;
	bool warm;
	bool given_up;
	struct rtlat_recorder **alerts; /* of each CPU of the run */
	struct rtlat_recorder *scratch;
	unsigned int nr_numbers;
	int *by_number; /* the CPU's index in the run, or -1 */
};

/* -ENOMEM. The linear histograms are the run's. */
int track_counts_init(struct track_counts *counts, struct session *run);
void track_counts_free(struct track_counts *counts);
/* The CPU's recorder of alerts; NULL: it is not measured. */
struct rtlat_recorder *track_counts_alerts(struct track_counts *counts, int cpu);
/*
 * Returns an empty recorder for the counts, with the alerts of the run's CPU `index`; -1: without
 * any.
 */
struct rtlat_recorder *track_counts_begin(struct track_counts *counts, int index);
/*
 * Calls `what` under the lock, unless the kernel's counts cannot be had any more. If `what` fails,
 * all CPUs end, and what was counted stays. False: the counts cannot be had.
 */
bool track_counts_do(struct track_counts *counts, int (*what)(void *data), void *data);
/* Calls `collect`, but `begin_anew` before it when the warm-up is over, and nothing during it. */
bool track_counts_look(struct track_counts *counts, int (*begin_anew)(void *data),
		       int (*collect)(void *data), void *data);
/* Returns how long to wait for the next collection, which is less before the end of a warm-up. */
uint64_t track_counts_pause(const struct track_counts *counts);
/* The statistics begin anew. */
void track_counts_clear(struct track_counts *counts);

#endif /* LIB_SOURCE_TRACK_COUNTS_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Delays that the kernel counts: what it has counted takes the place of what a recorder had, while
 * those that it tells one by one are kept beside.
 */
#ifndef RTLAT_TRACK_COUNTS_H
#define RTLAT_TRACK_COUNTS_H

#include "run.h"

struct track_counts {
	struct rtlat_run *run;
	struct rtlat_recorder **alerts; /* of each CPU of the run */
	struct rtlat_recorder *scratch;
	unsigned int nr_numbers;
	int *by_number; /* the CPU's index in the run, or -1 */
};

/* -ENOMEM. The linear histograms are the run's. */
int track_counts_init(struct track_counts *counts, struct rtlat_run *run);
void track_counts_free(struct track_counts *counts);
/* The CPU's recorder of alerts; NULL: it is not measured. */
struct rtlat_recorder *track_counts_alerts(struct track_counts *counts, int cpu);
/* An empty recorder for what was counted, with the alerts of the run's CPU `index` (-1: of none). */
struct rtlat_recorder *track_counts_begin(struct track_counts *counts, int index);
/* The kernel's can't be read, or are others: no CPU is measured any more. */
void track_counts_give_up(struct track_counts *counts, int err);
/* For how long to wait before what the kernel has is looked at again; less if the warm-up ends. */
uint64_t track_counts_pause(const struct track_counts *counts);
/* The statistics begin anew. */
void track_counts_clear(struct track_counts *counts);

#endif /* RTLAT_TRACK_COUNTS_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The trace buffers of all CPUs, as one, in the order of time. */
#ifndef LIB_SOURCE_TRACK_STREAMS_H
#define LIB_SOURCE_TRACK_STREAMS_H

#include "lib/trace/reader.h"

struct track_merge;

struct track_merged {
	int cpu;
	uint64_t time;
	uint64_t lost; /* before it, on its CPU; some may have been told of with an earlier one */
	bool gap;      /* some were lost right before it */
	const void *record;
	size_t size;
};

int track_merge_create(struct track_merge **merge, struct tep_handle *tep,
		       struct tracefs_instance *instance, const struct rtlat_cpuset *cpus);
void track_merge_free(struct track_merge *merge);
/* Look again at buffers that were empty. Returns how many pages were read since the last time. */
unsigned int track_merge_refill(struct track_merge *merge);
/*
 * The earliest record that there is, if it is no later than `until`; valid until the next call.
 * False: there is none. What of a buffer could not be read counts as lost.
 */
bool track_merge_next(struct track_merge *merge, uint64_t until, struct track_merged *next);
/* Lost, with nothing read behind it yet: it is not told of again. */
uint64_t track_merge_unread(struct track_merge *merge);

#endif /* LIB_SOURCE_TRACK_STREAMS_H */

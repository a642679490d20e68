/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Events that have begun and not yet ended: from a key to when each began, and whom it is of. The
 * memory is taken once; an event without room is counted.
 */
#ifndef LIB_SOURCE_TRACK_PAIRS_H
#define LIB_SOURCE_TRACK_PAIRS_H

#include "rtlat.h"

struct track_key {
	uint64_t word[2];
};

struct track_start {
	struct track_key key;
	uint64_t time;
	int cpu;       /* that it began on */
	bool told;     /* by its timeout */
	bool doubtful; /* it may never end: no timeout is told */
	struct rtlat_delay delay;
	uint32_t next;  /* next in the chain of its bucket, or of the free ones */
	uint32_t older; /* in the order of their begin */
	uint32_t newer;
};

struct track_pairs;

/* -ENOMEM */
int track_pairs_create(struct track_pairs **pairs, unsigned int capacity);
void track_pairs_free(struct track_pairs *pairs);

/*
 * Begins an event, no earlier than any event before it. An event that began with the same key is
 * forgotten. The delay is zero but for pids and priorities, which are unknown. NULL: there is no
 * room.
 */
struct track_start *track_pairs_begin(struct track_pairs *pairs, const struct track_key *key,
				      uint64_t time);
/* NULL: nothing has begun with that key. */
struct track_start *track_pairs_find(const struct track_pairs *pairs, const struct track_key *key);
/* Ends an event: its memory may be given away by the next to begin. */
void track_pairs_end(struct track_pairs *pairs, struct track_start *start);
/* Forgets all events. */
void track_pairs_clear(struct track_pairs *pairs);
/*
 * The oldest that has not been told, if it began no later than `before`; it has been told then.
 */
struct track_start *track_pairs_overdue(struct track_pairs *pairs, uint64_t before);
/* Returns how many events have begun and not ended. */
unsigned int track_pairs_count(const struct track_pairs *pairs);

#endif /* LIB_SOURCE_TRACK_PAIRS_H */

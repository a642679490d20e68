// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Delays that have begun, in a hash table whose memory is taken once. Entries are numbered from 1,
 * so that 0 is none.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/track/pairs.h"

/* Starts are numbered from 1. */
#define NONE 0

struct track_pairs {
	unsigned int capacity;
	unsigned int count;
	unsigned int mask; /* of buckets */
	uint32_t *bucket;
	struct track_start *start;
	uint32_t free;
	uint32_t oldest;
	uint32_t newest;
	/* the oldest event whose timeout was not told; all newer ones were not either */
	uint32_t untold;
};

static unsigned int buckets_for(unsigned int capacity)
{
	unsigned int buckets = 1;

	while (buckets < capacity)
		buckets *= 2;
	return buckets;
}

int track_pairs_create(struct track_pairs **pairs, unsigned int capacity)
{
	struct track_pairs *new = calloc(1, sizeof(*new));
	unsigned int buckets = buckets_for(capacity);

	if (!new)
		return -ENOMEM;
	new->capacity = capacity;
	new->mask = buckets - 1;
	new->bucket = calloc(buckets, sizeof(*new->bucket));
	new->start = calloc(capacity + 1, sizeof(*new->start));
	if (!new->bucket || !new->start) {
		track_pairs_free(new);
		return -ENOMEM;
	}
	track_pairs_clear(new);
	*pairs = new;
	return 0;
}

void track_pairs_free(struct track_pairs *pairs)
{
	if (!pairs)
		return;
	free(pairs->bucket);
	free(pairs->start);
	free(pairs);
}

void track_pairs_clear(struct track_pairs *pairs)
{
	uint32_t i;

	memset(pairs->bucket, 0, (pairs->mask + 1) * sizeof(*pairs->bucket));
	for (i = 1; i <= pairs->capacity; i++)
		pairs->start[i].next = i < pairs->capacity ? i + 1 : NONE;
	pairs->free = pairs->capacity ? 1 : NONE;
	pairs->oldest = pairs->newest = pairs->untold = NONE;
	pairs->count = 0;
}

static uint32_t *bucket_of(const struct track_pairs *pairs, const struct track_key *key)
{
	uint64_t hash = key->word[0] * 0x9e3779b97f4a7c15ULL;

	hash = (hash ^ hash >> 32 ^ key->word[1]) * 0xc2b2ae3d27d4eb4fULL;
	return &pairs->bucket[(hash >> 32) & pairs->mask];
}

static bool is_same(const struct track_key *a, const struct track_key *b)
{
	return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

struct track_start *track_pairs_find(const struct track_pairs *pairs, const struct track_key *key)
{
	uint32_t i;

	for (i = *bucket_of(pairs, key); i != NONE; i = pairs->start[i].next) {
		if (is_same(&pairs->start[i].key, key))
			return &pairs->start[i];
	}
	return NULL;
}

static void pairs_append(struct track_pairs *pairs, uint32_t index)
{
	struct track_start *start = &pairs->start[index];

	start->older = pairs->newest;
	start->newer = NONE;
	if (pairs->newest != NONE)
		pairs->start[pairs->newest].newer = index;
	else
		pairs->oldest = index;
	pairs->newest = index;
	if (pairs->untold == NONE)
		pairs->untold = index;
}

static void unlink_age(struct track_pairs *pairs, const struct track_start *start)
{
	uint32_t index = start - pairs->start;

	if (start->older != NONE)
		pairs->start[start->older].newer = start->newer;
	else
		pairs->oldest = start->newer;
	if (start->newer != NONE)
		pairs->start[start->newer].older = start->older;
	else
		pairs->newest = start->older;
	if (pairs->untold == index)
		pairs->untold = start->newer;
}

struct track_start *track_pairs_begin(struct track_pairs *pairs, const struct track_key *key,
				      uint64_t time)
{
	struct track_start *start = track_pairs_find(pairs, key);
	uint32_t *bucket = bucket_of(pairs, key), index;

	if (start)
		track_pairs_end(pairs, start);
	index = pairs->free;
	if (index == NONE)
		return NULL;
	start = &pairs->start[index];
	pairs->free = start->next;
	memset(start, 0, sizeof(*start));
	start->key = *key;
	start->time = time;
	start->delay.pid = start->delay.other_pid = RTLAT_PID_ANY;
	start->delay.priority = start->delay.other_priority = RTLAT_PRIORITY_ANY;
	start->next = *bucket;
	*bucket = index;
	pairs_append(pairs, index);
	pairs->count++;
	return start;
}

void track_pairs_end(struct track_pairs *pairs, struct track_start *start)
{
	uint32_t *link = bucket_of(pairs, &start->key), index = start - pairs->start;

	while (*link != index)
		link = &pairs->start[*link].next;
	*link = start->next;
	unlink_age(pairs, start);
	start->next = pairs->free;
	pairs->free = index;
	pairs->count--;
}

struct track_start *track_pairs_overdue(struct track_pairs *pairs, uint64_t before)
{
	struct track_start *start;

	if (pairs->untold == NONE || pairs->start[pairs->untold].time > before)
		return NULL;
	start = &pairs->start[pairs->untold];
	start->told = true;
	pairs->untold = start->newer;
	return start;
}

unsigned int track_pairs_count(const struct track_pairs *pairs)
{
	return pairs->count;
}

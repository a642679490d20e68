// SPDX-License-Identifier: LGPL-2.1-or-later
/* The worst samples of a recorder: a heap, the mildest of them first, until they are sorted. */
#include <stdlib.h>

#include "lib/stats/recorder.h"

static void worst_sift_down(struct rtlat_sample *heap, uint32_t nr, uint32_t at)
{
	for (;;) {
		uint32_t child = 2 * at + 1;
		struct rtlat_sample held;

		if (child >= nr)
			return;
		if (child + 1 < nr && sample_rank(&heap[child + 1]) < sample_rank(&heap[child]))
			child++;
		if (sample_rank(&heap[at]) <= sample_rank(&heap[child]))
			return;
		held = heap[at];
		heap[at] = heap[child];
		heap[child] = held;
		at = child;
	}
}

void recorder_add_worst(struct rtlat_recorder *recorder, const struct rtlat_sample *sample)
{
	uint32_t i;

	if (recorder->nr_worst < recorder->layout.worst) {
		recorder->worst[recorder->nr_worst++] = *sample;
		if (recorder->nr_worst < recorder->layout.worst)
			return;
		for (i = recorder->nr_worst; i-- > 0;)
			worst_sift_down(recorder->worst, recorder->nr_worst, i);
	} else {
		recorder->worst[0] = *sample;
		worst_sift_down(recorder->worst, recorder->nr_worst, 0);
	}
	recorder->worst_floor = sample_rank(&recorder->worst[0]);
}

const struct rtlat_sample *rtlat_recorder_find_worst(const struct rtlat_recorder *recorder,
						     uint64_t seq)
{
	uint32_t i;

	for (i = 0; i < recorder->nr_worst; i++) {
		if (recorder->worst[i].seq == seq)
			return &recorder->worst[i];
	}
	return NULL;
}

/* Largest first; of equal ones the earlier. */
static int compare_worst(const void *a, const void *b)
{
	const struct rtlat_sample *left = a, *right = b;
	uint64_t left_rank = sample_rank(left), right_rank = sample_rank(right);

	if (left_rank != right_rank)
		return left_rank < right_rank ? 1 : -1;
	return (left->expiry > right->expiry) - (left->expiry < right->expiry);
}

void rtlat_recorder_sort_worst(struct rtlat_recorder *recorder)
{
	qsort(recorder->worst, recorder->nr_worst, sizeof(recorder->worst[0]), compare_worst);
}

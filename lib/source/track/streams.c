// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Merges the CPUs' records by time: a heap of the CPUs that have a record, the earliest on top. A
 * buffer that was empty when all were looked at has nothing earlier, so no record comes too late,
 * provided that records are taken only once all those of their time have been written.
 */
#include <errno.h>
#include <stdlib.h>

#include "lib/trace/instance.h"
#include "lib/source/track/streams.h"

struct input {
	int cpu;
	struct trace_reader *reader;
	struct trace_page page;
	const void *record; /* NULL: none */
	uint64_t lost;      /* before it */
	bool gap;
	uint64_t overrun;
};

struct track_merge {
	struct tracefs_instance *instance;
	struct input *input;
	unsigned int nr;
	struct input **heap;
	unsigned int nr_heap;
	struct input *taken; /* its record was given away */
	unsigned int pages;
};

int track_merge_create(struct track_merge **merge, struct tep_handle *tep,
		       struct tracefs_instance *instance, const struct rtlat_cpuset *cpus)
{
	struct track_merge *new = calloc(1, sizeof(*new));
	unsigned int nr = rtlat_cpuset_count(cpus);
	int cpu, err = -ENOMEM;

	if (!new)
		return -ENOMEM;
	new->instance = instance;
	new->input = calloc(nr, sizeof(*new->input));
	new->heap = calloc(nr, sizeof(*new->heap));
	if (!new->input || !new->heap)
		goto fail;
	rtlat_for_each_cpu(cpu, cpus) {
		new->input[new->nr].cpu = cpu;
		err = trace_reader_open(&new->input[new->nr].reader, tep, instance, cpu);
		if (err)
			goto fail;
		new->nr++;
	}
	*merge = new;
	return 0;

fail:
	track_merge_free(new);
	return err;
}

void track_merge_free(struct track_merge *merge)
{
	unsigned int i;

	if (!merge)
		return;
	for (i = 0; i < merge->nr; i++)
		trace_reader_close(merge->input[i].reader);
	free(merge->input);
	free(merge->heap);
	free(merge);
}

static bool is_earlier(const struct input *a, const struct input *b)
{
	return a->page.time < b->page.time;
}

static void sift_up(struct track_merge *merge, unsigned int at)
{
	struct input **heap = merge->heap, *moved = heap[at];

	while (at && is_earlier(moved, heap[(at - 1) / 2])) {
		heap[at] = heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	heap[at] = moved;
}

static void streams_sift_down(struct track_merge *merge)
{
	struct input **heap = merge->heap, *moved = heap[0];
	unsigned int at = 0, child;

	while ((child = 2 * at + 1) < merge->nr_heap) {
		if (child + 1 < merge->nr_heap && is_earlier(heap[child + 1], heap[child]))
			child++;
		if (!is_earlier(heap[child], moved))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = moved;
}

/* The next record of its buffer, if there is one now. */
static bool streams_advance(struct track_merge *merge, struct input *input)
{
	int err;

	if (input->record)
		input->record = trace_page_next(&input->page);
	while (!input->record) {
		err = trace_reader_next(input->reader, &input->page);
		if (!err)
			return false;
		input->gap |= err < 0 || input->page.lost;
		input->lost += err < 0;
		if (err < 0 && err != -EPROTO)
			return false;
		merge->pages++;
		if (err < 0)
			continue;
		input->lost += trace_instance_lost(merge->instance, input->cpu, &input->page,
						   &input->overrun);
		input->record = trace_page_next(&input->page);
	}
	return true;
}

unsigned int track_merge_refill(struct track_merge *merge)
{
	unsigned int i, pages = merge->pages;

	merge->pages = 0;
	for (i = 0; i < merge->nr; i++) {
		struct input *input = &merge->input[i];

		if (input->record || !streams_advance(merge, input))
			continue;
		merge->heap[merge->nr_heap] = input;
		sift_up(merge, merge->nr_heap++);
	}
	return pages;
}

/* The one that was given away makes room for the next of its CPU. */
static void drop_taken(struct track_merge *merge)
{
	if (!merge->taken)
		return;
	if (!streams_advance(merge, merge->taken))
		merge->heap[0] = merge->heap[--merge->nr_heap];
	if (merge->nr_heap)
		streams_sift_down(merge);
	merge->taken = NULL;
}

bool track_merge_next(struct track_merge *merge, uint64_t until, struct track_merged *next)
{
	struct input *input;

	drop_taken(merge);
	if (!merge->nr_heap || merge->heap[0]->page.time > until)
		return false;
	input = merge->heap[0];
	next->cpu = input->cpu;
	next->time = input->page.time;
	next->lost = input->lost;
	next->record = input->record;
	next->size = input->page.at - (const unsigned char *)input->record;
	next->gap = input->gap;
	input->lost = 0;
	input->gap = false;
	merge->taken = input;
	return true;
}

uint64_t track_merge_unread(struct track_merge *merge)
{
	uint64_t lost = 0;
	unsigned int i;

	for (i = 0; i < merge->nr; i++) {
		lost += merge->input[i].lost;
		merge->input[i].lost = 0;
	}
	return lost;
}

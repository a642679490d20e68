// SPDX-License-Identifier: GPL-2.0-only
/* One block that fills up, and is empty again when all that was taken has been given back. */
#include "rtlat/json/memory.h"

#include <jansson.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* A CPU with three histograms takes some hundred kB; what does not fit comes from malloc(). */
#define BLOCK_SIZE (1 << 20)

static _Thread_local struct {
	char *block;
	size_t used;
	size_t taken;
} memory;

static void *take(size_t size)
{
	const size_t align = alignof(max_align_t);
	void *place;

	if (!memory.block || size > BLOCK_SIZE - memory.used)
		return malloc(size);
	place = memory.block + memory.used;
	memory.used += (size + align - 1) & ~(align - 1);
	if (memory.used > BLOCK_SIZE)
		memory.used = BLOCK_SIZE;
	memory.taken++;
	return place;
}

static void give_back(void *place)
{
	if (!memory.block || (uintptr_t)place - (uintptr_t)memory.block >= BLOCK_SIZE) {
		free(place);
		return;
	}
	if (!--memory.taken)
		memory.used = 0;
}

void json_memory_begin(void)
{
	/* What malloc() gave is recognised, at any time. */
	json_set_alloc_funcs(take, give_back);
	memory.used = memory.taken = 0;
	memory.block = malloc(BLOCK_SIZE);
}

void json_memory_end(void)
{
	free(memory.block);
	memory.block = NULL;
}

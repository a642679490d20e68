// SPDX-License-Identifier: GPL-2.0-only
/*
 * A limit on the memory that reading a result may take: a small file can describe a large result.
 * Jansson has one allocator for the process, so only one result is read at a time.
 */
#include <jansson.h>
#include <malloc.h>
#include <stdlib.h>

#include "rtlat/json/read_memory.h"

#define MIB(bytes) (((bytes) + (1 << 20) - 1) >> 20)

/* Counters without a lock: one thread reads all files, before it writes anything. */
static struct {
	size_t used;
	/* the first request for which there was no room, and the memory in use then */
	size_t exceeded;
	size_t used_then;
} memory;

static bool fits(size_t size)
{
	return memory.used <= READ_MEMORY_MAX && size <= READ_MEMORY_MAX - memory.used;
}

/*
 * jansson loses a part of a text that has no room to grow, so that reading ends instead:
 * read_json.c.
 */
static void *take(size_t size)
{
	void *place;

	if (!fits(size) && !memory.exceeded) {
		memory.exceeded = size;
		memory.used_then = memory.used;
	}
	place = malloc(size);
	memory.used += malloc_usable_size(place);
	return place;
}

static void give_back(void *place)
{
	size_t size = malloc_usable_size(place);

	memory.used -= size;
	free(place);
}

void read_memory_begin(void)
{
	json_set_alloc_funcs(take, give_back);
	memory.exceeded = 0;
}

/* Ends the limit. Memory that came from take() is for free(). */
void read_memory_end(void)
{
	json_set_alloc_funcs(malloc, free);
}

static void tell(struct json_reader *reader, size_t size, size_t used)
{
	json_read_fail(reader, NULL,
		       "it needs %zu MiB beside %zu MiB in use, of %llu MiB for all files: give "
		       "fewer, or merge some first",
		       MIB(size), used >> 20, READ_MEMORY_MIB);
}

bool read_memory_exceeded(void)
{
	return memory.exceeded;
}

void read_memory_tell(struct json_reader *reader)
{
	tell(reader, memory.exceeded, memory.used_then);
}

size_t read_memory_used(void)
{
	return memory.used;
}

void read_memory_release(size_t size)
{
	memory.used -= size;
}

bool read_memory_count(struct json_reader *reader, size_t size)
{
	if (fits(size)) {
		memory.used += size;
		return true;
	}
	tell(reader, size, memory.used);
	return false;
}

void *read_memory_get(struct json_reader *reader, size_t nr, size_t size)
{
	void *place;

	if (!read_memory_count(reader, nr * size))
		return NULL;
	/* Room for none is room for one, as NULL says that there is no memory. */
	place = calloc(nr ? nr : 1, size);
	if (!place)
		json_read_no_memory(reader);
	return place;
}

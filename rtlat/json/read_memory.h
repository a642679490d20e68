/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The memory that result files take: a few bytes of JSON can ask for a lot of it, so that all files
 * of a command together have one limit.
 */
#ifndef RTLAT_JSON_READ_MEMORY_H
#define RTLAT_JSON_READ_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "rtlat/json/read.h"

#define READ_MEMORY_MIB 2048ULL
#define READ_MEMORY_MAX (READ_MEMORY_MIB << 20)

/* Begin and end the counting of jansson's memory. */
void read_memory_begin(void);
void read_memory_end(void);
/*
 * True if jansson wanted more memory than was left. It got the memory all the same, and must not be
 * asked for more.
 */
bool read_memory_exceeded(void);
/* The reader says by how much. */
void read_memory_tell(struct json_reader *reader);
/* Return the bytes in use, and give back some of them. */
size_t read_memory_used(void);
void read_memory_release(size_t size);

/* Count `size` bytes. False: they are too many, which the reader says. */
bool read_memory_count(struct json_reader *reader, size_t size);
/* `nr` elements that are counted, all zero, to be freed. NULL: the reader says why. */
void *read_memory_get(struct json_reader *reader, size_t nr, size_t size);

#endif /* RTLAT_JSON_READ_MEMORY_H */

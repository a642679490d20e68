/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A stream into memory that reports a lack of memory. A stream of open_memstream() drops data then,
 * and its fclose() does not say so.
 */
#ifndef LIB_UTIL_MEMORY_FILE_H
#define LIB_UTIL_MEMORY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct memory_file {
	FILE *file;
	char *text; /* once it is closed: all of it, and a NUL; to be freed */
	size_t length;
	size_t size;
	bool failed;
};

/* 0 or -ENOMEM */
int memory_file_open(struct memory_file *memory);
/* 0, or -ENOMEM where not all of it is there; then there is no text. */
int memory_file_close(struct memory_file *memory);

#endif /* LIB_UTIL_MEMORY_FILE_H */

// SPDX-License-Identifier: LGPL-2.1-or-later
/* A stdio stream into memory, from fopencookie(), which says when memory has run out. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/memory_file.h"

#define SIZE_FIRST 4096

static bool make_room(struct memory_file *memory, size_t length)
{
	size_t size = memory->size ? memory->size : SIZE_FIRST;
	char *text;

	while (size < memory->length + length + 1)
		size *= 2;
	if (size == memory->size)
		return true;
	text = realloc(memory->text, size);
	if (!text)
		return false;
	memory->text = text;
	memory->size = size;
	return true;
}

static ssize_t memory_file_add(void *cookie, const char *text, size_t length)
{
	struct memory_file *memory = cookie;

	if (memory->failed || !make_room(memory, length)) {
		memory->failed = true;
		errno = ENOMEM;
		return 0;
	}
	memcpy(memory->text + memory->length, text, length);
	memory->length += length;
	memory->text[memory->length] = '\0';
	return (ssize_t)length;
}

int memory_file_open(struct memory_file *memory)
{
	memset(memory, 0, sizeof(*memory));
	memory->file =
		fopencookie(memory, "w", (cookie_io_functions_t){ .write = memory_file_add });
	return memory->file ? 0 : -ENOMEM;
}

int memory_file_close(struct memory_file *memory)
{
	bool failed = fclose(memory->file);

	memory->file = NULL;
	/* Without any writes the text is empty, not NULL. */
	memory_file_add(memory, "", 0);
	if (!failed && !memory->failed)
		return 0;
	free(memory->text);
	memory->text = NULL;
	memory->length = 0;
	return -ENOMEM;
}

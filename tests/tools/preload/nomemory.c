// SPDX-License-Identifier: GPL-2.0-only
/*
 * Preloaded, a malloc() that fails. The environment: NOMEMORY=N, from the N-th call on, and with
 * NOMEMORY_ONCE only that one; NOMEMORY_COUNT=FILE, how many calls there were is written there.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The C library's own. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t nr, size_t size);
void *__libc_realloc(void *place, size_t size);

/* Declared here, as this file has no header of them. */
void *malloc(size_t size);
void *calloc(size_t nr, size_t size);
void *realloc(void *place, size_t size);

static atomic_ulong calls;
static unsigned long first;
static bool once;
static const char *count;

/* Programs that are run are not to be hit. */
static __attribute__((constructor)) void begin(void)
{
	const char *text = getenv("NOMEMORY");

	once = getenv("NOMEMORY_ONCE");
	count = getenv("NOMEMORY_COUNT");
	unsetenv("LD_PRELOAD");
	atomic_store(&calls, 0);
	first = text ? strtoul(text, NULL, 10) : 0;
}

static __attribute__((destructor)) void end(void)
{
	int fd = count ? open(count, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;

	if (fd < 0)
		return;
	dprintf(fd, "%lu\n", atomic_load(&calls));
	close(fd);
}

static bool fails(void)
{
	unsigned long call = atomic_fetch_add(&calls, 1) + 1;

	if (!first || call < first || (once && call > first))
		return false;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t nr, size_t size)
{
	return fails() ? NULL : __libc_calloc(nr, size);
}

void *realloc(void *place, size_t size)
{
	return fails() ? NULL : __libc_realloc(place, size);
}

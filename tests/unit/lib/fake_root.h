/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A directory that stands for "/" in everything the library reads below /sys, /proc and /dev, and
 * in what libcpupower says of idle states.
 */
#ifndef FAKE_ROOT_H
#define FAKE_ROOT_H

#include <stddef.h>

/* Setup and teardown of a cmocka test. */
int fake_root_create(void **state);
int fake_root_destroy(void **state);

/* Write a file and make its directories; the path begins with '/'. */
void fake_root_write(const char *path, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void fake_root_write_bytes(const char *path, const void *bytes, size_t size);
void fake_root_remove(const char *path);
/* The path below the real root. */
const char *fake_root_path(const char *path);
/* A CPU gets the idle state `index`. */
void fake_root_idle_state(unsigned int cpu, unsigned int index, const char *name, int latency_us,
			  int disabled);

#endif /* FAKE_ROOT_H */

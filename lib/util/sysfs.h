/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads what the kernel says of the machine below /sys, /proc and /dev. Paths are absolute; tests
 * put a directory of their own in front of them.
 */
#ifndef LIB_UTIL_SYSFS_H
#define LIB_UTIL_SYSFS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* For tests: the directory that stands for "/". NULL: the real one. Not while threads read. */
void sysfs_set_root(const char *root);

/* Forms the path to be opened. Returns its length, or -ENAMETOOLONG. */
int sysfs_path(char *path, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Read a small file, without the white space at its end. Returns the length or a negative errno;
 * *buffer is a string in any case. -EOVERFLOW: the file is longer, its beginning was read.
 */
int sysfs_read(char *buffer, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Read a file that holds one decimal number, with a sign or without. */
int sysfs_read_s64(int64_t *value, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* NULL with errno where it can't be opened. */
FILE *sysfs_fopen(const char *path);

#endif /* LIB_UTIL_SYSFS_H */

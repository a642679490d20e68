/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads and writes whole small files, such as those of sysfs, procfs and tracefs. */
#ifndef LIB_UTIL_FILE_H
#define LIB_UTIL_FILE_H

#include <stddef.h>

/*
 * Returns 0 if this process may do that (R_OK, W_OK, F_OK), or a negative errno. All its rights
 * count: access() would ask for the user's alone, without capabilities.
 */
int file_access(const char *path, int mode);
/*
 * Returns 0 if the file can be opened (O_RDONLY, O_WRONLY). Otherwise `why` has the reason: -EACCES
 * if a right is missing, for which root helps, and -EOPNOTSUPP for everything else.
 */
int file_usable(const char *path, int flags, char *why, size_t size);

/* Read all of it into *text (malloc'ed, NUL-terminated, trailing newlines removed). */
int file_read(const char *path, char **text);

/* Write `text` in one write(), as these file systems want it; the file must exist. */
int file_write(const char *path, const char *text);
/*
 * Writes the text without emptying the file first: for files where each line that is written is a
 * command.
 */
int file_append(const char *path, const char *text);

/*
 * Open a regular file to read. What has the name is looked at before it is opened, and just that is
 * opened: a device might do something, and a pipe wait. A file descriptor or a negative errno,
 * -EINVAL where it is not regular.
 */
int file_open_regular(const char *path);

#endif /* LIB_UTIL_FILE_H */

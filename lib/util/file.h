/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole small files, as sysfs, procfs and tracefs have them. */
#ifndef LIB_UTIL_FILE_H
#define LIB_UTIL_FILE_H

#include <stddef.h>

/*
 * May this process do that (R_OK, W_OK, F_OK)? By all its rights: access() asks the user's, of whom
 * capabilities are none. 0 or a negative errno.
 */
int file_access(const char *path, int mode);
/*
 * Can it be opened (O_RDONLY, O_WRONLY)? The reason against it is put into `why`, and the result is
 * -EACCES where a right is missing and -EOPNOTSUPP for all else, so that only the former asks for
 * root.
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

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole small files, as sysfs, procfs and tracefs have them. */
#ifndef RTLAT_FILE_H
#define RTLAT_FILE_H

#include <stddef.h>

/* Read all of it into *text (malloc'ed, NUL-terminated, trailing newlines removed). */
int file_read(const char *path, char **text);

/* Write `text` in one write(), as these file systems want it; the file must exist. */
int file_write(const char *path, const char *text);
/* The same, without emptying it first: for files where each line that is written is a command. */
int file_append(const char *path, const char *text);

#endif /* RTLAT_FILE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A file that is written aside and takes its name once it is whole. The directory is opened once,
 * and every later step goes through it, so that nobody who can rename files or links there leads a
 * write elsewhere.
 */
#ifndef RTLAT_UTIL_NEW_FILE_H
#define RTLAT_UTIL_NEW_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct new_file {
	FILE *file;               /* to write to, from new_file_begin() on */
	int directory;            /* opened with O_PATH; -1: closed, or none */
	int target;               /* an existing file to be written in place; -1: there is none */
	char name[NAME_MAX + 1];  /* in the directory */
	char aside[NAME_MAX + 1]; /* while it is written; empty: it has none */
	bool nameless;            /* it has none while it is written */
	mode_t mode;              /* that it gets with its name */
	bool kept;                /* `aside` stays, as it could not be renamed */
	const char *why;          /* static text of an error for which errno has no word; or NULL */
};

/* The value where nothing is open. */
#define NEW_FILE_NONE ((struct new_file){ .directory = -1, .target = -1 })

/*
 * Look at what has that name, and find out whether a file can be made there. A regular file will be
 * replaced; where a mount is on it, and where it has lost its name, it is written in place. So are
 * devices and pipes, which are opened now, unless it has to be `regular`: -EINVAL. Symbolic links
 * are followed as far as the kernel follows them for us. 0 or a negative errno; -EPERM: in a sticky
 * directory somebody else's file is not touched. To be closed after an error, too.
 */
int new_file_open(struct new_file *file, const char *path, bool regular);
/* Opens the new file, which only its owner can read until it has its name. */
int new_file_begin(struct new_file *file);
/* Ends a file that was written completely: it gets its name. `durable`: it is on the disk first. */
int new_file_finish(struct new_file *file, bool durable);
/*
 * Give it its name, after new_file_finish(). Where that fails, and it is to be kept, it has
 * another one, which new_file_explain() tells.
 */
int new_file_publish(struct new_file *file, bool keep);
/* Removes a file that has not got its name. new_file_begin() may follow. */
void new_file_drop(struct new_file *file);
/* Drop, and close all. */
void new_file_close(struct new_file *file);

/* Explains an error of these functions in one line. */
void new_file_explain(const struct new_file *file, int err, char *text, size_t size);

/* Would both paths be one file, whether it is there or not? */
bool new_file_same(const char *a, const char *b);

#endif /* RTLAT_UTIL_NEW_FILE_H */

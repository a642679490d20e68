/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The end of a path: looked up once, and kept open, so that later renames and links by others
 * change nothing.
 */
#ifndef RTLAT_UTIL_PLACE_H
#define RTLAT_UTIL_PLACE_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

/* A directory and a name in it, and the file of that name. Both are opened with O_PATH. */
struct place {
	int directory; /* -1: the file has no name */
	int target;    /* -1: nothing has the name */
	char name[NAME_MAX + 1];
	struct stat status; /* of the target */
	const char *why;    /* static text of an error for which errno has no word; or NULL */
};

/* Room for "/proc/self/fd/" and a number. */
#define FD_PATH_SIZE 32
/* The name that the kernel has for an open file. */
void place_fd_path(char *path, int fd);

/*
 * Looks where the path leads, following symbolic links as far as the kernel follows them for this
 * process. Returns 0 or a negative errno, -EISDIR for a directory. To be closed even after an
 * error.
 */
int place_look(struct place *place, const char *path);
void place_close(struct place *place);
/*
 * 0, or -EPERM where the target is another user's in a sticky directory: where anybody can make
 * files, one with the expected name may have been made to deceive.
 */
int place_check_owner(struct place *place);
/* True if a rename can replace the file: a regular file with a name, and no mount of its own. */
bool place_is_replaceable(const struct place *place);
/*
 * Open the target that was looked at, and no other, to write. A file descriptor or a negative
 * errno.
 */
int place_open_to_write(int target, int flags);
/* True if both are the same file, whether it exists or not. */
bool place_is_same(const struct place *a, const struct place *b);

#endif /* RTLAT_UTIL_PLACE_H */

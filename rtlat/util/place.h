/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The end of a path: looked at once, by what was opened, so that nothing that others rename or link
 * afterwards changes it.
 */
#ifndef RTLAT_UTIL_PLACE_H
#define RTLAT_UTIL_PLACE_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

/* A directory, a name in it, and what has that name; both are opened with O_PATH. */
struct place {
	int directory; /* -1: the file has no name */
	int target;    /* -1: nothing has the name */
	char name[NAME_MAX + 1];
	struct stat status; /* of the target */
	const char *why;    /* static, what is wrong where errno has no word for it; or NULL */
};

/* Room for "/proc/self/fd/" and a number. */
#define FD_PATH_SIZE 32
/* The name that the kernel has for an open file. */
void place_fd_path(char *path, int fd);

/*
 * Look where the path leads; symbolic links are followed as far as the kernel follows them for us.
 * 0 or a negative errno: a directory is -EISDIR. To be closed after an error, too.
 */
int place_look(struct place *place, const char *path);
void place_close(struct place *place);
/*
 * 0, or -EPERM where the target is another user's in a sticky directory: where anybody can make
 * files, one with the expected name may have been made to deceive.
 */
int place_check_owner(struct place *place);
/* Can a rename replace it? Only a regular file that has a name, and no mount of its own. */
bool place_is_replaceable(const struct place *place);
/*
 * Open the target that was looked at, and no other, to write. A file descriptor or a negative
 * errno.
 */
int place_open_to_write(int target, int flags);
/* Are both one file, whether it is there or not? */
bool place_is_same(const struct place *a, const struct place *b);

#endif /* RTLAT_UTIL_PLACE_H */

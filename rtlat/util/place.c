// SPDX-License-Identifier: GPL-2.0-only
/*
 * The directory and the name that a path leads to, found once by opening them, so that a link
 * exchanged afterwards changes nothing.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rtlat/util/place.h"

void place_close(struct place *place)
{
	if (place->directory >= 0)
		close(place->directory);
	if (place->target >= 0)
		close(place->target);
	place->directory = place->target = -1;
}

void place_fd_path(char *path, int fd)
{
	snprintf(path, FD_PATH_SIZE, "/proc/self/fd/%d", fd);
}

/*
 * Opens the directory of the path as place->directory, and copies the rest of the path to
 * place->name.
 */
static int open_directory(struct place *place, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	char *directory;

	if (!*path)
		return -ENOENT;
	if (!*name || !strcmp(name, ".") || !strcmp(name, ".."))
		return -EISDIR;
	if (strlen(name) >= sizeof(place->name))
		return -ENAMETOOLONG;
	directory = slash ? strndup(path, slash == path ? 1 : slash - path) : strdup(".");
	if (!directory)
		return -ENOMEM;
	place->directory = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
	free(directory);
	if (place->directory < 0)
		return -errno;
	strcpy(place->name, name);
	return 0;
}

/* Opens the file of that name in the directory, without following a link. */
static int open_target(struct place *place)
{
	place->target = openat(place->directory, place->name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (place->target < 0)
		return errno == ENOENT ? 0 : -errno;
	return fstat(place->target, &place->status) ? -errno : 0;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/*
 * Finds the name of the file that `found` has opened. A pipe of rtlat's own has none, and neither
 * has a removed file: then there is no directory, which is no error.
 */
static int find_name(struct place *place, int found)
{
	char link[FD_PATH_SIZE], path[PATH_MAX];
	struct stat status;
	ssize_t length;
	int err;

	place_fd_path(link, found);
	length = readlink(link, path, sizeof(path) - 1);
	if (length < 0)
		return -errno;
	path[length] = '\0';
	if (fstat(found, &status))
		return -errno;
	if (*path != '/' || !status.st_nlink) {
		place->status = status;
		place->target = dup(found);
		return place->target < 0 ? -errno : 0;
	}
	err = open_directory(place, path);
	if (!err)
		err = open_target(place);
	if (!err && (place->target < 0 || !is_same(&place->status, &status))) {
		place->why = "was renamed meanwhile";
		err = -ESTALE;
	}
	return err;
}

/* Has the kernel follow the links, which refuses those that fs.protected_symlinks forbids. */
static int follow(struct place *place)
{
	struct place real = { .directory = -1, .target = -1 };
	int found, err;

	found = openat(place->directory, place->name, O_PATH | O_CLOEXEC);
	if (found < 0) {
		err = -errno;
		if (err == -ENOENT)
			place->why =
				"is a symbolic link to a file that does not exist: name that file";
		return err;
	}
	err = find_name(&real, found);
	close(found);
	place_close(place);
	*place = real;
	return err;
}

int place_look(struct place *place, const char *path)
{
	int err;

	*place = (struct place){ .directory = -1, .target = -1 };
	err = open_directory(place, path);
	if (!err)
		err = open_target(place);
	if (!err && place->target >= 0 && S_ISLNK(place->status.st_mode))
		err = follow(place);
	if (!err && place->target >= 0 && S_ISDIR(place->status.st_mode))
		err = -EISDIR;
	return err;
}

int place_check_owner(struct place *place)
{
	struct stat directory;

	if (place->directory < 0 || place->status.st_uid == geteuid())
		return 0;
	if (fstat(place->directory, &directory))
		return -errno;
	if (!(directory.st_mode & S_ISVTX))
		return 0;
	place->why = "belongs to another user, in a directory that is open to all: "
		     "remove it, or choose another name";
	return -EPERM;
}

int place_open_to_write(int target, int flags)
{
	char path[FD_PATH_SIZE];
	int fd;

	place_fd_path(path, target);
	fd = open(path, O_WRONLY | O_CLOEXEC | flags);
	return fd < 0 ? -errno : fd;
}

/* A file that is a mount point of its own can't be replaced. */
static bool is_mounted_on(const struct place *place)
{
	struct statx file, directory;
	struct stat status;

	if (!statx(place->target, "", AT_EMPTY_PATH, STATX_MNT_ID, &file) &&
	    !statx(place->directory, "", AT_EMPTY_PATH, STATX_MNT_ID, &directory) &&
	    file.stx_mask & directory.stx_mask & STATX_MNT_ID)
		return file.stx_mnt_id != directory.stx_mnt_id;
	return !fstat(place->directory, &status) && status.st_dev != place->status.st_dev;
}

bool place_is_replaceable(const struct place *place)
{
	return S_ISREG(place->status.st_mode) && place->directory >= 0 && !is_mounted_on(place);
}

bool place_is_same(const struct place *a, const struct place *b)
{
	struct stat left, right;

	if (a->target >= 0 || b->target >= 0)
		return a->target >= 0 && b->target >= 0 && is_same(&a->status, &b->status);
	return !strcmp(a->name, b->name) && !fstat(a->directory, &left) &&
	       !fstat(b->directory, &right) && is_same(&left, &right);
}

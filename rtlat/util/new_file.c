// SPDX-License-Identifier: GPL-2.0-only
/*
 * A file that is being written has no name where the file system can do that (O_TMPFILE), so that
 * nothing is left of it when rtlat is killed. Elsewhere the next run removes what is left.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rtlat/util/aside.h"
#include "rtlat/util/flush.h"
#include "rtlat/util/new_file.h"
#include "rtlat/util/place.h"

#define NAME_TRIES 100

/* Returns the mode that open(2) would have given a new file. */
static mode_t default_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/*
 * Returns the permissions for the new file: those of an existing file that is ours, without set-id
 * bits. Those of other users' files are their wishes.
 */
static mode_t mode_of(const struct place *place)
{
	if (place->target < 0 || place->status.st_uid != geteuid())
		return default_mode();
	return place->status.st_mode & 0777;
}

/* Make something under file->aside. The result of the call below, or -EEXIST for another name. */
typedef int (*make_fn)(const struct new_file *file, int fd);

static int make_file(const struct new_file *file, int fd)
{
	(void)fd;
	fd = openat(file->directory, file->aside,
		    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	if (!aside_lock(fd))
		return fd;
	close(fd);
	return -EEXIST;
}

static int make_link(const struct new_file *file, int fd)
{
	char path[FD_PATH_SIZE];

	place_fd_path(path, fd);
	return linkat(AT_FDCWD, path, file->directory, file->aside, AT_SYMLINK_FOLLOW) ? -errno : 0;
}

/* Under a name that nobody else has, beside the file's own. */
static int make_aside(struct new_file *file, make_fn make, int fd)
{
	int tries, made = -EIO;
	unsigned int random;

	for (tries = 0; tries < NAME_TRIES; tries++) {
		if (getrandom(&random, sizeof(random), 0) != sizeof(random))
			break;
		aside_name(file->aside, file->name, random);
		made = make(file, fd);
		if (made != -EEXIST)
			break;
	}
	if (made < 0)
		file->aside[0] = '\0';
	return made;
}

static int open_nameless(const struct new_file *file)
{
	int fd = openat(file->directory, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);

	if (fd < 0)
		return -errno;
	/* Nobody else has the file yet. */
	(void)flock(fd, LOCK_EX | LOCK_NB);
	return fd;
}

static int open_aside(struct new_file *file)
{
	return file->nameless ? open_nameless(file) : make_aside(file, make_file, -1);
}

/*
 * Whether a file can be made is found out by making one. A nameless one that gets a name later
 * takes a file system that has both, which NFS and older overlays are not, and /proc.
 */
static int try_aside(struct new_file *file)
{
	int fd = open_nameless(file);

	file->nameless = fd >= 0 && !make_aside(file, make_link, fd);
	if (fd >= 0)
		close(fd);
	if (!file->nameless) {
		fd = make_aside(file, make_file, -1);
		if (fd < 0)
			return fd;
		close(fd);
	}
	new_file_drop(file);
	return 0;
}

static int adopt(struct new_file *file, int fd)
{
	int err;

	if (fd < 0)
		return fd;
	file->file = fdopen(fd, "w");
	if (file->file)
		return 0;
	err = -errno;
	close(fd);
	return err;
}

/* A file in place is emptied only when something is to be written to it. */
static int open_in_place(struct new_file *file, struct place *place)
{
	int fd;

	file->target = place->target;
	place->target = -1;
	fd = place_open_to_write(file->target, 0);
	if (!S_ISREG(place->status.st_mode))
		return adopt(file, fd);
	if (fd >= 0)
		close(fd);
	return fd < 0 ? fd : 0;
}

static int open_replaced(struct new_file *file, struct place *place)
{
	int fd;

	if (place->target >= 0) {
		fd = place_open_to_write(place->target, 0);
		if (fd < 0)
			return fd;
		close(fd);
	}
	file->mode = mode_of(place);
	file->directory = place->directory;
	place->directory = -1;
	strcpy(file->name, place->name);
	/* A file that cannot be removed does no harm. */
	(void)aside_remove_dead(file->directory, file->name, NULL);
	return try_aside(file);
}

int new_file_open(struct new_file *file, const char *path, bool regular)
{
	struct place place;
	int err;

	*file = NEW_FILE_NONE;
	err = place_look(&place, path);
	if (!err && place.target >= 0)
		err = place_check_owner(&place);
	if (!err && regular && place.target >= 0 && !S_ISREG(place.status.st_mode))
		err = -EINVAL;
	file->why = place.why;
	if (!err && place.target >= 0 && !place_is_replaceable(&place))
		err = open_in_place(file, &place);
	else if (!err)
		err = open_replaced(file, &place);
	place_close(&place);
	return err;
}

int new_file_begin(struct new_file *file)
{
	/* A device or a pipe is open all the time. */
	if (file->file)
		return 0;
	if (file->target >= 0)
		return adopt(file, place_open_to_write(file->target, O_TRUNC));
	return adopt(file, open_aside(file));
}

int new_file_finish(struct new_file *file, bool durable)
{
	int fd = fileno(file->file), err = flush_stream(file->file);

	if (err)
		return err;
	if (file->directory < 0)
		return 0;
	if (fchmod(fd, file->mode) || (durable && fsync(fd)))
		return -errno;
	return 0;
}

static int close_stream(struct new_file *file)
{
	FILE *stream = file->file;

	file->file = NULL;
	return fclose(stream) ? -errno : 0;
}

/*
 * Keeps a file that could not get its name, under a visible name that the user is told, and that no
 * later run removes.
 */
static void keep_aside(struct new_file *file)
{
	int fd = file->directory;
	char kept[NAME_MAX + 1];

	snprintf(kept, sizeof(kept), "%.200s%s", file->name, strrchr(file->aside, '.'));
	if (!renameat2(fd, file->aside, fd, kept, RENAME_NOREPLACE) ||
	    (errno == EINVAL && !renameat(fd, file->aside, fd, kept)))
		strcpy(file->aside, kept);
	file->kept = true;
}

static int take_name(struct new_file *file, bool keep)
{
	int err;

	if (renameat(file->directory, file->aside, file->directory, file->name)) {
		err = -errno;
		if (keep)
			keep_aside(file);
		return err;
	}
	file->aside[0] = '\0';
	return 0;
}

int new_file_publish(struct new_file *file, bool keep)
{
	int lock, err = 0;

	if (file->nameless)
		err = make_aside(file, make_link, fileno(file->file));
	/* Keeps the lock until the file has its name. */
	lock = fcntl(fileno(file->file), F_DUPFD_CLOEXEC, 0);
	if (!err)
		err = close_stream(file);
	if (!err && file->directory >= 0)
		err = take_name(file, keep);
	if (lock >= 0)
		close(lock);
	return err;
}

void new_file_drop(struct new_file *file)
{
	if (file->file)
		fclose(file->file);
	file->file = NULL;
	if (file->aside[0] && !file->kept)
		unlinkat(file->directory, file->aside, 0);
	file->aside[0] = '\0';
}

void new_file_close(struct new_file *file)
{
	new_file_drop(file);
	if (file->directory >= 0)
		close(file->directory);
	if (file->target >= 0)
		close(file->target);
	*file = NEW_FILE_NONE;
}

void new_file_explain(const struct new_file *file, int err, char *text, size_t size)
{
	const char *what = file->why ? file->why : strerror(-err);

	if (file->kept)
		snprintf(text, size, "%s; it is kept beside it as %s", what, file->aside);
	else
		snprintf(text, size, "%s", what);
}

bool new_file_same(const char *a, const char *b)
{
	struct place left, right;
	int err = place_look(&left, a), other = place_look(&right, b);
	bool same = err || other ? !strcmp(a, b) : place_is_same(&left, &right);

	place_close(&left);
	place_close(&right);
	return same;
}

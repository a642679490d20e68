// SPDX-License-Identifier: GPL-2.0-only
/* Files that are being written: their names, their locks, and what is left of killed runs. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rtlat/util/aside.h"

#define HEX_DIGITS 8
/*
 * Whatever has the name by now, to open it does no harm. NFS gives an exclusive lock only to a
 * writer.
 */
#define ASIDE_FLAGS (O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)

static void aside_prefix(char prefix[NAME_MAX + 1], const char *name)
{
	snprintf(prefix, NAME_MAX + 1, ".%.200s.rtlat-", name);
}

void aside_name(char aside[NAME_MAX + 1], const char *name, unsigned int random)
{
	aside_prefix(aside, name);
	sprintf(aside + strlen(aside), "%0*x", HEX_DIGITS, random);
}

static bool is_aside(const char *entry, const char *prefix)
{
	const char *digits = entry + strlen(prefix);

	return !strncmp(entry, prefix, strlen(prefix)) && strlen(digits) == HEX_DIGITS &&
	       strspn(digits, "0123456789abcdef") == HEX_DIGITS;
}

int aside_lock(int fd)
{
	struct stat status;

	if (flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
		return -EEXIST;
	return !fstat(fd, &status) && !status.st_nlink ? -EEXIST : 0;
}

/*
 * True for a regular file of this user that no process has locked. The lock is held until the file
 * is closed.
 */
static bool is_dead(int fd)
{
	struct stat status;

	return !fstat(fd, &status) && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
	       status.st_nlink == 1 && !flock(fd, LOCK_EX | LOCK_NB);
}

/*
 * Whoever could give the name to another file between the look and the removal may remove files of
 * the directory anyway.
 */
static int remove_if_dead(int directory, const char *aside, void (*removed)(const char *aside))
{
	int fd = openat(directory, aside, ASIDE_FLAGS);
	int err = 0;

	if (fd < 0)
		return 0;
	if (is_dead(fd)) {
		if (unlinkat(directory, aside, 0))
			err = -errno;
		else if (removed)
			removed(aside);
	}
	close(fd);
	return err;
}

int aside_remove_dead(int directory, const char *name, void (*removed)(const char *aside))
{
	int fd = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), err = 0, failed;
	DIR *entries = fd < 0 ? NULL : fdopendir(fd);
	char prefix[NAME_MAX + 1];
	struct dirent *entry;

	if (!entries) {
		if (fd >= 0)
			close(fd);
		return 0;
	}
	aside_prefix(prefix, name);
	while ((entry = readdir(entries))) {
		failed = is_aside(entry->d_name, prefix)
				 ? remove_if_dead(directory, entry->d_name, removed)
				 : 0;
		if (!err)
			err = failed;
	}
	closedir(entries);
	return err;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * swap UID NAME TARGET MODE: without end, as that user, gives NAME to one thing after another: a file with
 * the permissions MODE (octal), a symbolic link to TARGET, and nothing. Each takes the place of the one
 * before at once, as rename(2) does it, while another program looks at NAME.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rtlat.h"

static int make_file(const char *path, mode_t mode)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	int err;

	if (fd < 0)
		return -errno;
	err = fchmod(fd, mode) ? -errno : 0;
	close(fd);
	return err;
}

/* Replaces the name. In a sticky directory a file of root's stays: it is for root to remove it. */
static int replace(const char *next, const char *name)
{
	if (!rename(next, name))
		return 0;
	unlink(next);
	return errno == EPERM ? 0 : -errno;
}

static int swap(const char *next, const char *name, const char *target, mode_t mode)
{
	int err = make_file(next, mode);

	if (!err)
		err = replace(next, name);
	if (!err && symlink(target, next))
		err = -errno;
	if (!err)
		err = replace(next, name);
	if (!err && unlink(name) && errno != EPERM && errno != ENOENT)
		err = -errno;
	return err;
}

int main(int argc, char **argv)
{
	char next[PATH_MAX];
	int64_t uid;
	int err;

	if (argc != 5 || rtlat_parse_s64(argv[1], 1, INT32_MAX, &uid))
		return 129;
	snprintf(next, sizeof(next), "%s.next", argv[2]);
	if (setgroups(0, NULL) || setgid(uid) || setuid(uid)) {
		perror("swap");
		return 1;
	}
	umask(0);
	do {
		err = swap(next, argv[2], argv[3], strtoul(argv[4], NULL, 8));
	} while (!err);
	fprintf(stderr, "swap: error %d\n", err);
	return 1;
}

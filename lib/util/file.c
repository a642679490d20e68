// SPDX-License-Identifier: LGPL-2.1-or-later
/* Reads and writes whole small files, as sysfs, procfs and tracefs have them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/util/file.h"
#include "lib/util/rights.h"

int file_access(const char *path, int mode)
{
	return faccessat(AT_FDCWD, path, mode, AT_EACCESS) ? -errno : 0;
}

/* Permissions are not all that the kernel asks: it is opened. */
int file_usable(const char *path, int flags, char *why, size_t size)
{
	int fd = open(path, flags | O_NONBLOCK | O_CLOEXEC), err;
	char hint[RIGHTS_HINT_SIZE];

	if (fd >= 0) {
		close(fd);
		return 0;
	}
	err = -errno;
	snprintf(why, size, "%s: %s%s", path, strerror(-err),
		 rights_hint(err, CAP_DAC_OVERRIDE, hint));
	return rights_denied(err) ? -EACCES : -EOPNOTSUPP;
}

static int file_read_all(int fd, char **text)
{
	size_t size = 4096, used = 0;
	char *buffer = malloc(size), *larger;
	ssize_t got;

	if (!buffer)
		return -ENOMEM;
	while ((got = read(fd, buffer + used, size - used - 1)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			got = -errno;
			free(buffer);
			return got;
		}
		used += got;
		if (used < size - 1)
			continue;
		larger = realloc(buffer, size *= 2);
		if (!larger) {
			free(buffer);
			return -ENOMEM;
		}
		buffer = larger;
	}
	while (used && buffer[used - 1] == '\n')
		used--;
	buffer[used] = '\0';
	*text = buffer;
	return 0;
}

int file_read(const char *path, char **text)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	err = file_read_all(fd, text);
	close(fd);
	return err;
}

static int write_all(const char *path, int flags, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | flags), err = 0;
	ssize_t length = strlen(text), done;

	if (fd < 0)
		return -errno;
	do {
		done = write(fd, text, length);
	} while (done < 0 && errno == EINTR);
	if (done < 0)
		err = -errno;
	else if (done != length)
		err = -EIO;
	if (close(fd) < 0 && !err)
		err = -errno;
	return err;
}

int file_write(const char *path, const char *text)
{
	return write_all(path, O_TRUNC, text);
}

int file_append(const char *path, const char *text)
{
	return write_all(path, O_APPEND, text);
}

/*
 * Opens a regular file. The path is opened without effect first, and what was found is opened again
 * by the kernel's name for it, which nobody can give to another file.
 */
int file_open_regular(const char *path)
{
	char name[32];
	struct stat status;
	int seen = open(path, O_PATH | O_CLOEXEC), fd;

	if (seen < 0)
		return -errno;
	if (fstat(seen, &status)) {
		fd = -errno;
	} else if (!S_ISREG(status.st_mode)) {
		fd = -EINVAL;
	} else {
		snprintf(name, sizeof(name), "/proc/self/fd/%d", seen);
		fd = open(name, O_RDONLY | O_CLOEXEC);
		if (fd < 0)
			fd = -errno;
	}
	close(seen);
	return fd;
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* Reads single values below /sys, /proc and /dev. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <unistd.h>

#include "rtlat.h"
#include "lib/util/sysfs.h"

/* Global, so that no reader has to carry it: only tests ever set it. */
static const char *sysfs_root = "";

void sysfs_set_root(const char *root)
{
	sysfs_root = root ? root : "";
}

static int format_path(char *path, size_t size, const char *format, va_list args)
{
	int prefix = snprintf(path, size, "%s", sysfs_root);
	int length;

	if (prefix < 0 || (size_t)prefix >= size)
		return -ENAMETOOLONG;
	length = vsnprintf(path + prefix, size - prefix, format, args);
	if (length < 0 || (size_t)length >= size - prefix)
		return -ENAMETOOLONG;
	return prefix + length;
}

int sysfs_path(char *path, size_t size, const char *format, ...)
{
	va_list args;
	int ret;

	va_start(args, format);
	ret = format_path(path, size, format, args);
	va_end(args);
	return ret;
}

/* Fill the buffer from `fd`; one byte too many is asked for, to see whether the file goes on. */
static int sysfs_read_all(int fd, char *buffer, size_t size)
{
	size_t length = 0;
	ssize_t got;

	while (length < size) {
		got = read(fd, buffer + length, size - length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			return (int)length;
		length += got;
	}
	buffer[size - 1] = '\0';
	return -EOVERFLOW;
}

static int read_path(const char *path, char *buffer, size_t size)
{
	/* Below /run anybody may have put a FIFO there, which would be waited for. */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	int length;

	if (fd < 0)
		return -errno;
	length = sysfs_read_all(fd, buffer, size);
	close(fd);
	if (length == -EOVERFLOW)
		return length;
	if (length < 0) {
		buffer[0] = '\0';
		return length;
	}
	while (length > 0 && (buffer[length - 1] == '\n' || buffer[length - 1] == ' '))
		length--;
	buffer[length] = '\0';
	return length;
}

int sysfs_read(char *buffer, size_t size, const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;
	int ret;

	if (!size)
		return -EINVAL;
	buffer[0] = '\0';
	va_start(args, format);
	ret = format_path(path, sizeof(path), format, args);
	va_end(args);
	return ret < 0 ? ret : read_path(path, buffer, size);
}

int sysfs_read_s64(int64_t *value, const char *format, ...)
{
	char path[PATH_MAX];
	char text[32];
	va_list args;
	int ret;

	va_start(args, format);
	ret = format_path(path, sizeof(path), format, args);
	va_end(args);
	if (ret >= 0)
		ret = read_path(path, text, sizeof(text));
	if (ret < 0)
		return ret;
	return rtlat_parse_s64(text, INT64_MIN, INT64_MAX, value);
}

FILE *sysfs_fopen(const char *path)
{
	char full[PATH_MAX];
	int ret = sysfs_path(full, sizeof(full), "%s", path);

	if (ret < 0) {
		errno = -ret;
		return NULL;
	}
	return fopen(full, "re");
}

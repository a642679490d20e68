// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"
#include "trace_file.h"

int trace_file_check(const char *path)
{
	struct stat status;
	char *copy;
	int err;

	if (!stat(path, &status)) {
		if (S_ISDIR(status.st_mode))
			return -EISDIR;
		/* It is replaced by what gets its name at the end. */
		if (!S_ISREG(status.st_mode))
			return -EINVAL;
		return access(path, W_OK) ? -errno : 0;
	}
	if (errno != ENOENT)
		return -errno;
	copy = strdup(path);
	if (!copy)
		return -ENOMEM;
	err = access(dirname(copy), W_OK | X_OK) ? -errno : 0;
	free(copy);
	return err;
}

enum rtlat_trace_format trace_file_format(const char *path)
{
	const char *end = strrchr(path, '.');

	return end && !strcmp(end, ".dat") ? RTLAT_TRACE_DAT : RTLAT_TRACE_TEXT;
}

static int write_to(struct rtlat_run *run, const char *temporary, const char *path)
{
	int fd, err;

	fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return -errno;
	err = rtlat_run_save_trace(run, trace_file_format(path), fd);
	if (!err && fsync(fd))
		err = -errno;
	if (close(fd) && !err)
		err = -errno;
	if (!err && rename(temporary, path))
		err = -errno;
	if (err)
		unlink(temporary);
	return err;
}

int trace_file_save(struct rtlat_run *run, const char *path)
{
	char *temporary;
	int err;

	if (asprintf(&temporary, "%s.%d", path, getpid()) < 0)
		return -ENOMEM;
	err = write_to(run, temporary, path);
	free(temporary);
	if (err)
		complain(NULL, "trace: %s: %s", path, strerror(-err));
	else
		fprintf(stderr, "rtlat: the trace is in %s\n", path);
	return err;
}

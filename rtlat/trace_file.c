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
	if (err)
		unlink(temporary);
	return err;
}

static char *temporary_name(const char *path)
{
	char *name;

	return asprintf(&name, "%s.%d", path, getpid()) < 0 ? NULL : name;
}

static int failed(const char *path, int err)
{
	if (err)
		complain(NULL, "trace: %s: %s", path, strerror(-err));
	return err;
}

int trace_file_take(struct rtlat_run *run, const char *path)
{
	char *temporary = temporary_name(path);
	int err = temporary ? write_to(run, temporary, path) : -ENOMEM;

	free(temporary);
	return failed(path, err);
}

int trace_file_publish(const char *path)
{
	char *temporary = temporary_name(path);
	int err = temporary ? 0 : -ENOMEM;

	if (!err && rename(temporary, path)) {
		err = -errno;
		unlink(temporary);
	}
	free(temporary);
	if (!err)
		inform("the trace is in %s", path);
	return failed(path, err);
}

void trace_file_drop(const char *path)
{
	char *temporary = temporary_name(path);

	if (temporary)
		unlink(temporary);
	free(temporary);
}

int trace_file_save(struct rtlat_run *run, const char *path)
{
	int err = trace_file_take(run, path);

	return err ? err : trace_file_publish(path);
}

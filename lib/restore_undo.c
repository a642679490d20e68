// SPDX-License-Identifier: LGPL-2.1-or-later
/* How each kind of change is undone. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "file.h"
#include "log.h"
#include "restore_internal.h"

#define REMOVE_TRIES 50

static int undo_file(const char *path, const char *old)
{
	char *now = NULL;
	bool same = file_read(path, &now) == 0 && strcmp(now, old) == 0;
	char *text;
	int err;

	free(now);
	if (same)
		return 0;
	/* An empty list is written as a lone newline: kernels mistake an empty write. */
	if (asprintf(&text, "%s\n", old) < 0)
		return -ENOMEM;
	err = file_write(path, text);
	free(text);
	return err;
}

/* A tracing instance stays busy for a moment after its last reader has been killed. */
static int undo_directory(const char *path)
{
	const struct timespec pause = { .tv_nsec = 20 * RTLAT_NSEC_PER_MSEC };
	int tries;

	for (tries = 0; tries < REMOVE_TRIES; tries++) {
		if (rmdir(path) == 0 || errno == ENOENT)
			return 0;
		if (errno != EBUSY)
			break;
		nanosleep(&pause, NULL);
	}
	return -errno;
}

/* What was to be taken back was never made, or is gone. */
static int undo_command(const char *path, const char *command)
{
	int err = file_append(path, command);

	return err == -EINVAL ? 0 : err;
}

/* Somebody else has come to use it, or has unloaded it. */
static int undo_module(const char *name)
{
	const struct timespec pause = { .tv_nsec = 20 * RTLAT_NSEC_PER_MSEC };
	char path[128];
	int tries;

	/* It may never have been loaded, on a kernel that has no modules. */
	snprintf(path, sizeof(path), "/sys/module/%s", name);
	if (access(path, F_OK))
		return -errno;
	for (tries = 0; tries < REMOVE_TRIES; tries++) {
		if (!syscall(SYS_delete_module, name, O_NONBLOCK))
			return 0;
		if (errno != EAGAIN && errno != EBUSY && errno != EWOULDBLOCK)
			break;
		nanosleep(&pause, NULL);
	}
	return -errno;
}

static int undo_change(const json_t *change, const struct rtlat_log *log)
{
	const char *path = json_string_value(json_object_get(change, "path"));
	const char *old = json_string_value(json_object_get(change, "old"));
	const char *directory = json_string_value(json_object_get(change, "directory"));
	const char *command = json_string_value(json_object_get(change, "command"));
	const char *module = json_string_value(json_object_get(change, "module"));
	int err;

	if (path && old)
		err = undo_file(path, old);
	else if (path && command)
		err = undo_command(path, command);
	else if (module)
		err = undo_module(path = module);
	else if (directory)
		err = undo_directory(path = directory);
	else
		return 0;
	/* Gone with its CPU or its instance: there is nothing left to restore. */
	if (err == -ENOENT)
		return 0;
	if (err)
		rtlat_log(log, RTLAT_WARNING, "cannot restore %s: %s", path, strerror(-err));
	else
		rtlat_log(log, RTLAT_DEBUG, "restored %s%s%s", path, old ? " to " : "", old ?: "");
	return err;
}

int restore_undo_all(const json_t *changes, const struct rtlat_log *log)
{
	size_t i = json_array_size(changes);
	int first = 0, err;

	while (i-- > 0) {
		err = undo_change(json_array_get(changes, i), log);
		if (err && !first)
			first = err;
	}
	return first;
}

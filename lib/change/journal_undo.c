// SPDX-License-Identifier: LGPL-2.1-or-later
/* Undoes each kind of change. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "lib/util/file.h"
#include "lib/change/kernel_module.h"
#include "lib/util/log.h"
#include "lib/change/internal.h"

#define REMOVE_TRIES 50
#define OUR_TRACER "rtlat"
#define OUR_MODULES "latency_tracker"

struct undo {
	const struct journal_file *own;
	const json_t *changes;
	json_t *left; /* its keys: paths that are somebody else's now */
	const struct rtlat_log *log;
};

/* Returned for a change that is left as it is. */
#define LEFT 1

/* The value that the file had before its first change. */
static const char *first_old(const struct undo *undo, const char *path)
{
	const char *other, *old = NULL;
	size_t i;

	for (i = 0; i < json_array_size(undo->changes) && !old; i++) {
		const json_t *change = json_array_get(undo->changes, i);

		other = json_string_value(json_object_get(change, "path"));
		if (other && !strcmp(other, path))
			old = json_string_value(json_object_get(change, "old"));
	}
	return old ? old : "";
}

/*
 * True if somebody else has set the file since. Without a known `new` value, the value in the file
 * may well be rtlat's.
 */
static bool is_others(const struct undo *undo, const char *path, const char *now, const char *new)
{
	const char *old;

	if (json_object_get(undo->left, path))
		return true;
	if (!new || !strcmp(now, new))
		return false;
	json_object_set_new(undo->left, path, json_true());
	old = first_old(undo, path);
	if (strcmp(now, old))
		rtlat_log(undo->log, RTLAT_WARNING,
			  "%s is left at '%.80s', which somebody else has set since: before rtlat "
			  "it was '%.80s'",
			  path, now, old);
	return true;
}

static int write_old(const char *name, const char *old)
{
	char *text;
	int err;

	/* An empty list is written as a lone newline: kernels mistake an empty write. */
	if (asprintf(&text, "%s\n", old) < 0)
		return -ENOMEM;
	err = file_write(name, text);
	free(text);
	return err;
}

static int undo_setting(const struct undo *undo, const char *name, const json_t *change)
{
	const char *path = json_string_value(json_object_get(change, "path"));
	const char *old = json_string_value(json_object_get(change, "old"));
	const char *new = json_string_value(json_object_get(change, "new"));
	char *now = NULL;
	int err = 0;

	if (file_read(name, &now) || (strcmp(now, old) && !is_others(undo, path, now, new)))
		err = write_old(name, old);
	else if (strcmp(now, old))
		err = LEFT;
	free(now);
	return err;
}

static int undo_file(const struct undo *undo, const char *path, const json_t *change)
{
	char name[RESTORE_TARGET_SIZE];
	int fd = restore_target_setting(path, name, undo->log), err;

	if (fd < 0)
		return fd;
	err = undo_setting(undo, name, change);
	close(fd);
	return err;
}

int restore_remove_instance(int instances, const char *name)
{
	const struct timespec pause = { .tv_nsec = 20 * RTLAT_NSEC_PER_MSEC };
	int tries;

	for (tries = 0; tries < REMOVE_TRIES; tries++) {
		if (unlinkat(instances, name, AT_REMOVEDIR) == 0 || errno == ENOENT)
			return 0;
		if (errno != EBUSY)
			break;
		nanosleep(&pause, NULL);
	}
	return -errno;
}

static int undo_directory(const char *path, const struct rtlat_log *log)
{
	const char *slash = strrchr(path, '/');
	char name[RESTORE_TARGET_SIZE], *parent;
	int fd, err;

	if (!slash)
		return -EINVAL;
	parent = strndup(path, slash - path);
	if (!parent)
		return -ENOMEM;
	fd = restore_target_tracing(parent, name, log);
	err = fd < 0 ? fd : restore_remove_instance(fd, slash + 1);
	if (fd >= 0)
		close(fd);
	free(parent);
	return err;
}

/* Takes a command back. One that was never made, or is gone, is no error. */
static int undo_command(const char *path, const char *command, const struct rtlat_log *log)
{
	char name[RESTORE_TARGET_SIZE];
	int fd = restore_target_tracing(path, name, log);
	int err;

	if (fd < 0)
		return fd;
	err = file_append(name, command);
	close(fd);
	return err == -EINVAL ? 0 : err;
}

/* True for the modules of rtlat's kernel patch. rtlat loads no others. */
static bool is_our_module(const char *name)
{
	if (!strcmp(name, OUR_TRACER))
		return true;
	return !strncmp(name, OUR_MODULES, strlen(OUR_MODULES)) &&
	       !name[strspn(name, "abcdefghijklmnopqrstuvwxyz_")];
}

/* Unloads a module. The module may be in use by somebody else by now, or unloaded already. */
static int undo_module(const struct undo *undo, const char *name)
{
	const struct timespec pause = { .tv_nsec = 20 * RTLAT_NSEC_PER_MSEC };
	int tries;

	if (!is_our_module(name)) {
		rtlat_log(undo->log, RTLAT_WARNING,
			  "the module %s is not unloaded: rtlat loads none but " OUR_TRACER
			  " and " OUR_MODULES "*",
			  name);
		return -EXDEV;
	}
	/* The last run that needs it unloads it. */
	if (journal_others_module(undo->own, name))
		return LEFT;
	/* A kernel that has no modules never loaded one. */
	if (!kernel_module_loaded(name))
		return -ENOENT;
	for (tries = 0; tries < REMOVE_TRIES; tries++) {
		if (!syscall(SYS_delete_module, name, O_NONBLOCK))
			return 0;
		if (errno != EAGAIN && errno != EBUSY && errno != EWOULDBLOCK)
			break;
		nanosleep(&pause, NULL);
	}
	return -errno;
}

static int undo_change(const struct undo *undo, const json_t *change)
{
	const struct rtlat_log *log = undo->log;
	const char *path = json_string_value(json_object_get(change, "path"));
	const char *old = json_string_value(json_object_get(change, "old"));
	const char *directory = json_string_value(json_object_get(change, "directory"));
	const char *command = json_string_value(json_object_get(change, "command"));
	const char *module = json_string_value(json_object_get(change, "module"));
	int err;

	if (path && old)
		err = undo_file(undo, path, change);
	else if (path && command)
		err = undo_command(path, command, log);
	else if (module)
		err = undo_module(undo, path = module);
	else if (directory)
		err = undo_directory(path = directory, log);
	else
		return 0;
	/* Gone with its CPU or its instance: there is nothing left to restore. */
	if (err == -ENOENT || err == LEFT)
		return 0;
	/* The log was told where the target was looked at. */
	if (err == -EXDEV)
		return err;
	if (err)
		rtlat_log(log, RTLAT_WARNING, "cannot restore %s: %s", path, strerror(-err));
	else
		rtlat_log(log, RTLAT_DEBUG, "restored %s%s%s", path, old ? " to " : "", old ?: "");
	return err;
}

int restore_undo_all(const struct journal_file *own, const json_t *changes,
		     const struct rtlat_log *log)
{
	const struct undo undo = {
		.own = own, .changes = changes, .left = json_object(), .log = log
	};
	size_t i = json_array_size(changes);
	int first = 0, err;

	while (i-- > 0) {
		err = undo_change(&undo, json_array_get(changes, i));
		if (err && !first)
			first = err;
	}
	json_decref(undo.left);
	return first;
}

bool restore_is_change(const json_t *line)
{
	return !json_object_get(line, "keep") && !json_object_get(line, "claim");
}

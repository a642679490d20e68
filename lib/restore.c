// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The journal is a file of JSON lines: first the run, {"pid": ..., "boot_id": ...}, then one line
 * per change in the order of the changes: {"path": ..., "old": ...}, {"directory": ...},
 * {"path": ..., "command": ...} or {"module": ...}. The run
 * holds an flock on it, which the kernel drops however the run dies; a journal without a lock
 * holder is what a dead run left. Where it has outlived a reboot, its changes have not.
 */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "log.h"
#include "restore.h"
#include "restore_internal.h"

#define BOOT_ID "/proc/sys/kernel/random/boot_id"

struct rtlat_journal {
	char path[256];
	int fd;
	pid_t pid;
	json_t *changes; /* array */
	struct rtlat_log log;
};

static const char *journal_directory = "/run/rtlat";

void rtlat_journal_set_directory(const char *directory)
{
	journal_directory = directory;
}

static int append(int fd, const json_t *line)
{
	char *text = json_dumps(line, JSON_COMPACT);
	int err = 0;

	if (!text)
		return -ENOMEM;
	if (dprintf(fd, "%s\n", text) < 0)
		err = -errno;
	free(text);
	return err;
}

static json_t *make_header(pid_t pid)
{
	json_t *header = json_pack("{s:i}", "pid", (int)pid);
	char *boot = NULL;

	if (header && file_read(BOOT_ID, &boot) == 0)
		json_object_set_new(header, "boot_id", json_string(boot));
	free(boot);
	return header;
}

static bool is_of_another_boot(const json_t *header)
{
	const char *then = json_string_value(json_object_get(header, "boot_id"));
	char *now = NULL;
	bool another;

	another = then && file_read(BOOT_ID, &now) == 0 && strcmp(then, now) != 0;
	free(now);
	return another;
}

/* A line cut short by the crash was written before its change was made: it needs no undoing. */
static int load(int fd, pid_t *pid, json_t **changes)
{
	FILE *file;
	bool stale = false;
	char *line = NULL;
	size_t size = 0;
	int copy;

	*pid = 0;
	*changes = json_array();
	copy = dup(fd);
	if (!*changes || copy < 0)
		return -ENOMEM;
	file = fdopen(copy, "r");
	if (!file) {
		close(copy);
		return -ENOMEM;
	}
	rewind(file);
	while (getline(&line, &size, file) > 0) {
		json_t *entry = json_loads(line, 0, NULL);

		if (json_is_integer(json_object_get(entry, "pid"))) {
			*pid = json_integer_value(json_object_get(entry, "pid"));
			stale = is_of_another_boot(entry);
			json_decref(entry);
		} else if (json_is_object(entry)) {
			json_array_append_new(*changes, entry);
		} else {
			json_decref(entry);
		}
	}
	if (stale)
		json_array_clear(*changes);
	free(line);
	fclose(file);
	return 0;
}

/*
 * Open and lock. The file is removed by whoever ends it while holding the lock, so after locking
 * make sure that it still is the one of that name.
 */
static int lock_journal(const char *path, int flags, int *owner)
{
	struct stat mine, named;
	json_t *changes;
	pid_t pid;
	int fd, err;

	for (;;) {
		fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC | flags, 0600);
		if (fd < 0)
			return -errno;
		if (flock(fd, LOCK_EX | LOCK_NB) < 0)
			break;
		if (fstat(fd, &mine) == 0 && stat(path, &named) == 0 && mine.st_ino == named.st_ino)
			return fd;
		close(fd);
	}
	err = errno == EWOULDBLOCK ? -EBUSY : -errno;
	if (err == -EBUSY && owner) {
		load(fd, &pid, &changes);
		json_decref(changes);
		*owner = pid;
	}
	close(fd);
	return err;
}

/* Undo what a dead run left in the locked file; returns how many changes, or the first error. */
static int undo_leftovers(int fd, const struct rtlat_log *log)
{
	json_t *changes;
	int nr, err;
	pid_t pid;

	err = load(fd, &pid, &changes);
	if (err)
		goto out;
	nr = json_array_size(changes);
	if (nr)
		rtlat_log(log, RTLAT_WARNING,
			  "restoring %d setting%s that the killed rtlat %d left changed", nr,
			  nr == 1 ? "" : "s", pid);
	/* What can't be undone was logged, and would fail again: it must not block later runs. */
	err = restore_undo_all(changes, log);
	if (ftruncate(fd, 0) < 0 && !err)
		err = -errno;
	if (!err)
		err = nr;
out:
	json_decref(changes);
	return err;
}

static void journal_path(char *path, size_t size)
{
	snprintf(path, size, "%s/journal", journal_directory);
}

int rtlat_journal_open(struct rtlat_journal **journal, const struct rtlat_log *log, int *owner)
{
	struct rtlat_journal *new = calloc(1, sizeof(*new));
	json_t *header = NULL;
	int err;

	if (!new)
		return -ENOMEM;
	if (log)
		new->log = *log;
	new->pid = getpid();
	journal_path(new->path, sizeof(new->path));
	if (mkdir(journal_directory, 0755) < 0 && errno != EEXIST) {
		err = -errno;
		goto fail;
	}
	new->fd = lock_journal(new->path, O_CREAT, owner);
	if (new->fd < 0) {
		err = new->fd;
		goto fail;
	}
	undo_leftovers(new->fd, log);
	err = -ENOMEM;
	new->changes = json_array();
	header = make_header(new->pid);
	if (!new->changes || !header)
		goto fail_close;
	err = append(new->fd, header);
	if (err)
		goto fail_close;
	json_decref(header);
	*journal = new;
	return 0;

fail_close:
	close(new->fd);
	json_decref(new->changes);
	json_decref(header);
fail:
	free(new);
	return err;
}

static int note(struct rtlat_journal *journal, json_t *change)
{
	int err;

	if (!change)
		return -EINVAL;
	err = append(journal->fd, change);
	if (!err && json_array_append(journal->changes, change) < 0)
		err = -ENOMEM;
	if (err)
		rtlat_log(&journal->log, RTLAT_ERROR, "cannot write to the journal %s: %s",
			  journal->path, strerror(-err));
	json_decref(change);
	return err;
}

int rtlat_journal_note(struct rtlat_journal *journal, const char *path, const char *old)
{
	return note(journal, json_pack("{s:s, s:s}", "path", path, "old", old));
}

int rtlat_journal_note_directory(struct rtlat_journal *journal, const char *path)
{
	return note(journal, json_pack("{s:s}", "directory", path));
}

int rtlat_journal_note_command(struct rtlat_journal *journal, const char *path, const char *text)
{
	return note(journal, json_pack("{s:s, s:s}", "path", path, "command", text));
}

int rtlat_journal_note_module(struct rtlat_journal *journal, const char *name)
{
	return note(journal, json_pack("{s:s}", "module", name));
}

static bool has_module(const json_t *changes, const char *name)
{
	const char *module;
	size_t i;

	for (i = 0; i < json_array_size(changes); i++) {
		module = json_string_value(json_object_get(json_array_get(changes, i), "module"));
		if (module && !strcmp(module, name))
			return true;
	}
	return false;
}

bool rtlat_journal_will_unload(const char *name, int *owner)
{
	bool will = false;
	json_t *changes;
	char path[256];
	pid_t pid;
	int fd;

	journal_path(path, sizeof(path));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	/* What a dead run would have undone is up to rtlat_restore(). */
	if (flock(fd, LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK) {
		load(fd, &pid, &changes);
		will = has_module(changes, name);
		*owner = pid;
		json_decref(changes);
	}
	close(fd);
	return will;
}

/* Settings end with a newline when they are read, and with or without one when written. */
static bool same_setting(const char *old, const char *value)
{
	size_t length = strlen(old);

	return !strncmp(old, value, length) && (!value[length] || !strcmp(value + length, "\n"));
}

int rtlat_journal_set(struct rtlat_journal *journal, const char *path, const char *value)
{
	char *old = NULL;
	int err;

	err = file_read(path, &old);
	if (err)
		return err;
	if (!same_setting(old, value)) {
		err = rtlat_journal_note(journal, path, old);
		if (!err)
			err = file_write(path, value);
	}
	free(old);
	return err;
}

int rtlat_journal_undo(struct rtlat_journal *journal)
{
	int err = restore_undo_all(journal->changes, &journal->log);

	unlink(journal->path);
	close(journal->fd);
	json_decref(journal->changes);
	free(journal);
	return err;
}

int rtlat_restore(const struct rtlat_log *log, int *owner)
{
	char path[256];
	int fd, nr;

	journal_path(path, sizeof(path));
	fd = lock_journal(path, 0, owner);
	if (fd == -ENOENT)
		return 0;
	if (fd < 0)
		return fd;
	nr = undo_leftovers(fd, log);
	unlink(path);
	close(fd);
	return nr;
}

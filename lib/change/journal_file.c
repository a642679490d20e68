// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A journal is a file of JSON lines: first the run, {"pid": ..., "boot_id": ...}, then one line
 * per change in the order of the changes: {"path": ..., "old": ...}, {"directory": ...},
 * {"path": ..., "command": ...} or {"module": ...}, each before its change is made. After the
 * change {"path": ..., "new": ...} may follow: what the file gives back now. The lines
 * {"path": ..., "keep": true} and {"claim": ...} say what the run relies on. The run
 * holds an flock on its journal, which the kernel drops however the run dies; a journal without a
 * lock holder is what a dead run left. Where it has outlived a reboot, its changes have not.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/util/file.h"
#include "lib/util/json_dump.h"
#include "lib/change/internal.h"

/* The beginning of all names. The first journal has no number. */
#define NAME "journal"
#define NAMES_MAX 4096
/* A file that only its owner may open: whoever else could lock it would block all runs. */
#define MUTEX "lock"
#define BOOT_ID "/proc/sys/kernel/random/boot_id"
/* The largest journal that is read: more than all idle states of RTLAT_MAX_CPUS CPUs take. */
#define LONGEST (32 << 20)

static const char *journal_directory = "/run/rtlat";

const char *rtlat_journal_directory(void)
{
	return journal_directory;
}

void rtlat_journal_set_directory(const char *directory)
{
	journal_directory = directory;
}

__attribute__((format(printf, 2, 3))) static int distrust(struct journal_file *file,
							  const char *format, ...)
{
	char what[96];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	snprintf(file->distrust, sizeof(file->distrust),
		 "%s%s%s is not trusted, %s: nothing of it is undone, remove it", journal_directory,
		 *file->name ? "/" : "", file->name, what);
	return -EUCLEAN;
}

/* Root may do anything, so that its files are no less safe than the user's own. */
static int check_owner(struct journal_file *file, const struct stat *stat)
{
	if (stat->st_uid && stat->st_uid != geteuid())
		return distrust(file, "it belongs to user %u and not to %u", stat->st_uid,
				geteuid());
	if (stat->st_mode & (S_IWGRP | S_IWOTH))
		return distrust(file, "others may write it (mode %04o)", stat->st_mode & 07777U);
	return 0;
}

int journal_directory_open(struct journal_file *file, bool create)
{
	struct stat stat;

	memset(file, 0, sizeof(*file));
	file->directory = -1;
	file->fd = -1;
	file->mutex = -1;
	if (create && mkdir(journal_directory, 0755) < 0 && errno != EEXIST)
		return -errno;
	file->directory = open(journal_directory, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (file->directory < 0)
		return errno == ENOTDIR ? distrust(file, "it is not a directory") : -errno;
	return fstat(file->directory, &stat) < 0 ? -errno : check_owner(file, &stat);
}

/* Returns the error of an entry that openat() refused with `err`. */
static int open_failed(struct journal_file *file, int err)
{
	/* A link, a directory, a socket or device. */
	if (err == ELOOP || err == EISDIR || err == ENXIO || err == ENODEV)
		return distrust(file, "it is not a regular file");
	return -err;
}

static int check_file(struct journal_file *file)
{
	struct stat stat;

	if (fstat(file->fd, &stat) < 0)
		return -errno;
	if (!S_ISREG(stat.st_mode))
		return distrust(file, "it is not a regular file");
	if (stat.st_nlink > 1)
		return distrust(file, "it has %ju names", (uintmax_t)stat.st_nlink);
	if (stat.st_size > LONGEST)
		return distrust(file, "it has %jd bytes, no journal more than %d",
				(intmax_t)stat.st_size, LONGEST);
	return check_owner(file, &stat);
}

/* Opens `name` as journals are, which waits for nothing and follows no link. */
static int open_file(struct journal_file *file, const char *name, int flags)
{
	snprintf(file->name, sizeof(file->name), "%s", name);
	file->fd = openat(
		file->directory, name,
		flags | O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
	return file->fd < 0 ? open_failed(file, errno) : check_file(file);
}

static bool still_has_its_name(const struct journal_file *mutex)
{
	struct stat mine, named;

	return fstat(mutex->fd, &mine) == 0 &&
	       fstatat(mutex->directory, MUTEX, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
	       mine.st_ino == named.st_ino && mine.st_dev == named.st_dev;
}

/* Opens the mutex and locks it. -EAGAIN: the file that was opened has been removed meanwhile. */
static int lock_mutex(struct journal_file *mutex)
{
	int err = open_file(mutex, MUTEX, O_CREAT);

	while (!err && flock(mutex->fd, LOCK_EX) < 0)
		err = errno == EINTR ? 0 : -errno;
	if (!err && !still_has_its_name(mutex))
		err = -EAGAIN;
	if (err && mutex->fd >= 0)
		close(mutex->fd);
	return err;
}

int journal_enter(struct journal_file *file)
{
	struct journal_file mutex = { .directory = file->directory };
	int err;

	do {
		err = lock_mutex(&mutex);
	} while (err == -EAGAIN);
	if (!err)
		file->mutex = mutex.fd;
	else if (err == -EUCLEAN)
		snprintf(file->distrust, sizeof(file->distrust), "%s", mutex.distrust);
	return err;
}

int journal_file_create(struct journal_file *file)
{
	char name[JOURNAL_NAME_SIZE];
	unsigned int i;
	int err = -EEXIST;

	for (i = 0; err == -EEXIST && i < NAMES_MAX; i++) {
		snprintf(name, sizeof(name), i ? NAME ".%u" : NAME, i);
		err = open_file(file, name, O_CREAT | O_EXCL);
	}
	if (!err && flock(file->fd, LOCK_EX | LOCK_NB) < 0)
		err = -errno;
	return err;
}

int journal_file_open(struct journal_file *file, const struct journal_file *in, const char *name)
{
	memset(file, 0, sizeof(*file));
	file->fd = -1;
	file->mutex = -1;
	file->directory = fcntl(in->directory, F_DUPFD_CLOEXEC, 0);
	return file->directory < 0 ? -errno : open_file(file, name, 0);
}

bool journal_file_is_held(const struct journal_file *file)
{
	return flock(file->fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK;
}

int journal_names(const struct journal_file *in, char ***names, unsigned int *nr)
{
	const struct dirent *entry;
	char **larger, *name;
	int fd, err = 0;
	DIR *directory;

	*names = NULL;
	*nr = 0;
	fd = openat(in->directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	directory = fd < 0 ? NULL : fdopendir(fd);
	if (!directory) {
		err = -errno;
		if (fd >= 0)
			close(fd);
		return err;
	}
	while (!err && *nr < NAMES_MAX && (entry = readdir(directory))) {
		if (strncmp(entry->d_name, NAME, strlen(NAME)) ||
		    strlen(entry->d_name) >= JOURNAL_NAME_SIZE)
			continue;
		name = strdup(entry->d_name);
		larger = name ? realloc(*names, (*nr + 1) * sizeof(*larger)) : NULL;
		err = larger ? 0 : -ENOMEM;
		if (larger) {
			*names = larger;
			larger[(*nr)++] = name;
		} else {
			free(name);
		}
	}
	closedir(directory);
	return err;
}

static bool any_journal(const struct journal_file *in)
{
	unsigned int nr, i;
	char **names;
	bool any;

	any = journal_names(in, &names, &nr) || nr;
	for (i = 0; i < nr; i++)
		free(names[i]);
	free(names);
	return any;
}

/* The file goes with the last journal: who waits for it makes a new one. */
void journal_leave(struct journal_file *file)
{
	if (file->mutex < 0)
		return;
	if (!any_journal(file))
		unlinkat(file->directory, MUTEX, 0);
	close(file->mutex);
	file->mutex = -1;
}

void journal_file_remove(const struct journal_file *file)
{
	unlinkat(file->directory, file->name, 0);
}

void journal_file_close(struct journal_file *file)
{
	journal_leave(file);
	if (file->fd >= 0)
		close(file->fd);
	if (file->directory >= 0)
		close(file->directory);
}

static int journal_file_own_append(int fd, const char *line, size_t length)
{
	struct stat before;
	ssize_t done;
	int err;

	if (fstat(fd, &before) < 0)
		return -errno;
	if (before.st_size + (off_t)length > LONGEST)
		return -EFBIG;
	done = write(fd, line, length);
	if (done == (ssize_t)length)
		return 0;
	err = done < 0 ? -errno : -ENOSPC;
	/* Cuts off a partial line: the next line would be joined to it. */
	if (done > 0 && ftruncate(fd, before.st_size) < 0)
		err = -errno;
	return err;
}

int journal_file_append(const struct journal_file *file, const json_t *line)
{
	size_t length;
	char *text = json_dump_line(line, JSON_COMPACT, &length);
	int err;

	if (!text)
		return -ENOMEM;
	err = journal_file_own_append(file->fd, text, length);
	free(text);
	return err;
}

int journal_file_begin(const struct journal_file *file)
{
	json_t *header = json_pack("{s:i}", "pid", (int)getpid());
	char *boot = NULL;
	int err = -ENOMEM;

	if (header && file_read(BOOT_ID, &boot) == 0)
		json_object_set_new(header, "boot_id", json_string(boot));
	if (header)
		err = journal_file_append(file, header);
	json_decref(header);
	free(boot);
	return err;
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

int restore_take(json_t *changes, json_t *line)
{
	const json_t *path = json_object_get(line, "path");
	json_t *new = json_object_get(line, "new");
	json_t *last;

	if (!json_is_object(line))
		return 0;
	if (!new)
		return json_array_append(changes, line) < 0 ? -ENOMEM : 0;
	last = json_array_get(changes, json_array_size(changes) - 1);
	if (!json_equal(json_object_get(last, "path"), path))
		return 0;
	return json_object_set(last, "new", new) < 0 ? -ENOMEM : 0;
}

/* A line cut short by the crash was written before its change was made: it needs no undoing. */
int journal_file_load(const struct journal_file *journal, pid_t *pid, json_t **changes)
{
	FILE *file;
	bool stale = false;
	char *line = NULL;
	size_t size = 0;
	int copy;

	*pid = 0;
	*changes = json_array();
	copy = dup(journal->fd);
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
		} else {
			restore_take(*changes, entry);
		}
		json_decref(entry);
	}
	if (stale)
		json_array_clear(*changes);
	free(line);
	fclose(file);
	return 0;
}

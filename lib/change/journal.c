// SPDX-License-Identifier: LGPL-2.1-or-later
/* The life of a journal: begun, added to, undone by its run or by a later one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util/file.h"
#include "lib/util/log.h"
#include "lib/change/journal.h"
#include "lib/change/kernel_module.h"
#include "lib/change/internal.h"

struct rtlat_journal {
	struct journal_file file;
	json_t *changes; /* array */
	struct rtlat_log log;
};

static int count_changes(const json_t *changes)
{
	int nr = 0;
	size_t i;

	for (i = 0; i < json_array_size(changes); i++)
		nr += restore_is_change(json_array_get(changes, i));
	return nr;
}

/*
 * Undoes what a dead run left in the locked file. Returns how many changes there were, or the first
 * error.
 */
static int undo_leftovers(const struct journal_file *file, const struct rtlat_log *log)
{
	json_t *changes;
	int nr, err;
	pid_t pid;

	err = journal_file_load(file, &pid, &changes);
	if (err) {
		rtlat_log(log, RTLAT_WARNING, "cannot read the journal in %s: %s",
			  rtlat_journal_directory(), strerror(-err));
		goto out;
	}
	nr = count_changes(changes);
	if (nr)
		rtlat_log(log, RTLAT_WARNING,
			  "restoring %d setting%s that the killed rtlat %d left changed", nr,
			  nr == 1 ? "" : "s", pid);
	/*
	 * A change that can't be undone was logged, and would fail again: it must not block later
	 * runs.
	 */
	err = restore_undo_all(file, changes, log);
	if (ftruncate(file->fd, 0) < 0 && !err)
		err = -errno;
	if (!err)
		err = nr;
out:
	json_decref(changes);
	return err;
}

static void explain(const struct journal_file *file, int err, char *reason, size_t size)
{
	if (err == -EUCLEAN)
		snprintf(reason, size, "%s", file->distrust);
	else
		snprintf(reason, size, "cannot open the journal in %s: %s",
			 rtlat_journal_directory(), strerror(-err));
}

struct restoring {
	const struct rtlat_log *log;
	int *owner;   /* of a living run's journal */
	char *reason; /* why a journal can't be opened */
	size_t size;
	bool unopened; /* one can't */
	bool living;   /* one is of a living run */
	int nr;        /* changes undone */
	int err;       /* the first */
};

static void restore_one(struct restoring *restoring, const struct journal_file *in,
			const char *name)
{
	struct journal_file file;
	pid_t pid = 0;
	int err, nr;

	err = journal_file_open(&file, in, name);
	if (!err && journal_is_living(&file, &pid)) {
		restoring->living = true;
		if (restoring->owner)
			*restoring->owner = pid;
	} else if (!err) {
		nr = undo_leftovers(&file, restoring->log);
		restoring->nr += nr > 0 ? nr : 0;
		err = nr < 0 ? nr : 0;
		journal_file_remove(&file);
	} else if (err == -ENOENT) {
		err = 0;
	} else if (!restoring->unopened) {
		explain(&file, err, restoring->reason, restoring->size);
		restoring->unopened = true;
	}
	if (!restoring->err)
		restoring->err = err;
	journal_file_close(&file);
}

/* Restores what all dead runs have left, under the mutex, which is taken if it is not held yet. */
static void restore_all(struct restoring *restoring, struct journal_file *in)
{
	bool entered = in->mutex >= 0;
	unsigned int nr, i;
	char **names;
	int err;

	err = journal_names(in, &names, &nr);
	if (!err && nr && !entered)
		err = journal_enter(in);
	for (i = 0; i < nr; i++) {
		if (!err)
			restore_one(restoring, in, names[i]);
		free(names[i]);
	}
	free(names);
	if (!entered)
		journal_leave(in);
	if (!err)
		return;
	explain(in, err, restoring->reason, restoring->size);
	restoring->unopened = true;
	restoring->err = err;
}

/* Opens the directory and goes in, then makes the file. */
static int journal_begin(struct journal_file *file, struct restoring *restoring)
{
	int err;

	err = journal_directory_open(file, true);
	if (!err)
		err = journal_enter(file);
	if (err)
		goto fail;
	restore_all(restoring, file);
	/* Changes that can't be undone were logged, and would fail again. */
	if (restoring->unopened)
		return restoring->err;
	err = journal_file_create(file);
	if (!err)
		err = journal_file_begin(file);
	if (!err)
		return 0;
	if (file->fd >= 0)
		journal_file_remove(file);
fail:
	explain(file, err, restoring->reason, restoring->size);
	return err;
}

int rtlat_journal_open(struct rtlat_journal **journal, const struct rtlat_log *log, char *reason,
		       size_t size)
{
	struct restoring restoring = { .log = log, .reason = reason, .size = size };
	struct rtlat_journal *new = calloc(1, sizeof(*new));
	json_t *changes = json_array();
	int err = -ENOMEM;

	if (!new || !changes) {
		snprintf(reason, size, "cannot keep a journal: %s", strerror(-err));
		goto fail;
	}
	err = journal_begin(&new->file, &restoring);
	journal_leave(&new->file);
	if (err)
		goto fail_close;
	new->changes = changes;
	if (log)
		new->log = *log;
	*journal = new;
	return 0;

fail_close:
	journal_file_close(&new->file);
fail:
	json_decref(changes);
	free(new);
	return err;
}

/*
 * True if two runs cannot both have the change. Both may keep a setting as it is, but neither may
 * change what the other relies on or has changed, and a claim belongs to one run.
 */
static bool clashes(const json_t *change, const void *data)
{
	const json_t *line = data;
	json_t *path = json_object_get(line, "path"), *claim = json_object_get(line, "claim");
	bool changes = json_object_get(line, "old"), changed = json_object_get(change, "old");

	if (claim)
		return json_equal(claim, json_object_get(change, "claim"));
	if (!path || !json_equal(path, json_object_get(change, "path")))
		return false;
	return (changes && (changed || json_object_get(change, "keep"))) ||
	       (changed && json_object_get(line, "keep"));
}

static void note_failed(const struct rtlat_journal *journal, const json_t *line, int err,
			pid_t owner)
{
	const json_t *claim = json_object_get(line, "claim");

	if (err == -EBUSY)
		rtlat_log(
			&journal->log, RTLAT_ERROR,
			"another rtlat is running, process %d, and uses %s; wait for it or end it",
			owner, json_string_value(claim ? claim : json_object_get(line, "path")));
	else
		rtlat_log(&journal->log, RTLAT_ERROR, "cannot write to the journal in %s: %s",
			  rtlat_journal_directory(), strerror(-err));
}

static int journal_note(struct rtlat_journal *journal, json_t *line)
{
	pid_t owner = 0;
	int err;

	if (!line)
		return -EINVAL;
	err = journal_enter(&journal->file);
	if (!err && journal_others(&journal->file, clashes, line, &owner))
		err = -EBUSY;
	if (!err)
		err = journal_file_append(&journal->file, line);
	journal_leave(&journal->file);
	if (!err)
		err = restore_take(journal->changes, line);
	if (err)
		note_failed(journal, line, err, owner);
	json_decref(line);
	return err;
}

int rtlat_journal_claim(struct rtlat_journal *journal, const char *what)
{
	return journal_note(journal, json_pack("{s:s}", "claim", what));
}

int rtlat_journal_note(struct rtlat_journal *journal, const char *path, const char *old)
{
	return journal_note(journal, json_pack("{s:s, s:s}", "path", path, "old", old));
}

int rtlat_journal_note_directory(struct rtlat_journal *journal, const char *path)
{
	return journal_note(journal, json_pack("{s:s}", "directory", path));
}

int rtlat_journal_note_command(struct rtlat_journal *journal, const char *path, const char *text)
{
	return journal_note(journal, json_pack("{s:s, s:s}", "path", path, "command", text));
}

int rtlat_journal_note_module(struct rtlat_journal *journal, const char *name)
{
	return journal_note(journal, json_pack("{s:s}", "module", name));
}

bool rtlat_journal_module_stays(const char *name)
{
	struct journal_file file;
	bool trusted, stays;

	/* With all others kept out, no run ends and unloads the module between the two looks. */
	trusted = !journal_directory_open(&file, false);
	if (trusted)
		journal_enter(&file);
	stays = kernel_module_loaded(name) && !(trusted && journal_others_module(&file, name));
	journal_leave(&file);
	journal_file_close(&file);
	return stays;
}

/* Settings end with a newline when they are read, and with or without one when written. */
static bool same_setting(const char *old, const char *value)
{
	size_t length = strlen(old);

	return !strncmp(old, value, length) && (!value[length] || !strcmp(value + length, "\n"));
}

/*
 * Notes the value that the file returns after the write, which is often spelled differently from
 * the value written.
 */
static int note_new(struct rtlat_journal *journal, const char *path, const char *name)
{
	char *new = NULL;
	json_t *line;
	int err = 0;

	if (file_read(name, &new) == 0) {
		line = json_pack("{s:s, s:s}", "path", path, "new", new);
		err = line ? journal_note(journal, line) : 0;
	}
	free(new);
	return err;
}

int rtlat_journal_set(struct rtlat_journal *journal, const char *path, const char *value)
{
	char name[RESTORE_TARGET_SIZE], *old = NULL;
	int fd = restore_target_setting(path, name, &journal->log);
	int err;

	if (fd < 0)
		return fd;
	err = file_read(name, &old);
	if (!err && same_setting(old, value)) {
		err = journal_note(journal, json_pack("{s:s, s:b}", "path", path, "keep", 1));
	} else if (!err) {
		err = rtlat_journal_note(journal, path, old);
		if (!err)
			err = file_write(name, value);
		if (!err)
			err = note_new(journal, path, name);
	}
	free(old);
	close(fd);
	return err;
}

int rtlat_journal_undo(struct rtlat_journal *journal)
{
	int err;

	/* Undoes the changes even if somebody has removed the directory. */
	journal_enter(&journal->file);
	err = restore_undo_all(&journal->file, journal->changes, &journal->log);
	journal_file_remove(&journal->file);
	journal_file_close(&journal->file);
	json_decref(journal->changes);
	free(journal);
	return err;
}

int rtlat_journal_restore(const struct rtlat_log *log, int *owner, char *reason, size_t size)
{
	struct restoring restoring = { .log = log, .owner = owner, .reason = reason, .size = size };
	struct journal_file directory;
	int err;

	snprintf(reason, size, "%s", "");
	err = journal_directory_open(&directory, false);
	if (!err)
		restore_all(&restoring, &directory);
	else if (err != -ENOENT)
		explain(&directory, restoring.err = err, reason, size);
	journal_file_close(&directory);
	restoring.nr += restore_instances(log);
	if (restoring.err)
		return restoring.err;
	return restoring.living && !restoring.nr ? -EBUSY : restoring.nr;
}

int rtlat_restore(const struct rtlat_log *log, int *owner)
{
	char reason[RTLAT_JOURNAL_REASON];
	int undone = rtlat_journal_restore(log, owner, reason, sizeof(reason));

	if (reason[0] && undone != -EBUSY)
		rtlat_log(log, RTLAT_WARNING, "%s", reason);
	return undone;
}

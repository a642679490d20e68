/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Shared by the files of the journal: its file on disk, the directory, and the undoing of changes.
 */
#ifndef LIB_CHANGE_INTERNAL_H
#define LIB_CHANGE_INTERNAL_H

#include <jansson.h>
#include <stdbool.h>

#include "rtlat.h"

#define JOURNAL_NAME_SIZE 64

/*
 * A journal's file, and the directory that it is in: journal_file.c. Both are opened once and
 * then used as they were opened, and only where nobody else can have written there: their owner is
 * the caller or root, no other user may write, and the file is a regular one of one name and a
 * size that a journal can have.
 */
struct journal_file {
	int directory; /* O_PATH */
	int fd;
	int mutex; /* between journal_enter() and journal_leave() */
	char name[JOURNAL_NAME_SIZE];
	char distrust[256]; /* after -EUCLEAN: a line that says what is wrong */
};

/*
 * Open the directory, which is made first with `create`. -ENOENT: there is none; -EUCLEAN: not to
 * be trusted. Close with journal_file_close(), in any case.
 */
int journal_directory_open(struct journal_file *file, bool create);
/*
 * Keep out all others that look at journals or change any: of two runs one comes first. Waits for
 * who is in there, which takes no longer than the undoing of a few changes.
 */
int journal_enter(struct journal_file *file);
void journal_leave(struct journal_file *file);
/* Make a file of a name that no other has, and lock it for as long as it is open. */
int journal_file_create(struct journal_file *file);
/*
 * Open the journal `name` in the directory of `in`. -ENOENT: there is none; -EUCLEAN: not to be
 * trusted. Never waits, whatever has the name.
 */
int journal_file_open(struct journal_file *file, const struct journal_file *in, const char *name);
/* Has the file a living run that holds it? If not, it is this caller's until it is closed. */
bool journal_file_is_held(const struct journal_file *file);
/* The names of all journals in the directory, to be freed one by one and together; `nr` of them. */
int journal_names(const struct journal_file *in, char ***names, unsigned int *nr);
/* Write the line that says whose journal it is. */
int journal_file_begin(const struct journal_file *file);
/* A line is appended whole or not at all. */
int journal_file_append(const struct journal_file *file, const json_t *line);
/* The pid of the run (0 if unknown), and its changes that have not ended with a restart. */
int journal_file_load(const struct journal_file *file, pid_t *pid, json_t **changes);
void journal_file_remove(const struct journal_file *file);
void journal_file_close(struct journal_file *file);

/* Where journals live; tests set it, borrowed. */
const char *rtlat_journal_directory(void);
void rtlat_journal_set_directory(const char *directory);

/*
 * Does a living run, other than that of `own`, have in its journal what `match` looks for? Its pid
 * is in *owner then; NULL: nobody asks.
 */
typedef bool journal_match(const json_t *change, const void *data);
bool journal_others(const struct journal_file *own, journal_match *match, const void *data,
		    pid_t *owner);
/* Has a living run, other than that of `own`, noted that it needs the module `name`? */
bool journal_others_module(const struct journal_file *own, const char *name);
/* A tracing instance stays busy for a moment after its last reader has been killed. */
int restore_remove_instance(int instances, const char *name);
/* Does a line stand for a change, or only for what a run relies on? */
bool restore_is_change(const json_t *line);

/*
 * Remove the tracing instances of dead runs whose journals are gone, as that of a container is with
 * its /run, and say what else they may have left. Returns how many: journal_instances.c.
 */
int restore_instances(const struct rtlat_log *log);

/* Take a line of the journal, a change or what the last one has come to, into the changes. */
int restore_take(json_t *changes, json_t *line);

/*
 * Undo the changes of a journal, the last one first: journal_undo.c. Goes on after one that fails,
 * which is logged; returns the first error. Modules that a living run needs too are left to it.
 */
int restore_undo_all(const struct journal_file *own, const json_t *changes,
		     const struct rtlat_log *log);

#define RESTORE_TARGET_SIZE 32

/*
 * Open, without any effect on it, what a change is made to, and give it a `name` that stays its own
 * whatever becomes of the path: journal_target.c. -EXDEV, with a line in the log: neither of sysfs
 * nor of tracefs, so no file that rtlat changes. Close what is returned.
 */
int restore_target_setting(const char *path, char name[RESTORE_TARGET_SIZE],
			   const struct rtlat_log *log);
/* Opens a file of tracefs, as restore_target_setting() does; -EXDEV for one of sysfs. */
int restore_target_tracing(const char *path, char name[RESTORE_TARGET_SIZE],
			   const struct rtlat_log *log);

/* Also take what lies on the type of file system that `path` is on, NULL: no more; for tests. */
void restore_target_set_stand_in(const char *path);

#endif /* LIB_CHANGE_INTERNAL_H */

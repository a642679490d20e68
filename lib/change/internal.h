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
/* Creates a journal with a name that no other has, and locks it until it is closed. */
int journal_file_create(struct journal_file *file);
/*
 * Opens the journal `name` in the directory of `in`, without ever waiting. -ENOENT: there is none;
 * -EUCLEAN: it cannot be trusted.
 */
int journal_file_open(struct journal_file *file, const struct journal_file *in, const char *name);
/*
 * True if a living run holds the journal. If not, the journal is the caller's until it is closed.
 */
bool journal_file_is_held(const struct journal_file *file);
/*
 * Returns whether the run of the journal lives, *pid. The processes of a run that was killed hold
 * its journal until the kernel has ended them all, which is waited for.
 */
bool journal_is_living(const struct journal_file *file, pid_t *pid);
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

/* The directory of all journals. Tests set it; the text is borrowed. */
const char *rtlat_journal_directory(void);
void rtlat_journal_set_directory(const char *directory);

/*
 * True if the journal of a living run, other than that of `own`, has a change for which `match` is
 * true. Sets *owner to its pid, unless `owner` is NULL.
 */
typedef bool journal_match(const json_t *change, const void *data);
bool journal_others(const struct journal_file *own, journal_match *match, const void *data,
		    pid_t *owner);
/* True if a living run, other than that of `own`, has noted that it needs the module `name`. */
bool journal_others_module(const struct journal_file *own, const char *name);
/* A tracing instance stays busy for a moment after its last reader has been killed. */
int restore_remove_instance(int instances, const char *name);
/* True if a line of a journal is a change, and not only something that a run relies on. */
bool restore_is_change(const json_t *line);

/*
 * journal_instances.c: removes the tracing instances of dead runs whose journals are gone, as
 * happens to a container's with its /run, and logs what else such a run may have left. Returns how
 * many were removed.
 */
int restore_instances(const struct rtlat_log *log);

/* Adds a line of the journal, a change or the result of the last change, to the changes. */
int restore_take(json_t *changes, json_t *line);

/*
 * Undo the changes of a journal, the last one first: journal_undo.c. Goes on after one that fails,
 * which is logged; returns the first error. Modules that a living run needs too are left to it.
 */
int restore_undo_all(const struct journal_file *own, const json_t *changes,
		     const struct rtlat_log *log);

#define RESTORE_TARGET_SIZE 32

/*
 * journal_target.c: opens the file of a change, with no effect on it, and sets `name` to a path
 * that stays the file's own whatever happens to `path`. -EXDEV, after a line in the log: the file
 * is on neither sysfs nor tracefs, so rtlat never changed it. The caller closes the descriptor that
 * is returned.
 */
int restore_target_setting(const char *path, char name[RESTORE_TARGET_SIZE],
			   const struct rtlat_log *log);
/* Opens a file of tracefs, as restore_target_setting() does; -EXDEV for one of sysfs. */
int restore_target_tracing(const char *path, char name[RESTORE_TARGET_SIZE],
			   const struct rtlat_log *log);

/*
 * For tests: also accepts files on the file system of `path`; NULL: only sysfs and tracefs again.
 */
void restore_target_set_stand_in(const char *path);

#endif /* LIB_CHANGE_INTERNAL_H */

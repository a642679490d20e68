/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The journal of changes to the machine. Each change is written down, with what undoes it, before
 * it is made; undone in reverse order at the end of a run, or by the next rtlat after a crash.
 * Each run has its own, locked while the run lives. Runs that change different things share the
 * machine; of those that do not, the second is told of the first.
 */
#ifndef LIB_CHANGE_JOURNAL_H
#define LIB_CHANGE_JOURNAL_H

#include "rtlat.h"

struct rtlat_journal;

/* Room for a line that says why a journal can't be opened. */
#define RTLAT_JOURNAL_REASON 256

/*
 * Begins a journal, after undoing what dead processes left. -EUCLEAN: another user could have
 * written to the journals. `reason` says in one line why it failed.
 */
int rtlat_journal_open(struct rtlat_journal **journal, const struct rtlat_log *log, char *reason,
		       size_t size);

/*
 * Undoes what a killed run left, as rtlat_restore() does. `reason` says in one line why the journal
 * cannot be opened, or is "".
 */
int rtlat_journal_restore(const struct rtlat_log *log, int *owner, char *reason, size_t size);

/*
 * Writes `value` to `path`, a file of sysfs or tracefs. Undo writes the value that was there
 * before, unless the file has changed since. A file that has the value already is not written, but
 * other runs may not change it until this one ends. -EBUSY, here and in all functions that note a
 * change: another living run uses the file, which is logged.
 */
int rtlat_journal_set(struct rtlat_journal *journal, const char *path, const char *value);

/* Notes that undo has to write `old` to `path`. The caller makes its change next. */
int rtlat_journal_note(struct rtlat_journal *journal, const char *path, const char *old);

/*
 * Notes that undo has to remove the directory `path`, a tracing instance. The caller creates it
 * next.
 */
int rtlat_journal_note_directory(struct rtlat_journal *journal, const char *path);

/*
 * Notes that undo has to append the command `text` to `path`, which reverts what the caller does
 * next. Nothing left to revert is no error.
 */
int rtlat_journal_note_command(struct rtlat_journal *journal, const char *path, const char *text);

/*
 * Claims `what` for this run alone. Its words appear in messages: "the timerlat and osnoise
 * tracers".
 */
int rtlat_journal_claim(struct rtlat_journal *journal, const char *what);

/*
 * Notes that undo has to unload the kernel module `name`, unless somebody uses it. The caller loads
 * it next. Of several runs that noted it, the last one to end unloads it.
 */
int rtlat_journal_note_module(struct rtlat_journal *journal, const char *name);

/* True if the kernel module `name` is loaded and no run will unload it. */
bool rtlat_journal_module_stays(const char *name);

/*
 * Undo all in reverse order, and end the journal. Goes on after a failed step, which is logged;
 * returns the first error. The journal is freed.
 */
int rtlat_journal_undo(struct rtlat_journal *journal);

#endif /* LIB_CHANGE_JOURNAL_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The journal of changes to the machine. Each change is written down, with what undoes it, before
 * it is made; undone in reverse order at the end of a run, or by the next rtlat after a crash.
 * The journal is locked while its run lives, so there is one changing run at a time.
 */
#ifndef RTLAT_RESTORE_H
#define RTLAT_RESTORE_H

#include "rtlat.h"

struct rtlat_journal;

/*
 * Begin a journal; what a dead process left is undone first. -EBUSY: a living run holds it, its
 * pid is in *owner (0 if unknown).
 */
int rtlat_journal_open(struct rtlat_journal **journal, const struct rtlat_log *log, int *owner);

/* Write `value` to `path`; the value read before is what undo writes. */
int rtlat_journal_set(struct rtlat_journal *journal, const char *path, const char *value);

/* Note that undo shall write `old` to `path`, for a change that the caller makes next. */
int rtlat_journal_note(struct rtlat_journal *journal, const char *path, const char *old);

/* Note that undo shall remove the directory `path` (a tracing instance) that comes next. */
int rtlat_journal_note_directory(struct rtlat_journal *journal, const char *path);

/*
 * Note that undo shall append the command `text` to `path`, which takes back what comes next: where
 * there is nothing of that any more, all is well.
 */
int rtlat_journal_note_command(struct rtlat_journal *journal, const char *path, const char *text);

/* Note that undo shall unload the kernel module `name` that is loaded next, if nobody uses it. */
int rtlat_journal_note_module(struct rtlat_journal *journal, const char *name);

/* Will a living run unload the module `name` at its end? Its pid is in *owner then. */
bool rtlat_journal_will_unload(const char *name, int *owner);

/*
 * Undo all in reverse order, and end the journal. Goes on after a failed step, which is logged;
 * returns the first error. The journal is freed.
 */
int rtlat_journal_undo(struct rtlat_journal *journal);

#endif /* RTLAT_RESTORE_H */

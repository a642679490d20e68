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
 * Begin a journal; what dead processes left is undone first. -EUCLEAN: somebody else could have
 * written there. The line `reason` says why it failed.
 */
int rtlat_journal_open(struct rtlat_journal **journal, const struct rtlat_log *log, char *reason,
		       size_t size);

/*
 * Undoes what a killed run left, as rtlat_restore() does, but the line on why the journal can't be
 * opened is in `reason`, else "".
 */
int rtlat_journal_restore(const struct rtlat_log *log, int *owner, char *reason, size_t size);

/*
 * Write `value` to `path`, of sysfs or tracefs; the value read before is what undo writes, unless
 * the file has another one by then than this change gave it. A file that has the value already is
 * not written, but no other run may change it then. -EBUSY, of this and of all that note a change:
 * another living run uses that, which is logged.
 */
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

/*
 * Note that this run alone uses `what`, the words of a message: "the timerlat and osnoise tracers".
 */
int rtlat_journal_claim(struct rtlat_journal *journal, const char *what);

/*
 * Note that undo shall unload the kernel module `name` that is loaded next, if nobody uses it: of
 * the runs that have noted it, the last one does.
 */
int rtlat_journal_note_module(struct rtlat_journal *journal, const char *name);

/* Will a living run unload the module `name` at its end, unless another one has noted it too? */
bool rtlat_journal_will_unload(const char *name);

/*
 * Undo all in reverse order, and end the journal. Goes on after a failed step, which is logged;
 * returns the first error. The journal is freed.
 */
int rtlat_journal_undo(struct rtlat_journal *journal);

#endif /* LIB_CHANGE_JOURNAL_H */

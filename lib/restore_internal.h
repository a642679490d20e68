/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef RTLAT_RESTORE_INTERNAL_H
#define RTLAT_RESTORE_INTERNAL_H

#include <jansson.h>

#include "rtlat.h"

/*
 * Undo the changes of a journal, the last one first: restore_undo.c. Goes on after one that fails,
 * which is logged; returns the first error.
 */
int restore_undo_all(const json_t *changes, const struct rtlat_log *log);

/* Where the journal lives, for tests; borrowed. */
void rtlat_journal_set_directory(const char *directory);

#endif /* RTLAT_RESTORE_INTERNAL_H */

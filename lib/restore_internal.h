/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef RTLAT_RESTORE_INTERNAL_H
#define RTLAT_RESTORE_INTERNAL_H

/* Where the journal lives, for tests; borrowed. */
void rtlat_journal_set_directory(const char *directory);

#endif /* RTLAT_RESTORE_INTERNAL_H */

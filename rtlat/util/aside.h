/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The name of a file while it is written, and the removal of such files that killed runs have left.
 * The writer holds a lock on its file (flock), which tells the file of a living run from that of a
 * dead one.
 */
#ifndef RTLAT_UTIL_ASIDE_H
#define RTLAT_UTIL_ASIDE_H

#include <limits.h>

/*
 * Sets `aside` to a hidden name in the same directory, which nobody gives a file by hand. The
 * caller's random number makes it one of many.
 */
void aside_name(char aside[NAME_MAX + 1], const char *name, unsigned int random);

/*
 * Locks a file that was opened under such a name. Returns 0, also where the file system has no
 * locks, or -EEXIST if another process removes the file as a dead run's.
 */
int aside_lock(int fd);

/*
 * Removes what killed runs of this user have left beside the file `name` of a directory, which is
 * open. Calls removed(), unless it is NULL, with each name. Returns 0 or a negative errno, 0 for a
 * directory that cannot be read.
 */
int aside_remove_dead(int directory, const char *name, void (*removed)(const char *aside));

#endif /* RTLAT_UTIL_ASIDE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Helpers of the tests of the journal. */
#ifndef RESTORE_FIXTURE_H
#define RESTORE_FIXTURE_H

#include "rtlat.h"

void write_file(const char *path, const char *text);
void assert_file(const char *path, const char *expected);

/* The errors and warnings that this log was given, a line each. */
extern const struct rtlat_log log_lines;
extern char logged[4096];

#endif /* RESTORE_FIXTURE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Other programs that do a part of the work. */
#ifndef RTLAT_UTIL_PROGRAM_H
#define RTLAT_UTIL_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define GNUPLOT "gnuplot"

/*
 * True if the program is in one of the system's directories of programs. PATH, which is the user's,
 * does not count.
 */
bool program_exists(const char *name);
/*
 * Runs argv[0] from there with `input`, and copies its output to `output`; its errors go to
 * standard error. The program gets nothing of the user's environment. -EIO: it failed.
 */
int program_filter(const char *const argv[], const char *input, size_t length, FILE *output);

#endif /* RTLAT_UTIL_PROGRAM_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Other programs that do a part of the work. */
#ifndef RTLAT_UTIL_PROGRAM_H
#define RTLAT_UTIL_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define GNUPLOT "gnuplot"

/*
 * Is it in one of the system's directories of programs? PATH, which is the user's, does not count.
 */
bool program_exists(const char *name);
/*
 * Run argv[0], from there, on `input`; what it prints goes to `output`. What it has to complain
 * about goes to standard error. Of the user's environment it sees nothing. -EIO: it failed.
 */
int program_filter(const char *const argv[], const char *input, size_t length, FILE *output);

#endif /* RTLAT_UTIL_PROGRAM_H */

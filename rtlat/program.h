/* SPDX-License-Identifier: GPL-2.0-only */
/* Other programs that do a part of the work. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define GNUPLOT "gnuplot"

/* Is it in one of the directories of PATH? */
bool program_exists(const char *name);
/*
 * Run it, without arguments, on `input`; what it prints goes to `output`. What it has to complain about
 * goes to standard error. -EIO: it failed.
 */
int program_filter(const char *name, const char *input, size_t length, FILE *output);

#endif /* PROGRAM_H */

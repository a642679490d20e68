/* SPDX-License-Identifier: GPL-2.0-only */
/* Pictures of a result, which gnuplot draws. */
#ifndef PLOT_H
#define PLOT_H

#include <stdio.h>

#include "rtlat.h"

/* `terminal` is gnuplot's: "svg size 1000,1000". */
int plot_write(FILE *file, const struct rtlat_result *result, const char *terminal);

#endif /* PLOT_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The measurement behind a result, in a line. */
#ifndef RTLAT_RESULT_MEASURED_H
#define RTLAT_RESULT_MEASURED_H

#include <stdio.h>

#include "rtlat.h"

/* Returns the main context of a measure. */
enum rtlat_context context_of_measure(enum rtlat_measure measure);
/* Returns the main context of a result, whose histogram is shown. */
enum rtlat_context measured_context(const struct rtlat_result *result);
/* "source clock, period 1000 us, 4.0 s", "track wakeup, source events, 4.0 s" */
void measured_print(FILE *file, const struct rtlat_result *result);

#endif /* RTLAT_RESULT_MEASURED_H */

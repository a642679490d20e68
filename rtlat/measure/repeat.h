/* SPDX-License-Identifier: GPL-2.0-only */
/* Repeats a measurement; see measure.h. */
#ifndef RTLAT_MEASURE_REPEAT_H
#define RTLAT_MEASURE_REPEAT_H

#include "rtlat/measure/measure.h"

/*
 * Measures options->iterations times, and keeps each result in a file with its number. Returns
 * STATUS_EXCEEDED if at least options->gate_quorum runs had that status, or at once another status
 * that is not STATUS_MEASURED.
 */
int measure_repeatedly(const struct options *options, int argc, char **argv,
		       const struct live *live);

#endif /* RTLAT_MEASURE_REPEAT_H */

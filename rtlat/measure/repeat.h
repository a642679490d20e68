/* SPDX-License-Identifier: GPL-2.0-only */
/* A measurement as often as it was asked for; see measure.h. */
#ifndef RTLAT_MEASURE_REPEAT_H
#define RTLAT_MEASURE_REPEAT_H

#include "rtlat/measure/measure.h"

/*
 * Measure options->iterations times. Each result is kept: where there are several, their number is
 * in the names of their files. Returns the exit status: STATUS_EXCEEDED where options->gate_quorum
 * of them, or more, had that, another that is not STATUS_MEASURED as soon as one has it.
 */
int measure_repeatedly(const struct options *options, int argc, char **argv,
		       const struct live *live);

#endif /* RTLAT_MEASURE_REPEAT_H */

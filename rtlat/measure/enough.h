/* SPDX-License-Identifier: GPL-2.0-only */
/* Ends of a run that are neither a time nor a limit: -l and --until-gates. */
#ifndef RTLAT_MEASURE_ENOUGH_H
#define RTLAT_MEASURE_ENOUGH_H

#include <stdint.h>

#include "rtlat/option/options.h"

/*
 * Returns 0 if each CPU has the samples that -l wants, or each gate is settled: it has samples
 * enough, and it holds, or no more samples can be expected to mend it. Otherwise it returns the
 * time until it is worth to ask again, ns; UINT64_MAX: the run has no such end.
 */
uint64_t enough_wait(const struct options *options, struct rtlat_run *run);

#endif /* RTLAT_MEASURE_ENOUGH_H */

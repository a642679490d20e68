/* SPDX-License-Identifier: GPL-2.0-only */
/* Results whose source counts all CPUs together and has no histogram of a single one. */
#ifndef RTLAT_RESULT_WHOLE_H
#define RTLAT_RESULT_WHOLE_H

#include "rtlat.h"

/*
 * True if histograms exist only for all CPUs together, since the source does not tell them apart.
 */
static inline bool result_is_whole(const struct rtlat_result *result)
{
	return result->total.context[RTLAT_DELAY].histogram && result->nr_cpus &&
	       !result->cpus[0].context[RTLAT_DELAY].histogram;
}

/* Returns the parts that have histograms: each CPU, or all together. */
static inline const struct rtlat_cpu_result *result_parts(const struct rtlat_result *result,
							  unsigned int *nr)
{
	*nr = result_is_whole(result) ? 1 : result->nr_cpus;
	return result_is_whole(result) ? &result->total : result->cpus;
}

#endif /* RTLAT_RESULT_WHOLE_H */

// SPDX-License-Identifier: GPL-2.0-only
/* The values that a result shows of one histogram. */
#include <stdio.h>
#include <string.h>

#include "rtlat/result/statistics.h"

static void set(struct statistic *statistic, const char *name, double ns)
{
	snprintf(statistic->name, sizeof(statistic->name), "%s", name);
	statistic->ns = ns;
}

unsigned int statistics_get(const struct rtlat_histogram *histogram,
			    const struct rtlat_percentiles *percentiles,
			    struct statistic statistics[STATISTICS_MAX])
{
	unsigned int nr = 0, i;
	uint64_t value;
	char name[16];

	if (!histogram || !histogram->count)
		return 0;
	set(&statistics[nr++], "min", (double)histogram->min);
	set(&statistics[nr++], "avg", rtlat_histogram_mean(histogram));
	set(&statistics[nr++], "max", (double)histogram->max);
	set(&statistics[nr++], "stddev", rtlat_histogram_stddev(histogram));
	for (i = 0; i < percentiles->nr; i++) {
		if (rtlat_histogram_percentile(histogram, percentiles->value[i], &value))
			continue;
		name[0] = 'p';
		rtlat_percentile_format(percentiles->value[i], name + 1, sizeof(name) - 1);
		set(&statistics[nr++], name, (double)value);
	}
	return nr;
}

// SPDX-License-Identifier: GPL-2.0-only
/* Metrics of delays: how many were too long. */
#include <inttypes.h>
#include <stddef.h>

#include "rtlat/write/openmetrics_parts.h"

void openmetrics_track(const struct metrics *metrics)
{
	static const struct {
		const char *name, *help;
		size_t field;
	} counts[] = {
		{ "delay_alerts", "Delays of the threshold or more.",
		  offsetof(struct rtlat_delays, alerts) },
		{ "delay_timeouts", "Delays that had not ended after the timeout.",
		  offsetof(struct rtlat_delays, timeouts) },
		{ "delay_dropped", "Delays that were not followed, for lack of memory.",
		  offsetof(struct rtlat_delays, dropped) },
	};
	const struct rtlat_result *result = metrics->result;
	unsigned int i, j;

	openmetrics_threshold(metrics, result->config->track.threshold_ns);
	for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		openmetrics_family(metrics, counts[i].name, "gauge", counts[i].help);
		for (j = 0; j < result->nr_cpus; j++) {
			const struct rtlat_cpu_result *cpu = &result->cpus[j];

			openmetrics_count(metrics, counts[i].name, cpu->cpu,
					  *(uint64_t *)((char *)cpu->delays + counts[i].field));
		}
	}
}

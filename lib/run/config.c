// SPDX-License-Identifier: LGPL-2.1-or-later
/* The defaults of a run's settings, one function for each of latency, noise and delay. */
#include <string.h>

#include "rtlat.h"

void rtlat_config_init(struct rtlat_config *config)
{
	static const uint32_t percentiles[] = {
		50 * RTLAT_PERCENT, 90 * RTLAT_PERCENT, 99 * RTLAT_PERCENT,
		99900000,           99990000,           99999000,
	};

	memset(config, 0, sizeof(*config));
	config->source = "auto";
	config->period_ns = RTLAT_NSEC_PER_MSEC;
	config->sched.policy = RTLAT_POLICY_FIFO;
	config->sched.priority = 95;
	config->dma_latency_us = RTLAT_DMA_LATENCY_UNCHANGED;
	config->deepest_idle = RTLAT_IDLE_UNCHANGED;
	config->bucket_ns = RTLAT_NSEC_PER_USEC;
	config->worst = 10;
	config->percentiles.nr = sizeof(percentiles) / sizeof(percentiles[0]);
	memcpy(config->percentiles.value, percentiles, sizeof(percentiles));
}

void rtlat_config_init_noise(struct rtlat_config *config)
{
	rtlat_config_init(config);
	config->measure = RTLAT_MEASURE_NOISE;
	config->period_ns = RTLAT_NSEC_PER_SEC;
	config->runtime_ns = RTLAT_NSEC_PER_SEC;
	config->threshold_ns = RTLAT_NSEC_PER_USEC;
	config->sched = (struct rtlat_sched){ .policy = RTLAT_POLICY_OTHER };
}

void rtlat_config_init_track(struct rtlat_config *config, enum rtlat_tracker tracker)
{
	rtlat_config_init(config);
	config->measure = RTLAT_MEASURE_DELAY;
	config->sched = (struct rtlat_sched){ .policy = RTLAT_POLICY_OTHER };
	config->track.tracker = tracker;
	config->track.pid = RTLAT_PID_ANY;
	config->track.priority = RTLAT_PRIORITY_ANY;
}

// SPDX-License-Identifier: LGPL-2.1-or-later
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

const char *rtlat_context_name(enum rtlat_context context)
{
	static const char *const names[] = { "irq", "thread", "return", "noise", "delay" };

	return context < RTLAT_CONTEXTS ? names[context] : "";
}

const char *rtlat_interferer_name(enum rtlat_interferer interferer)
{
	static const char *const names[] = { "thread", "softirq", "irq", "nmi" };

	return interferer < RTLAT_INTERFERERS ? names[interferer] : "";
}

const char *rtlat_cpu_state_name(enum rtlat_cpu_state state)
{
	static const char *const names[] = { "measured", "offline", "failed" };

	return state <= RTLAT_CPU_FAILED ? names[state] : "";
}

const char *rtlat_status_name(enum rtlat_status status)
{
	static const char *const names[] = { "pass", "fail", "error", "skip" };

	return status <= RTLAT_STATUS_SKIP ? names[status] : "";
}

bool rtlat_event_counts(const struct rtlat_event *event)
{
	return event->trigger && !strncmp(event->trigger, "hist:", strlen("hist:"));
}

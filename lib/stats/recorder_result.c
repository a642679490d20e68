// SPDX-License-Identifier: LGPL-2.1-or-later
/* A recorder as the result of a CPU, and back. */
#include "lib/stats/recorder.h"

void recorder_view(struct rtlat_recorder *recorder, unsigned int contexts,
		   struct rtlat_cpu_result *cpu)
{
	unsigned int context, slot;

	cpu->count = recorder->count;
	cpu->missed = recorder->missed;
	cpu->lost = recorder->lost;
	cpu->clamped = recorder->clamped;
	cpu->latest = recorder->latest;
	cpu->worst = recorder->worst;
	cpu->nr_worst = recorder->nr_worst;
	rtlat_recorder_sort_worst(recorder);
	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		struct rtlat_stats *stats = &cpu->context[context];

		if (!(contexts & RTLAT_HAS(context)))
			continue;
		slot = recorder_slot(context);
		stats->histogram = &recorder->histogram[slot];
		stats->linear_over = recorder->linear_over[slot];
		stats->nr_linear = recorder->layout.entries;
		if (stats->nr_linear)
			stats->linear = recorder_linear(recorder, slot);
	}
	if (contexts & RTLAT_HAS(RTLAT_NOISE)) {
		rtlat_recorder_sort_sources(recorder);
		recorder->noise.source = recorder_sources(recorder);
		cpu->noise = &recorder->noise;
	}
	if (contexts & RTLAT_HAS(RTLAT_DELAY))
		cpu->delays = &recorder->delays;
}

static void load_context(struct rtlat_recorder *recorder, unsigned int slot,
			 const struct rtlat_stats *stats)
{
	if (!stats->histogram)
		return;
	recorder->histogram[slot] = *stats->histogram;
	if (!recorder->layout.entries || !stats->linear)
		return;
	recorder->linear_over[slot] = stats->linear_over;
	memcpy(recorder_linear(recorder, slot), stats->linear,
	       stats->nr_linear * sizeof(*stats->linear));
}

void recorder_load(struct rtlat_recorder *recorder, const struct rtlat_cpu_result *cpu)
{
	unsigned int i;

	recorder->count = cpu->count;
	recorder->missed = cpu->missed;
	recorder->lost = cpu->lost;
	recorder->clamped = cpu->clamped;
	for (i = 0; i < RTLAT_CONTEXTS; i++)
		load_context(recorder, recorder_slot(i), &cpu->context[i]);
	for (i = 0; i < cpu->nr_worst; i++)
		recorder_add_worst(recorder, &cpu->worst[i]);
	if (cpu->noise)
		recorder->noise = *cpu->noise;
	for (i = 0; i < recorder->noise.nr_sources; i++)
		recorder_sources(recorder)[i] = cpu->noise->source[i];
	if (cpu->delays)
		recorder->delays = *cpu->delays;
}

// SPDX-License-Identifier: GPL-2.0-only
/* The words of a report that differ between latency, noise and delay. */
#include "rtlat/report/report.h"

static const struct report_words words[RTLAT_MEASURES] = {
	[RTLAT_MEASURE_LATENCY] = {
		.title = "Latency",
		.main = "thread latency",
		.all = "each latency",
		.statistics = "Latencies of all CPUs together, in us",
		.column = "Latency",
		.samples = "samples",
		.heat_map = "Thread latency of each CPU, in us: the larger, the stronger the colour",
		.worst = "Worst samples",
		.worst_caption = "Worst samples, latencies in us",
	},
	[RTLAT_MEASURE_NOISE] = {
		.title = "Noise",
		.main = "noise",
		.all = "the noise",
		.statistics = "Noise of all CPUs together, in us",
		.column = "",
		.samples = "noises",
		.heat_map = "Noise of each CPU, in us: the longer, the stronger the colour",
		.worst = "Longest noises",
		.worst_caption = "Longest noises, in us",
	},
	[RTLAT_MEASURE_DELAY] = {
		.title = "Delays",
		.main = "delays",
		.all = "the delays",
		.statistics = "Delays of all CPUs together, in us",
		.column = "",
		.samples = "delays",
		.heat_map = "Delays of each CPU, in us: the longer, the stronger the colour",
		.worst = "Longest delays",
		.worst_caption = "Longest delays, in us",
	},
};

const struct report_words *report_words(const struct rtlat_result *result)
{
	return &words[result->config->measure];
}

// SPDX-License-Identifier: GPL-2.0-only
/* Prints the bound of latencies that the run has not seen. */
#include "rtlat/write/text/text.h"

void text_tail(FILE *file, const struct rtlat_result *result, unsigned int contexts)
{
	double probability = 0;
	struct rtlat_tail tail;
	unsigned int i;

	for (i = 0; i < RTLAT_CONTEXTS; i++) {
		const struct rtlat_histogram *histogram = result->total.context[i].histogram;

		if (contexts & RTLAT_HAS(i) && histogram &&
		    !rtlat_histogram_tail(histogram, &tail) && tail.probability > probability)
			probability = tail.probability;
	}
	if (probability > 0)
		fprintf(file,
			"above the max: at most 1 in %.0f (95 %% confidence, if samples are "
			"independent)\n",
			1 / probability);
}

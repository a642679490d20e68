// SPDX-License-Identifier: GPL-2.0-only
/* Prints the bound of latencies that the run has not seen, a line for each kind. */
#include <inttypes.h>

#include "rtlat/write/text/text.h"

void text_tails(FILE *file, const struct rtlat_result *result, unsigned int contexts,
		bool nanoseconds)
{
	struct rtlat_tail tail;
	unsigned int i;

	for (i = 0; i < RTLAT_CONTEXTS; i++) {
		const struct rtlat_histogram *histogram = result->total.context[i].histogram;

		if (!(contexts & RTLAT_HAS(i)) || !histogram ||
		    rtlat_histogram_tail(histogram, &tail))
			continue;
		fprintf(file,
			"bound %s: none of %" PRIu64 " above %" PRIu64
			", so 1 in %.0f or fewer are (95 %%, if independent)\n",
			text_context(i), histogram->count, text_time(tail.bound, nanoseconds),
			1 / tail.probability);
	}
}

// SPDX-License-Identifier: GPL-2.0-only
/* What the run says of latencies that it has not seen, a line or two of each. */
#include <inttypes.h>

#include "rtlat/write/text/text.h"

static void print_estimate(FILE *file, const char *name, const struct rtlat_tail *tail,
			   uint64_t count, bool nanoseconds)
{
	fprintf(file,
		"estimate %s, not a bound: 1 in %" PRIu64 " above %" PRIu64 ", 1 in %" PRIu64
		" above %" PRIu64 " (shape %.2f +- %.2f, fit %.2f%s)\n",
		name, 10 * count, text_time((uint64_t)tail->level_10, nanoseconds), 100 * count,
		text_time((uint64_t)tail->level_100, nanoseconds), tail->shape, tail->shape_error,
		tail->fit, tail->fit < RTLAT_TAIL_FIT_MIN ? ": do not rely on it" : "");
}

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
		if (tail.estimated)
			print_estimate(file, text_context(i), &tail, histogram->count, nanoseconds);
	}
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text of a histogram trigger. */
#ifndef LIB_TRACE_HIST_TEXT_H
#define LIB_TRACE_HIST_TEXT_H

#include <stdint.h>

/*
 * The field that a histogram counts beside the CPU, as it is spelled in the text, "lat:", and the
 * width of its buckets in ns.
 */
struct hist_key {
	const char *name;
	uint64_t bucket;
};

/*
 * Parses the text of a histogram, and calls `add` for each bucket with its count and its middle.
 * Returns how many values the kernel had no room for, or -EBADMSG.
 */
int64_t hist_text_parse(const char *text, const struct hist_key *key,
			void (*add)(void *data, int cpu, uint64_t time, uint64_t count),
			void *data);

/* The text of several: how many the kernel had no room for, in all of them. */
uint64_t hist_text_dropped(const char *text);

#endif /* LIB_TRACE_HIST_TEXT_H */

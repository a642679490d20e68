/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lines of timerlat_hist: what a function that takes one gets. */
#ifndef LIB_SOURCE_TRACER_HISTOGRAM_LINES_H
#define LIB_SOURCE_TRACER_HISTOGRAM_LINES_H

#include "lib/stats/recorder.h"

#define NUMBERS_MAX 17

struct parser {
	struct rtlat_recorder *recorder;
	unsigned int seen;
	enum rtlat_context
		context; /* of the bucket and linear lines that come; RTLAT_CONTEXTS: none */
	struct rtlat_sample *worst; /* of the culprit lines that come; NULL: none */
	uint64_t in_buckets[RTLAT_LATENCIES];
	uint64_t in_linear[RTLAT_LATENCIES];
	uint64_t number[NUMBERS_MAX]; /* of the line */
	const char *rest;             /* behind them */
};

/*
 * Take a line about a worst sample, whose numbers have been parsed: the sample itself, and what the
 * lines below it tell of it. -EBADMSG: the line contradicts those before, or has no place there.
 */
int histogram_take_worst(struct parser *parser, unsigned int unused);
int histogram_take_culprit(struct parser *parser, unsigned int interferer);
int histogram_take_met(struct parser *parser, unsigned int unused);
int histogram_take_timers(struct parser *parser, unsigned int unused);
int histogram_take_sender(struct parser *parser, unsigned int unused);

#endif /* LIB_SOURCE_TRACER_HISTOGRAM_LINES_H */

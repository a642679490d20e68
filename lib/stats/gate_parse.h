/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parses gates, and tells which part of one is wrong. */
#ifndef LIB_STATS_GATE_PARSE_H
#define LIB_STATS_GATE_PARSE_H

#include "rtlat.h"

/* The parts of a gate, in the order in which they are written. */
enum gate_part {
	GATE_SCOPE,
	GATE_METRIC,
	GATE_COMPARISON,
	GATE_VALUE,
};

/*
 * Does what rtlat_gate_parse() does. On failure *part is what is wrong, *at where in the text that
 * begins; with GATE_VALUE, gate->metric says of what it is to be the value.
 */
int gate_parse(const char *text, struct rtlat_gate *gate, enum gate_part *part, size_t *at);

#endif /* LIB_STATS_GATE_PARSE_H */

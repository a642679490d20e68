/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Strict parsing of numbers and of times with their unit. */
#ifndef LIB_UTIL_PARSE_H
#define LIB_UTIL_PARSE_H

#include <stdint.h>

#include "lib/util/text.h"

/*
 * Reads the decimal digits at *cursor and steps over them. -EINVAL: there are none; -ERANGE: the
 * number does not fit in 64 bits: *value is UINT64_MAX, and the digits are stepped over, so that
 * the caller can judge the text behind them first.
 */
int parse_digits(const char **cursor, uint64_t *value);
/*
 * Parses a number from 0 to 100 with up to six decimals, in RTLAT_PERCENT. -ERANGE: it is larger;
 * the digits are stepped over.
 */
int parse_percent(const char **cursor, uint64_t *value);

/*
 * Parses a time in units d, h, m, s, ms, us and ns, longer ones first: "90s", "1h30m", "1ms500us";
 * or a bare number, of `unit` ns. -EINVAL: it is no such time; -ERANGE: it is too large.
 */
int parse_time(const char *text, uint64_t unit, uint64_t *ns);

/* Times with one unit: ns, us, ms or s. */
/*
 * Read the digits and the unit at *cursor and step over them. -EINVAL: they are not there. What is
 * too large is UINT64_MAX.
 */
int unit_parse_time(const char **cursor, uint64_t *ns);
/* Adds a time in the largest unit that holds it without a fraction. */
void unit_add_time(struct text *text, uint64_t ns);

#endif /* LIB_UTIL_PARSE_H */

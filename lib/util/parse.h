/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LIB_UTIL_PARSE_H
#define LIB_UTIL_PARSE_H

#include <stdint.h>

/*
 * Read the decimal digits at *cursor and step over them. -EINVAL: there are none; -ERANGE: the
 * number does not fit in 64 bits, *value is UINT64_MAX (stepped over all the same, so that the
 * caller can first judge the text that follows).
 */
int parse_digits(const char **cursor, uint64_t *value);
/*
 * The same of a number from 0 to 100 with up to six decimals, in RTLAT_PERCENT. -ERANGE: it is
 * larger, stepped over all the same.
 */
int parse_percent(const char **cursor, uint64_t *value);

#endif /* LIB_UTIL_PARSE_H */

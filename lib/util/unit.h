/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times with their unit: ns, us, ms or s. */
#ifndef LIB_UTIL_UNIT_H
#define LIB_UTIL_UNIT_H

#include <stdint.h>

#include "lib/util/text.h"

/*
 * Read the digits and the unit at *cursor and step over them. -EINVAL: they are not there. What is
 * too large is UINT64_MAX.
 */
int unit_parse_time(const char **cursor, uint64_t *ns);
/* In the largest unit that holds it without a fraction. */
void unit_add_time(struct text *text, uint64_t ns);

#endif /* LIB_UTIL_UNIT_H */

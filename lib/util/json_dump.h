/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* JSON as a text, whole or not at all. */
#ifndef LIB_UTIL_JSON_DUMP_H
#define LIB_UTIL_JSON_DUMP_H

#include <jansson.h>

/*
 * The JSON as a line of text that ends with a newline; free() it. `length` is without the NUL.
 * NULL: no memory, or no JSON. json_dumps() drops keys where memory runs out meanwhile, and does
 * not say so.
 */
char *json_dump_line(const json_t *json, size_t flags, size_t *length);

#endif /* LIB_UTIL_JSON_DUMP_H */

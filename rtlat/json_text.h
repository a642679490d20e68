/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include <jansson.h>

/*
 * A JSON string of any bytes: what is not valid UTF-8 becomes U+FFFD, byte by byte. JSON null for
 * NULL and "". NULL: no memory.
 */
json_t *json_text(const char *text);

#endif /* JSON_TEXT_H */

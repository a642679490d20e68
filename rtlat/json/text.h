/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include <jansson.h>

/*
 * A JSON string of any bytes, with what is not shown replaced (printable.h). JSON null for NULL and
 * "". NULL: no memory.
 */
json_t *json_text(const char *text);

#endif /* JSON_TEXT_H */

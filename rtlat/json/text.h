/* SPDX-License-Identifier: GPL-2.0-only */
/* JSON strings of bytes that may be no valid UTF-8. */
#ifndef RTLAT_JSON_TEXT_H
#define RTLAT_JSON_TEXT_H

#include <jansson.h>

/*
 * Makes a JSON string of any bytes, replacing what is not printable (lib/util/printable.h). JSON
 * null for NULL and "". NULL: no memory.
 */
json_t *json_text(const char *text);

#endif /* RTLAT_JSON_TEXT_H */

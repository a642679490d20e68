/* SPDX-License-Identifier: GPL-2.0-only */
/* Text in the escapes of a format. */
#ifndef RTLAT_UTIL_UTF8_H
#define RTLAT_UTIL_UTF8_H

#include <stdio.h>

/*
 * Prints a text. `escape` returns the replacement of the ASCII character at `at`, or NULL for the
 * character itself. What is not printable (lib/util/printable.h) is replaced. NULL as text prints
 * nothing.
 */
void utf8_print(FILE *file, const char *text, const char *(*escape)(const char *at));

/* An escape for attributes and text of XML and HTML. */
const char *utf8_markup(const char *at);

#endif /* RTLAT_UTIL_UTF8_H */

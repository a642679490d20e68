/* SPDX-License-Identifier: GPL-2.0-only */
/* Bytes that are to be UTF-8, and need not be. */
#ifndef UTF8_H
#define UTF8_H

#include <stddef.h>
#include <stdio.h>

/* What stands for a byte that is no character: U+FFFD */
#define UTF8_REPLACEMENT "\xef\xbf\xbd"

/* The length of the character at `text`, or 0 if it is none: see RFC 3629. */
size_t utf8_length(const unsigned char *text);
/* A copy with the replacement for every byte that is none; to be freed. NULL: no memory. */
char *utf8_copy(const char *text);
/*
 * Print it, with what `escape` has in place of an ASCII character; NULL: the character itself.
 * NULL as text is none.
 */
void utf8_print(FILE *file, const char *text, const char *(*escape)(char character));

/* An escape for attributes and text of XML and HTML. */
const char *utf8_markup(char character);

#endif /* UTF8_H */

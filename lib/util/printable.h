/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Text of others, made harmless where it enters: a terminal obeys control characters, a line break
 * forges a line, and marks of direction show text in another order than it has.
 */
#ifndef LIB_UTIL_PRINTABLE_H
#define LIB_UTIL_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "rtlat.h"

/* The character that stands for one that is not shown, and for each byte that is no UTF-8. */
#define PRINTABLE_REPLACEMENT '?'

/*
 * True if the first character of `text` is shown as it is. Not shown are control characters (C0,
 * DEL, C1), line and paragraph separators, direction marks, U+FFFE and U+FFFF, and invalid UTF-8.
 * Sets `length` to the length of the character, 1 for an invalid one. `text` is not empty.
 */
bool printable_character(const char *text, size_t *length);

/* Replaces in place what is not shown. The text never gets longer. */
void printable(char *text);
/*
 * Copies a text with the same replacements. A text longer than `size` bytes is cut behind a whole
 * character.
 */
void printable_copy(char *to, size_t size, const char *from);
/* A copy to be freed; NULL: no memory. */
char *printable_dup(const char *text);
/* A name in an array of `size` bytes, which need not end with a NUL and does so afterwards. */
void printable_name(char *name, size_t size);

/* Every name that the sample has. */
void printable_sample(struct rtlat_sample *sample);

/* For columns, where each byte takes one: ASCII alone. */
static inline char printable_ascii(char character)
{
	return character >= ' ' && character <= '~' ? character : PRINTABLE_REPLACEMENT;
}

void printable_columns(char *text);

#endif /* LIB_UTIL_PRINTABLE_H */

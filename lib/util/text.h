/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Text that grows in a buffer of fixed size. */
#ifndef LIB_UTIL_TEXT_H
#define LIB_UTIL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Text that grows in a buffer of fixed size. It always ends with a NUL, unless size is 0. */
struct text {
	char *buffer;
	size_t size;
	size_t length;
	bool full; /* something did not fit; nothing more is added */
};

void text_init(struct text *text, char *buffer, size_t size);
/* Add all of it or, where it does not fit, as much as fits. */
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A name of up to RTLAT_NAME_SIZE bytes, for a column: see printable_ascii(). */
void text_add_name(struct text *text, const char *name);
/* The length without NUL, or -ENOSPC. */
int text_length(const struct text *text);

#endif /* LIB_UTIL_TEXT_H */

// SPDX-License-Identifier: GPL-2.0-only
/* Prints text as valid UTF-8, escaped for markup where asked. */
#include "lib/util/printable.h"
#include "rtlat/util/utf8.h"

void utf8_print(FILE *file, const char *text, const char *(*escape)(const char *at))
{
	const char *escaped;
	size_t length;

	for (; text && *text; text += length) {
		if (!printable_character(text, &length))
			fputc(PRINTABLE_REPLACEMENT, file);
		else if (length == 1 && (escaped = escape(text)))
			fputs(escaped, file);
		else
			fwrite(text, 1, length, file);
	}
}

const char *utf8_markup(const char *at)
{
	switch (*at) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	case '"':
		return "&quot;";
	}
	return NULL;
}

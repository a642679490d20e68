// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

static bool is_continuation(unsigned char byte)
{
	return (byte & 0xc0) == 0x80;
}

size_t utf8_length(const unsigned char *text)
{
	if (text[0] < 0x80)
		return 1;
	if (text[0] < 0xc2 || text[0] > 0xf4 || !is_continuation(text[1]))
		return 0;
	if (text[0] < 0xe0)
		return 2;
	/* Overlong forms, surrogates, and what lies above U+10FFFF. */
	if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
	    (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f))
		return 0;
	if (!is_continuation(text[2]))
		return 0;
	if (text[0] < 0xf0)
		return 3;
	return is_continuation(text[3]) ? 4 : 0;
}

char *utf8_copy(const char *text)
{
	size_t room = strlen(UTF8_REPLACEMENT) * strlen(text) + 1, length;
	char *copy = malloc(room), *to = copy;

	if (!copy)
		return NULL;
	while (*text) {
		length = utf8_length((const unsigned char *)text);
		if (length) {
			memcpy(to, text, length);
			to += length;
			text += length;
		} else {
			memcpy(to, UTF8_REPLACEMENT, strlen(UTF8_REPLACEMENT));
			to += strlen(UTF8_REPLACEMENT);
			text++;
		}
	}
	*to = '\0';
	return copy;
}

/* U+FFFE and U+FFFF are no characters, and XML may not have them. */
static bool is_noncharacter(const char *text)
{
	return text[0] == '\xef' && text[1] == '\xbf' && (unsigned char)text[2] >= 0xbe;
}

void utf8_print(FILE *file, const char *text, const char *(*escape)(char character))
{
	const char *escaped;
	size_t length;

	for (; text && *text; text += length) {
		length = utf8_length((const unsigned char *)text);
		if (length == 1 && (escaped = escape(*text)))
			fputs(escaped, file);
		else if (length && !is_noncharacter(text))
			fwrite(text, 1, length, file);
		else
			fputs(UTF8_REPLACEMENT, file);
		if (!length)
			length = 1;
	}
}

/* The controls that XML may have at all are kept even in attributes. */
const char *utf8_markup(char character)
{
	switch (character) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	case '"':
		return "&quot;";
	case '\t':
		return "&#9;";
	case '\n':
		return "&#10;";
	case '\r':
		return "&#13;";
	}
	return (unsigned char)character < ' ' || character == '\x7f' ? UTF8_REPLACEMENT : NULL;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "json_text.h"

#define REPLACEMENT "\xef\xbf\xbd"

static bool is_continuation(unsigned char byte)
{
	return (byte & 0xc0) == 0x80;
}

/* The length of the character at `text`, or 0 if it is none: see RFC 3629. */
static size_t character_length(const unsigned char *text)
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

static char *valid_copy(const char *text)
{
	size_t room = strlen(REPLACEMENT) * strlen(text) + 1, length;
	char *copy = malloc(room), *to = copy;

	if (!copy)
		return NULL;
	while (*text) {
		length = character_length((const unsigned char *)text);
		if (length) {
			memcpy(to, text, length);
			to += length;
			text += length;
		} else {
			memcpy(to, REPLACEMENT, strlen(REPLACEMENT));
			to += strlen(REPLACEMENT);
			text++;
		}
	}
	*to = '\0';
	return copy;
}

json_t *json_text(const char *text)
{
	json_t *json;
	char *copy;

	if (!text || !*text)
		return json_null();
	copy = valid_copy(text);
	if (!copy)
		return NULL;
	json = json_string(copy);
	free(copy);
	return json;
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Makes text of others printable: names of tasks and files may have control characters, which a
 * terminal would obey.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/printable.h"

/* The length of the character and its number, or 0 where there is none: see RFC 3629. */
static size_t decode(const unsigned char *text, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t length, i;

	if (text[0] < 0x80) {
		*code = text[0];
		return 1;
	}
	if (text[0] < 0xc2 || text[0] > 0xf4)
		return 0;
	length = text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
	*code = text[0] & (0x7f >> length);
	for (i = 1; i < length; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (text[i] & 0x3f);
	}
	/* Refuses overlong forms, surrogates, and codes above U+10FFFF. */
	if (*code < least[length] || (*code >= 0xd800 && *code <= 0xdfff) || *code > 0x10ffff)
		return 0;
	return length;
}

/* False for control characters, line separators, direction marks and noncharacters. */
static bool is_shown(uint32_t code)
{
	static const struct {
		uint32_t first, last;
	} hidden[] = {
		{ 0x00, 0x1f },     { 0x7f, 0x9f },     { 0x61c, 0x61c },   { 0x200e, 0x200f },
		{ 0x2028, 0x202e }, { 0x2066, 0x2069 }, { 0xfffe, 0xffff },
	};
	size_t i;

	for (i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++) {
		if (code >= hidden[i].first && code <= hidden[i].last)
			return false;
	}
	return true;
}

bool printable_character(const char *text, size_t *length)
{
	uint32_t code;

	*length = decode((const unsigned char *)text, &code);
	if (*length)
		return is_shown(code);
	*length = 1;
	return false;
}

void printable_copy(char *to, size_t size, const char *from)
{
	const char replacement = PRINTABLE_REPLACEMENT, *shown;
	size_t length, room;

	for (; *from; from += length) {
		shown = printable_character(from, &length) ? from : &replacement;
		room = shown == from ? length : 1;
		if (room >= size)
			break;
		memmove(to, shown, room);
		to += room;
		size -= room;
	}
	if (size)
		*to = '\0';
}

void printable(char *text)
{
	printable_copy(text, strlen(text) + 1, text);
}

char *printable_dup(const char *text)
{
	char *copy = strdup(text);

	if (copy)
		printable(copy);
	return copy;
}

void printable_name(char *name, size_t size)
{
	name[size - 1] = '\0';
	printable(name);
}

void printable_columns(char *text)
{
	for (; *text; text++)
		*text = printable_ascii(*text);
}

void printable_sample(struct rtlat_sample *sample)
{
	unsigned int i;

	if (sample->has & RTLAT_HAS(RTLAT_DELAY)) {
		printable_name(sample->delay.comm, sizeof(sample->delay.comm));
		printable_name(sample->delay.other_comm, sizeof(sample->delay.other_comm));
		printable_name(sample->delay.name, sizeof(sample->delay.name));
	}
	for (i = 0; i < RTLAT_BY_NMI && sample->has & RTLAT_HAS_INTERFERENCE; i++)
		printable_name(sample->interference.worst[i].name,
			       sizeof(sample->interference.worst[i].name));
	if (!(sample->has & RTLAT_HAS_INTERFERENCE))
		return;
	printable_name(sample->interference.met.name, sizeof(sample->interference.met.name));
	printable_name(sample->interference.sender.name, sizeof(sample->interference.sender.name));
}

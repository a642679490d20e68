// SPDX-License-Identifier: LGPL-2.1-or-later
/* Text that grows in a buffer of fixed size and never overflows it. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "lib/util/printable.h"
#include "rtlat.h"
#include "lib/util/text.h"

void text_init(struct text *text, char *buffer, size_t size)
{
	text->buffer = buffer;
	text->size = size;
	text->length = 0;
	text->full = size == 0;
	if (size)
		buffer[0] = '\0';
}

void text_add(struct text *text, const char *format, ...)
{
	size_t room = text->size - text->length;
	va_list args;
	int length;

	if (text->full)
		return;
	va_start(args, format);
	length = vsnprintf(text->buffer + text->length, room, format, args);
	va_end(args);
	if (length < 0 || (size_t)length >= room) {
		text->full = true;
		text->length = text->size - 1;
		return;
	}
	text->length += length;
}

void text_add_name(struct text *text, const char *name)
{
	unsigned int i;

	for (i = 0; i < RTLAT_NAME_SIZE && name[i]; i++)
		text_add(text, "%c", printable_ascii(name[i]));
}

int text_length(const struct text *text)
{
	return text->full ? -ENOSPC : (int)text->length;
}

// SPDX-License-Identifier: GPL-2.0-only
/* The notes of a result, a limited number of lines. */
#include <stdarg.h>
#include <stdio.h>

#include "rtlat/result/notes.h"
#include "lib/util/printable.h"

void notes_add(struct rtlat_notes *notes, const char *format, ...)
{
	va_list args;

	if (notes->nr == RTLAT_NOTES_MAX) {
		snprintf(notes->text[RTLAT_NOTES_MAX - 1], RTLAT_NOTE_SIZE, "and more");
		return;
	}
	va_start(args, format);
	vsnprintf(notes->text[notes->nr], RTLAT_NOTE_SIZE, format, args);
	va_end(args);
	printable(notes->text[notes->nr++]);
}

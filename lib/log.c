// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stdarg.h>
#include <stdio.h>

#include "log.h"

void rtlat_log(const struct rtlat_log *log, enum rtlat_level level, const char *format, ...)
{
	char text[512];
	va_list args;

	if (!log || !log->emit)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	log->emit(log->data, level, text);
}

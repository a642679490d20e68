// SPDX-License-Identifier: LGPL-2.1-or-later
/* Messages of the library, formatted into one line and handed to the caller. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "lib/util/log.h"
#include "lib/util/printable.h"

/* The threads of a run share one log, which need not be thread safe. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void rtlat_log(const struct rtlat_log *log, enum rtlat_level level, const char *format, ...)
{
	char text[512];
	va_list args;

	if (!log || !log->emit)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	printable(text);
	pthread_mutex_lock(&lock);
	log->emit(log->data, level, text);
	pthread_mutex_unlock(&lock);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Messages of the library. It prints nothing itself: the caller's function gets each line. */
#ifndef LIB_UTIL_LOG_H
#define LIB_UTIL_LOG_H

#include "rtlat.h"

/* Format one line and hand it to the log; dropped where the log has no emit. */
void rtlat_log(const struct rtlat_log *log, enum rtlat_level level, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif /* LIB_UTIL_LOG_H */

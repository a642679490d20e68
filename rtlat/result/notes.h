/* SPDX-License-Identifier: GPL-2.0-only */
/* The notes of a result, a limited number of lines. */
#ifndef RTLAT_RESULT_NOTES_H
#define RTLAT_RESULT_NOTES_H

#include "rtlat.h"

/* Add a line, cut if need be; where there is no room, the last one says that there were more. */
void notes_add(struct rtlat_notes *notes, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* RTLAT_RESULT_NOTES_H */

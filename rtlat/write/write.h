/* SPDX-License-Identifier: GPL-2.0-only */
/* The functions that print a result in a format: see formats.h. */
#ifndef RTLAT_WRITE_WRITE_H
#define RTLAT_WRITE_WRITE_H

#include <stdio.h>

#include "rtlat.h"
#include "rtlat/write/text/view.h"

/*
 * Each prints the result to the file, and nothing but the result; it returns 0 or a negative errno.
 * Write errors are left in the file, for its owner to find.
 */
#define FORMAT(word, offered, function, ...)                                                       \
	int function(FILE *file, const struct rtlat_result *result, const struct view *view);
#include "rtlat/write/formats.h"
#undef FORMAT

#endif /* RTLAT_WRITE_WRITE_H */

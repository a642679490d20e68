/* SPDX-License-Identifier: GPL-2.0-only */
/* Flushes a stream, and returns the error if not all of it could be written. */
#ifndef RTLAT_UTIL_FLUSH_H
#define RTLAT_UTIL_FLUSH_H

#include <stdio.h>

/*
 * Writes out the stream's buffer. Returns 0 if everything ever printed to the stream is written, or
 * a negative errno. After an earlier failure, whose reason a stream does not keep, it writes a
 * newline to find the reason.
 */
int flush_stream(FILE *stream);

#endif /* RTLAT_UTIL_FLUSH_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Flushes a stream, and returns the error if not all of it could be written. */
#ifndef RTLAT_UTIL_FLUSH_H
#define RTLAT_UTIL_FLUSH_H

#include <stdio.h>

/*
 * Writes out what the stream still holds. Returns 0 where all that was ever printed to it is
 * written, or a negative errno. After an earlier failure, of which a stream does not keep the
 * reason, it writes a newline to see that.
 */
int flush_stream(FILE *stream);

#endif /* RTLAT_UTIL_FLUSH_H */

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Flushes a stream and returns the error of the write that failed, which stdio may have met
 * earlier.
 */
#include <errno.h>
#include <unistd.h>

#include "rtlat/util/flush.h"

int flush_stream(FILE *stream)
{
	errno = 0;
	if (!fflush(stream) && !ferror(stream))
		return 0;
	if (!errno && write(fileno(stream), "\n", 1) >= 0)
		errno = EIO;
	return -errno;
}

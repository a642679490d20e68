// SPDX-License-Identifier: GPL-2.0-only
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

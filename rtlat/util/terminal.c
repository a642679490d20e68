// SPDX-License-Identifier: GPL-2.0-only
/* Asks a terminal for its size. */
#include <sys/ioctl.h>

#include "rtlat/util/terminal.h"

unsigned int terminal_width(int fd)
{
	struct winsize size;

	return ioctl(fd, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

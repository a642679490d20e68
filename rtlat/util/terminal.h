/* SPDX-License-Identifier: GPL-2.0-only */
/* The terminal behind a file descriptor. */
#ifndef RTLAT_UTIL_TERMINAL_H
#define RTLAT_UTIL_TERMINAL_H

/* Returns the columns of the terminal, or 0 where there is none or it does not tell. */
unsigned int terminal_width(int fd);

#endif /* RTLAT_UTIL_TERMINAL_H */

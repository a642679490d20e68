/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line as it would be typed, for results. */
#ifndef RTLAT_UTIL_COMMAND_LINE_H
#define RTLAT_UTIL_COMMAND_LINE_H

/*
 * The command line as it would be typed, "rtlat hist -d 1m", of a command's arguments, with what is
 * not shown replaced (lib/util/printable.h): argc + 1 words. NULL: no memory.
 */
char **command_line(int argc, char **argv);
void command_line_free(char **words);

#endif /* RTLAT_UTIL_COMMAND_LINE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line for results, as it would be typed. */
#ifndef RTLAT_UTIL_COMMAND_LINE_H
#define RTLAT_UTIL_COMMAND_LINE_H

/*
 * Makes the command line of a command's arguments, "rtlat hist -d 1m", as argc + 1 words, replacing
 * what is not printable (lib/util/printable.h). NULL: no memory.
 */
char **command_line(int argc, char **argv);
void command_line_free(char **words);

#endif /* RTLAT_UTIL_COMMAND_LINE_H */

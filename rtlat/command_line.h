/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

/*
 * The command line as it would be typed, "rtlat hist -d 1m", of a command's arguments, which it
 * borrows: argc + 1 words, to be freed. NULL: no memory.
 */
char **command_line(int argc, char **argv);

#endif /* COMMAND_LINE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The width and the colours of the terminal behind a stream. */
#ifndef RTLAT_UTIL_TERMINAL_H
#define RTLAT_UTIL_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Returns the columns of the terminal, or 0 where there is none or it does not tell. */
unsigned int terminal_width(int fd);

/*
 * Prints a text that starts in a column, and a newline. Lines of no more than `width` break at
 * blanks, and go on in the same column; with a width of 0 there is one line.
 */
void terminal_wrap(FILE *file, unsigned int column, unsigned int width, const char *text);

/* Colours by what they say. */
enum color { COLOR_GOOD, COLOR_BAD, COLOR_WARNING };
/* The words of --color, up to NULL, and the mode that each of them means. */
extern const char *const color_modes[];
enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/*
 * Sets the mode of the program: auto, which it begins with, colours standard output where it is a
 * terminal, and NO_COLOR is not set in the environment. Not thread safe.
 */
void color_choose(enum color_mode mode);
/* True if what goes to the file is coloured. */
bool color_on(FILE *file);
/* Prints a text, in its colour where color_on(). */
void color_print(FILE *file, enum color color, const char *text);

#endif /* RTLAT_UTIL_TERMINAL_H */

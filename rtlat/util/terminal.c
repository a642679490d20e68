// SPDX-License-Identifier: GPL-2.0-only
/* Breaks lines at a terminal's width, and colours what goes there. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "rtlat/util/terminal.h"

const char *const color_modes[] = { "auto", "always", "never", NULL };

static enum color_mode color_mode;

unsigned int terminal_width(int fd)
{
	struct winsize size;

	return ioctl(fd, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

/* Returns how much of a text fits: up to the last blank before `width`, or a long word whole. */
static size_t line_length(const char *text, size_t width)
{
	size_t length = strlen(text), end = width;

	if (length <= width)
		return length;
	while (end > 0 && text[end] != ' ')
		end--;
	return end ? end : strcspn(text, " ");
}

void terminal_wrap(FILE *file, unsigned int column, unsigned int width, const char *text)
{
	size_t length;

	for (;;) {
		length = width > column ? line_length(text, width - column) : strlen(text);
		fprintf(file, "%.*s\n", (int)length, text);
		text += length + strspn(text + length, " ");
		if (!*text)
			break;
		fprintf(file, "%*s", (int)column, "");
	}
}

void color_choose(enum color_mode mode)
{
	color_mode = mode;
}

bool color_on(FILE *file)
{
	const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");

	if (file != stdout || color_mode == COLOR_NEVER)
		return false;
	if (color_mode == COLOR_ALWAYS)
		return true;
	return isatty(STDOUT_FILENO) && !(no_color && *no_color) && terminal &&
	       strcmp(terminal, "dumb");
}

void color_print(FILE *file, enum color color, const char *text)
{
	static const char *const codes[] = {
		[COLOR_GOOD] = "\033[32m",
		[COLOR_BAD] = "\033[31m",
		[COLOR_WARNING] = "\033[33m",
	};

	if (color_on(file))
		fprintf(file, "%s%s\033[0m", codes[color], text);
	else
		fputs(text, file);
}

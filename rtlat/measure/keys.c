// SPDX-License-Identifier: GPL-2.0-only
/* Reads keys from the terminal without waiting for the end of a line. */
#include <poll.h>
#include <unistd.h>

#include "rtlat/measure/keys.h"

/* A program in the background would be stopped for what it does with the terminal. */
static bool in_foreground(void)
{
	return tcgetpgrp(STDIN_FILENO) == getpgrp();
}

/* Takes the terminal, also anew after the program was stopped, when its shell had it. */
static bool take_terminal(struct keys *keys)
{
	struct termios mode;

	if (!in_foreground() || tcgetattr(STDIN_FILENO, &mode))
		return false;
	if (!(mode.c_lflag & ICANON))
		return keys->on;
	keys->before = mode;
	mode.c_lflag &= ~ICANON;
	mode.c_cc[VMIN] = 1;
	mode.c_cc[VTIME] = 0;
	keys->on = !tcsetattr(STDIN_FILENO, TCSANOW, &mode);
	return keys->on;
}

bool keys_quit(struct keys *keys)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
	char key;

	if (!take_terminal(keys))
		return false;
	while (poll(&input, 1, 0) > 0 && read(STDIN_FILENO, &key, 1) == 1) {
		if (key == 'q')
			return true;
	}
	return false;
}

void keys_close(struct keys *keys)
{
	if (keys->on && in_foreground())
		tcsetattr(STDIN_FILENO, TCSANOW, &keys->before);
	keys->on = false;
}

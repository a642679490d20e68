/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys while a run without a screen goes on. */
#ifndef RTLAT_MEASURE_KEYS_H
#define RTLAT_MEASURE_KEYS_H

#include <stdbool.h>
#include <termios.h>

/* The terminal of standard input, which gives each key at once while this program has it. */
struct keys {
	bool on;
	struct termios before;
};

/*
 * Returns true if the user has pressed q. Takes the terminal where it is there, and this program is
 * in its foreground; what is typed stays to be seen, and Ctrl-C and Ctrl-Z do what they always do.
 */
bool keys_quit(struct keys *keys);
/* Gives the terminal back as it was. */
void keys_close(struct keys *keys);

#endif /* RTLAT_MEASURE_KEYS_H */

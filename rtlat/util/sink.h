/* SPDX-License-Identifier: GPL-2.0-only */
/* Prints a run's messages on standard error, but not into the middle of a live screen or line. */
#ifndef RTLAT_UTIL_SINK_H
#define RTLAT_UTIL_SINK_H

#include <pthread.h>

#include "rtlat.h"

struct sink {
	pthread_mutex_t lock;
	bool debug;
	bool hold;     /* the screen is in use: keep the lines for later */
	bool progress; /* the line of standard error is in use: clear it before a message */
	char *held;
	size_t length;
	unsigned int dropped; /* lines that were too many to be held */
};

void sink_init(struct sink *sink, bool debug);
/* The log that a run is to use. */
struct rtlat_log sink_log(struct sink *sink);
/* Writes one line, which has its newline. */
void sink_write(struct sink *sink, const char *line, size_t length);
/*
 * Prepares for a command's output. Returns -1 if it goes to standard error, from which the live
 * line is then removed; otherwise a file, which sink_take_output() reads and closes.
 */
int sink_open_output(struct sink *sink);
void sink_take_output(struct sink *sink, int fd);
/* Begins or ends to hold messages. At the end those held are printed. */
void sink_hold(struct sink *sink, bool hold);
/* Redraw the line at the bottom of the messages; "" takes it away. */
void sink_progress(struct sink *sink, const char *line);
void sink_destroy(struct sink *sink);

#endif /* RTLAT_UTIL_SINK_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where a run's messages go: to standard error, but not into the middle of what is shown there.
 */
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
/* One line, with its newline. */
void sink_write(struct sink *sink, const char *line, size_t length);
/*
 * Opens the way for what a command prints: to standard error, which has no line of ours then, where
 * this returns -1; else to the file that it returns, for sink_take_output() to take and close.
 */
int sink_open_output(struct sink *sink);
void sink_take_output(struct sink *sink, int fd);
/* Begin or end to hold messages; those held are printed at the end. */
void sink_hold(struct sink *sink, bool hold);
/* Redraw the line at the bottom of the messages; "" takes it away. */
void sink_progress(struct sink *sink, const char *line);
void sink_destroy(struct sink *sink);

#endif /* RTLAT_UTIL_SINK_H */

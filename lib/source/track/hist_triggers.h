/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Measures wakeups by histogram triggers: the commands by which the kernel counts, and the counts.
 */
#ifndef LIB_SOURCE_TRACK_HIST_TRIGGERS_H
#define LIB_SOURCE_TRACK_HIST_TRIGGERS_H

#include "rtlat.h"

#include "lib/trace/hist_text.h"

struct session;
struct tracefs_instance;

/* The step to which a delay is rounded, ns: the width of our own buckets from 16 us on. */
#define TRACK_HIST_BUCKET 128
#define TRACK_HIST_COMMAND_MAX 512

/* A line for a file of tracefs, and the line that undoes it. */
struct track_command {
	bool global;   /* of all instances, else of our own */
	bool append;   /* append to the file */
	char file[96]; /* below the instance, or below tracefs */
	char text[TRACK_HIST_COMMAND_MAX];
	char undo[TRACK_HIST_COMMAND_MAX + 1]; /* "": nothing is to be taken back */
};

#define TRACK_HIST_COMMANDS 10

/*
 * Makes all commands, in the order in which they are written. `event` is the name of the synthetic
 * event.
 */
void track_hist_commands(const struct rtlat_track *config, const char *event,
			 struct track_command commands[TRACK_HIST_COMMANDS]);
/* Makes the command that clears the histogram of these delays. */
void track_hist_clear_command(const char *event, struct track_command *command);

/*
 * hist_apply.c: writes the commands `from` up to, but not including, `to`, after noting in the
 * run's journal what undoes them. A failure is not logged.
 */
int track_hist_apply(struct session *run, struct tracefs_instance *instance, const char *event,
		     unsigned int from, unsigned int to);

/* The keys of delays in the text of the histogram. */
extern const struct hist_key track_hist_delays;

#endif /* LIB_SOURCE_TRACK_HIST_TRIGGERS_H */

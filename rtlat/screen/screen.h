/* SPDX-License-Identifier: GPL-2.0-only */
/* The live screen of `rtlat top`, `rtlat osnoise top` and `rtlat hwnoise`. */
#ifndef RTLAT_SCREEN_SCREEN_H
#define RTLAT_SCREEN_SCREEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rtlat.h"

struct screen;

enum screen_event { SCREEN_NONE, SCREEN_QUIT };

/*
 * Take the terminal of standard input and output and show `run` and its series (NULL: none), which
 * must outlive the screen.
 * -ENOTTY: no terminal; -EOPNOTSUPP: TERM names none that can place the cursor.
 */
int screen_open(struct screen **screen, struct rtlat_run *run, const struct rtlat_series *series,
		bool nanoseconds);
/*
 * Draw if a refresh is due, the size changed or a key came; handle all keys that are waiting.
 * Never waits. Call it about every 100 ms and when standard input is readable.
 */
enum screen_event screen_update(struct screen *screen);
/* Gives the terminal back as it was. NULL is fine. */
void screen_close(struct screen *screen);

/*
 * The source of the numbers. screen_open() makes one of a run; tests bring their own. The functions
 * do what the rtlat_run_* functions of the same names do.
 */
struct screen_feed {
	void *data;
	const char *source;
	const struct rtlat_config *config;
	unsigned int contexts;
	unsigned int nr_cpus;
	const struct rtlat_series *series; /* of the run, which adds to it; NULL: there is none */
	uint64_t (*elapsed)(void *data);
	int (*row)(void *data, unsigned int index, struct rtlat_row *row);
	int (*histogram)(void *data, unsigned int index, enum rtlat_context context,
			 struct rtlat_histogram *histogram);
	int (*reset)(void *data);
};

/* The feed is copied; `out` may be any file, its size then is that of LINES and COLUMNS. */
int screen_open_feed(struct screen **screen, const struct screen_feed *feed, FILE *in, FILE *out,
		     bool nanoseconds);

#endif /* RTLAT_SCREEN_SCREEN_H */

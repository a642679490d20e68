/* SPDX-License-Identifier: GPL-2.0-only */
/* A measurement from its options to its exit status: what top and hist have in common. */
#ifndef RTLAT_MEASURE_MEASURE_H
#define RTLAT_MEASURE_MEASURE_H

#include "rtlat/option/options.h"
#include "rtlat/util/sink.h"

enum live_event {
	LIVE_GO_ON,
	LIVE_QUIT,   /* the user wants to stop */
	LIVE_FAILED, /* standard output can't be written; its error is left in stdout */
};

/* The view while the run goes on. */
struct live {
	void *data;
	/*
	 * Called once the run measures, whose series (NULL: none) is added to meanwhile. 0, or
	 * STATUS_ERROR after saying why.
	 */
	int (*open)(void *data, struct rtlat_run *run, const struct rtlat_series *series,
		    struct sink *sink);
	/* Returns after how many nanoseconds update() is due. */
	uint64_t (*interval)(void *data);
	enum live_event (*update)(void *data);
	/* Called even where open() failed, and before the result is written. */
	void (*close)(void *data);
};

/*
 * Measure, write every output, restore the machine. Returns the exit status. `*stopped`: by the
 * user, not by the end of its duration or by a limit.
 */
int measure(const struct options *options, int argc, char **argv, const struct live *live,
	    bool *stopped);

#endif /* RTLAT_MEASURE_MEASURE_H */

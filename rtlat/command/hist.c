// SPDX-License-Identifier: GPL-2.0-only
/*
 * rtlat hist, for each kind of measurement: a line of progress while it runs, histograms at the
 * end.
 */
#include <unistd.h>

#include "rtlat/measure/keys.h"
#include "rtlat/measure/progress.h"
#include "rtlat/measure/repeat.h"

#define KEYS_INTERVAL (250 * RTLAT_NSEC_PER_MSEC)
#define PROGRESS_INTERVAL RTLAT_NSEC_PER_SEC

/* The table comes at the end; meanwhile a line on a terminal says how far the run is. */
struct hist_live {
	const struct options *options;
	struct rtlat_run *run;
	struct sink *sink;
	bool progress;
	uint64_t shown; /* elapsed time of the line of progress */
	struct keys keys;
};

static int hist_open(void *data, struct rtlat_run *run, const struct rtlat_series *series,
		     struct sink *sink)
{
	struct hist_live *live = data;

	(void)series;
	live->run = run;
	live->sink = sink;
	live->progress = !live->options->view.quiet && isatty(STDERR_FILENO);
	return 0;
}

static uint64_t hist_interval(void *data)
{
	const struct hist_live *live = data;

	/* Each look takes time from a CPU; nobody presses keys where there is no terminal. */
	return live->progress ? KEYS_INTERVAL : PROGRESS_INTERVAL;
}

static enum live_event hist_update(void *data)
{
	struct hist_live *live = data;
	uint64_t elapsed = rtlat_run_elapsed(live->run);

	/* After a reset, time begins anew. */
	if (live->progress &&
	    (elapsed >= live->shown + PROGRESS_INTERVAL || elapsed < live->shown)) {
		progress_show(live->sink, live->run, live->options->view.nanoseconds);
		live->shown = elapsed;
	}
	return live->progress && keys_quit(&live->keys) ? LIVE_QUIT : LIVE_GO_ON;
}

static void hist_close(void *data)
{
	struct hist_live *live = data;

	sink_progress(live->sink, "");
	keys_close(&live->keys);
}

int measure_hist(enum command command, int argc, char **argv, int words)
{
	struct options options;
	struct hist_live data = { .options = &options };
	const struct live live = {
		.data = &data,
		.open = hist_open,
		.interval = hist_interval,
		.update = hist_update,
		.close = hist_close,
	};
	int status = options_parse(&options, command, argc - words + 1, argv + words - 1);

	return status == OPTIONS_GO_ON ? measure_repeatedly(&options, argc, argv, &live) : status;
}

int cmd_hist(int argc, char **argv)
{
	return measure_hist(COMMAND_HIST, argc, argv, 1);
}

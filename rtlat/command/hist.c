// SPDX-License-Identifier: GPL-2.0-only
/*
 * rtlat hist, for each kind of measurement: a line of progress while it runs, histograms at the
 * end.
 */
#include <unistd.h>

#include "rtlat/measure/progress.h"
#include "rtlat/measure/repeat.h"

/* The table comes at the end; meanwhile a line on a terminal says how far the run is. */
struct hist_live {
	const struct options *options;
	struct rtlat_run *run;
	struct sink *sink;
	bool progress;
};

static int hist_open(void *data, struct rtlat_run *run, struct sink *sink)
{
	struct hist_live *live = data;

	live->run = run;
	live->sink = sink;
	live->progress = !live->options->view.quiet && isatty(STDERR_FILENO);
	return 0;
}

static uint64_t hist_interval(void *data)
{
	(void)data;
	return RTLAT_NSEC_PER_SEC;
}

static enum live_event hist_update(void *data)
{
	struct hist_live *live = data;

	if (live->progress)
		progress_show(live->sink, live->run, live->options->view.nanoseconds);
	return LIVE_GO_ON;
}

static void hist_close(void *data)
{
	struct hist_live *live = data;

	sink_progress(live->sink, "");
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

// SPDX-License-Identifier: GPL-2.0-only
/* rtlat top, for each kind of measurement: a live screen on a terminal, tables elsewhere. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rtlat/util/flush.h"
#include "rtlat/util/message.h"
#include "rtlat/measure/repeat.h"
#include "rtlat/screen/screen.h"
#include "rtlat/write/text/table.h"

#define SCREEN_INTERVAL (100 * RTLAT_NSEC_PER_MSEC)
#define TABLE_INTERVAL RTLAT_NSEC_PER_SEC

/* A screen on a terminal, a table every second elsewhere, nothing where it is to be quiet. */
struct top_live {
	const struct options *options;
	struct rtlat_run *run;
	struct sink *sink;
	struct screen *screen;
	struct rtlat_row *rows; /* NULL: no table */
	uint64_t next;          /* when the next table is due, in the time measured */
};

static int open_screen(struct top_live *live, const struct rtlat_series *series)
{
	int err = screen_open(&live->screen, live->run, series, live->options->view.nanoseconds);

	if (err) {
		complain(live->options->name, "no screen (%s), printing tables", strerror(-err));
		return err;
	}
	sink_hold(live->sink, true);
	return 0;
}

static int top_open(void *data, struct rtlat_run *run, const struct rtlat_series *series,
		    struct sink *sink)
{
	struct top_live *live = data;

	live->run = run;
	live->sink = sink;
	live->next = TABLE_INTERVAL;
	if (live->options->view.quiet || live->options->view.only_explanation)
		return 0;
	if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !open_screen(live, series))
		return 0;
	if (!options_text_writer(live->options))
		return 0;
	live->rows = calloc(rtlat_run_nr_cpus(run), sizeof(*live->rows));
	if (live->rows)
		return 0;
	complain(live->options->name, "%s", strerror(ENOMEM));
	return STATUS_ERROR;
}

static uint64_t top_interval(void *data)
{
	const struct top_live *live = data;
	uint64_t elapsed = rtlat_run_elapsed(live->run);

	if (live->screen)
		return SCREEN_INTERVAL;
	return live->next > elapsed ? live->next - elapsed : 0;
}

static void print_table(struct top_live *live)
{
	unsigned int i, nr = rtlat_run_nr_cpus(live->run);
	struct top_table table = {
		.contexts = rtlat_run_contexts(live->run),
		.hardware_only = rtlat_run_config(live->run)->hardware_only,
		.elapsed_ns = rtlat_run_elapsed(live->run),
		.nanoseconds = live->options->view.nanoseconds,
		.rows = live->rows,
	};

	for (i = 0; i < nr; i++) {
		if (!rtlat_run_row(live->run, i, &live->rows[table.nr_rows]))
			table.nr_rows++;
	}
	if (!rtlat_run_row(live->run, RTLAT_ROW_TOTAL, &table.total))
		top_table_print(stdout, &table);
}

static enum live_event top_update(void *data)
{
	struct top_live *live = data;
	uint64_t elapsed = rtlat_run_elapsed(live->run);

	if (live->screen)
		return screen_update(live->screen) == SCREEN_QUIT ? LIVE_QUIT : LIVE_GO_ON;
	if (elapsed < live->next)
		return LIVE_GO_ON;
	live->next = elapsed - elapsed % TABLE_INTERVAL + TABLE_INTERVAL;
	if (!live->rows)
		return LIVE_GO_ON;
	print_table(live);
	return flush_stream(stdout) ? LIVE_FAILED : LIVE_GO_ON;
}

static void top_close(void *data)
{
	struct top_live *live = data;

	if (live->screen) {
		screen_close(live->screen);
		live->screen = NULL;
		sink_hold(live->sink, false);
	}
	free(live->rows);
	live->rows = NULL;
}

int measure_top(enum command command, int argc, char **argv, int words)
{
	struct options options;
	struct top_live data = { .options = &options };
	const struct live live = {
		.data = &data,
		.open = top_open,
		.interval = top_interval,
		.update = top_update,
		.close = top_close,
	};
	int status = options_parse(&options, command, argc - words + 1, argv + words - 1);

	return status == OPTIONS_GO_ON ? measure_repeatedly(&options, argc, argv, &live) : status;
}

int cmd_top(int argc, char **argv)
{
	return measure_top(COMMAND_TOP, argc, argv, 1);
}

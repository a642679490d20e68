// SPDX-License-Identifier: GPL-2.0-only
/*
 * One run from its options to its exit status: create, start, wait, write. The command provides the
 * functions that show something meanwhile.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "rtlat/util/command_line.h"
#include "rtlat/option/histogram_files.h"
#include "rtlat/measure/enough.h"
#include "rtlat/measure/headline.h"
#include "rtlat/measure/measure.h"
#include "rtlat/measure/over_time.h"
#include "lib/util/memory_file.h"
#include "rtlat/util/message.h"
#include "rtlat/action/stop_signal.h"
#include "rtlat/result/verdict.h"

#define HEADLINE_SIZE 128

struct measurement {
	const struct options *options;
	const struct live *live;
	int argc; /* the command line, for results */
	char **argv;
	struct rtlat_run *run;
	struct sink sink;
	struct outputs outputs;
	struct actions on_threshold;
	struct actions on_end;
	bool acted;            /* on a limit, and no more of that is to be done */
	bool action_failed;    /* then */
	uint64_t next_interim; /* by monotonic_now(); UINT64_MAX: there is none */
	uint64_t next_look;    /* by monotonic_now(), if enough was measured */
	struct over_time over_time;
	bool stopped; /* by the user */
	int status;
};

static int error_status(int err)
{
	return err == -EOPNOTSUPP ? STATUS_SKIPPED : STATUS_ERROR;
}

/* Says what measures; and why it is that, where the user can help it, or has asked. */
static void tell_source(const struct rtlat_run *run, bool debug)
{
	char text[HEADLINE_SIZE];

	headline(run, text, sizeof(text));
	fprintf(stderr, "rtlat: %s\n", text);
	if (debug || rtlat_run_lacks_rights(run))
		fprintf(stderr, "rtlat: source %s: %s\n", rtlat_run_source(run),
			rtlat_run_source_reason(run));
}

static int create(struct measurement *measurement)
{
	struct rtlat_config config = measurement->options->config;
	int err;

	config.log = sink_log(&measurement->sink);
	err = rtlat_run_create(&measurement->run, &config);
	if (err)
		return error_status(err);
	stop_signal_wake(measurement->run);
	tell_source(measurement->run, measurement->options->debug);
	return 0;
}

static int start(struct measurement *measurement)
{
	const char *chosen = rtlat_run_source(measurement->run);
	int err;

	/* Memory is taken before the run measures: the kernel may delay others for it. */
	over_time_open(&measurement->over_time, rtlat_run_nr_cpus(measurement->run));
	/* Buffered output is written first, or children would write it again. */
	fflush(NULL);
	stop_signal_block(true);
	err = rtlat_run_start(measurement->run);
	stop_signal_block(false);
	if (!err && rtlat_run_source(measurement->run) != chosen)
		tell_source(measurement->run, measurement->options->debug);
	return err ? error_status(err) : 0;
}

/*
 * Acts if a limit was reached and nobody has acted on it yet, while measuring goes on. False: there
 * was nothing to act on.
 */
static bool act(struct measurement *measurement)
{
	struct actions *actions = &measurement->on_threshold;
	struct rtlat_exceeded exceeded;

	if (!actions->nr || measurement->acted || rtlat_run_exceeded(measurement->run, &exceeded))
		return false;
	if (actions_run(actions, measurement->run, &exceeded, &measurement->sink)) {
		measurement->action_failed = true;
		measurement->status = STATUS_ERROR;
	}
	if (actions_have(actions, ACTION_CONTINUE) && !measurement->action_failed)
		rtlat_run_go_on(measurement->run);
	else
		measurement->acted = true;
	return true;
}

static uint64_t monotonic_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Returns the time until something is due to be shown, written or looked at. */
static uint64_t wait_time(const struct measurement *measurement)
{
	uint64_t next = earlier(measurement->next_interim, measurement->next_look);
	const struct live *live = measurement->live;
	uint64_t now = monotonic_now(), wait;

	wait = earlier(
		live->interval(live->data),
		over_time_wait(&measurement->over_time, rtlat_run_elapsed(measurement->run)));
	return earlier(wait, next > now ? next - now : 0);
}

static void set_command_line(const struct measurement *measurement, struct rtlat_result *result)
{
	result->argc = measurement->argc;
	result->argv = measurement->argv;
}

/*
 * Text goes to standard error, for standard output is the result's; unless a screen is there, which
 * shows all that. Returns how many were written.
 */
static unsigned int write_interim_text(struct measurement *measurement,
				       const struct rtlat_result *result)
{
	const struct options *options = measurement->options;
	const struct writer *writer = options_text_writer(options);
	struct memory_file text;
	int err, closed;

	if (!writer || measurement->sink.hold)
		return 0;
	err = memory_file_open(&text);
	if (err)
		return 0;
	err = writer->write(text.file, result, &options->view);
	closed = memory_file_close(&text);
	err = err ? err : closed;
	if (!err)
		sink_write(&measurement->sink, text.text, text.length);
	free(text.text);
	return !err;
}

/*
 * Each at its time in one grid: an interval that is too short leaves some out; and when asked for.
 */
static void write_interim(struct measurement *measurement)
{
	const struct options *options = measurement->options;
	const struct rtlat_log log = sink_log(&measurement->sink);
	uint64_t now = monotonic_now();
	bool all = stop_signal_interim();
	struct rtlat_result result;
	unsigned int written;

	if (now < measurement->next_interim && !all)
		return;
	while (measurement->next_interim <= now)
		measurement->next_interim += options->interval_ns;
	/* A CPU that is too busy for a snapshot may be less so the next time. */
	if (rtlat_run_interim(measurement->run, &result)) {
		if (all)
			complain(options->name, "no interim result: a CPU is too busy");
		return;
	}
	set_command_line(measurement, &result);
	over_time_end(&measurement->over_time, &result);
	written = outputs_write_interim(&measurement->outputs, &result, &options->view, &log,
					all || options->interval_given);
	if (all)
		written += write_interim_text(measurement, &result);
	if (all)
		inform("interim result after %.1f s: %u of %u outputs written",
		       (double)result.duration_ns / RTLAT_NSEC_PER_SEC, written,
		       measurement->outputs.nr);
}

/* Looks, when it is time, if a run without a time of its end has measured enough. */
static bool has_enough(struct measurement *measurement)
{
	uint64_t now = monotonic_now(), wait;

	if (now < measurement->next_look)
		return false;
	wait = enough_wait(measurement->options, measurement->run);
	measurement->next_look = wait == UINT64_MAX ? wait : now + wait;
	return !wait;
}

/* Waits for the end of the run. Returns what ended it early, or NULL. */
static const char *watch(struct measurement *measurement)
{
	const struct live *live = measurement->live;
	const char *why;
	int over;

	for (;;) {
		why = stop_signal_name();
		if (why) {
			measurement->stopped = true;
			return why;
		}
		over_time_update(&measurement->over_time, measurement->run);
		write_interim(measurement);
		over = rtlat_run_wait(measurement->run, wait_time(measurement));
		if (over < 0)
			measurement->status = STATUS_ERROR;
		act(measurement);
		/* A signal ends an action too. */
		if (measurement->action_failed && !stop_signal_name())
			return "an action that failed";
		if (over)
			return over < 0 ? strerror(-over) : NULL;
		if (has_enough(measurement))
			return NULL;
		switch (live->update(live->data)) {
		case LIVE_GO_ON:
			break;
		case LIVE_QUIT:
			measurement->stopped = true;
			return "key q";
		case LIVE_FAILED:
			measurement->status = STATUS_ERROR;
			return "standard output failed";
		}
	}
}

static void run_to_end(struct measurement *measurement)
{
	const struct live *live = measurement->live;
	const char *why = NULL;

	measurement->next_interim =
		outputs_have_interim(&measurement->outputs, measurement->options->interval_given)
			? monotonic_now()
			: UINT64_MAX;
	measurement->status = live->open(live->data, measurement->run,
					 measurement->over_time.series, &measurement->sink);
	if (!measurement->status)
		why = watch(measurement);
	live->close(live->data);
	rtlat_run_end(measurement->run, why);
	/* The last samples may have reached a limit since. */
	while (act(measurement))
		;
	actions_take_traces(&measurement->on_end, measurement->run);
	if (rtlat_run_stop(measurement->run, why))
		measurement->status = STATUS_ERROR;
}

static void write_result(struct measurement *measurement)
{
	const struct options *options = measurement->options;
	struct rtlat_result result;
	int err;

	err = rtlat_run_result(measurement->run, &result);
	if (err) {
		complain(options->name, "no result: %s", strerror(-err));
		measurement->status = STATUS_ERROR;
		return;
	}
	set_command_line(measurement, &result);
	over_time_end(&measurement->over_time, &result);
	err = outputs_write(&measurement->outputs, &result, &options->view);
	if (err)
		measurement->status = err;
	err = histogram_files_write(options, &result);
	if (err)
		measurement->status = err;
	/* An error while writing outranks the verdict. */
	if (!measurement->status)
		measurement->status = output_exit_status(result.status);
}

/* Says where the traces are, on standard output as rtla does, if text goes there. */
static void tell_saved(struct measurement *measurement, struct actions *actions)
{
	if (actions_tell_saved(actions, stdout) && finish_stdout(measurement->options->name))
		measurement->status = STATUS_ERROR;
}

/* Every CPU takes some files: the usual limit of 1024 is too low for 500 of them. */
static void raise_file_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/* Measures to the end of the run, writes the result, and performs the actions of the end. */
static void finish(struct measurement *measurement)
{
	run_to_end(measurement);
	write_result(measurement);
	tell_saved(measurement, &measurement->on_threshold);
	if (actions_run(&measurement->on_end, NULL, NULL, &measurement->sink))
		measurement->status = STATUS_ERROR;
	tell_saved(measurement, &measurement->on_end);
	actions_drop_traces(&measurement->on_end);
}

int measure(const struct options *options, int argc, char **argv, const struct live *live,
	    bool *stopped)
{
	struct measurement measurement = {
		.options = options,
		.live = live,
		.argc = argc + 1,
		.argv = command_line(argc, argv),
		.on_threshold = options->on_threshold,
		.on_end = options->on_end,
	};

	if (!measurement.argv) {
		complain(options->name, "%s", strerror(ENOMEM));
		return STATUS_ERROR;
	}
	/* In a run that goes on, the user learns of a trace at once. */
	measurement.on_end.tells_later = options_text_writer(options);
	measurement.on_threshold.tells_later =
		measurement.on_end.tells_later && !options->config.go_on;
	raise_file_limit();
	sink_init(&measurement.sink, options->debug);
	message_to(&measurement.sink);
	/* A named pipe may wait for its reader for ever. */
	stop_signal_catch(false);
	measurement.status = outputs_open(&measurement.outputs, options->name, options->outputs,
					  options->nr_outputs);
	stop_signal_catch(true);
	if (!measurement.status)
		measurement.status = create(&measurement);
	if (!measurement.status)
		measurement.status = start(&measurement);
	if (!measurement.status)
		finish(&measurement);
	over_time_close(&measurement.over_time);
	stop_signal_wake(NULL);
	rtlat_run_destroy(measurement.run);
	outputs_discard(&measurement.outputs);
	message_to(NULL);
	sink_destroy(&measurement.sink);
	command_line_free(measurement.argv);
	*stopped = measurement.stopped;
	return measurement.status;
}

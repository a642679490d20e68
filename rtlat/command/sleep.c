// SPDX-License-Identifier: GPL-2.0-only
/* rtlat sleep: where tasks sleep, and for how long, from the kernel module's profile. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rtlat/util/status.h"
#include "lib/util/memory_file.h"
#include "rtlat/util/message.h"
#include "rtlat/output/output.h"
#include "rtlat.h"
#include "rtlat/option/parser.h"
#include "rtlat/sleep/options.h"
#include "rtlat/action/stop_signal.h"

#define COMMAND "sleep"
#define FOREVER UINT64_MAX
/* A signal that comes right before a wait does not end it. */
#define WAIT_MAX (RTLAT_NSEC_PER_SEC / 4)

static void emit(void *data, enum rtlat_level level, const char *text)
{
	(void)data;
	if (level != RTLAT_DEBUG)
		complain(COMMAND, "%s", text);
}

static int sleep_write_output(const struct sleep_output *output, const struct sleep_report *report)
{
	struct memory_file memory;
	int err = memory_file_open(&memory), closed, status = STATUS_ERROR;

	if (!err) {
		err = output->write(memory.file, report);
		closed = memory_file_close(&memory);
		err = err ? err : closed;
	}
	if (err)
		complain(COMMAND, "%s", strerror(-err));
	else
		status = output_text(COMMAND, output->path, memory.text, memory.length);
	free(memory.text);
	return status;
}

/* Writes all outputs, even after one has failed. Returns 0 or an exit status. */
static int write_all(const struct sleep_options *options, const struct sleep_report *report)
{
	int status = 0, one;
	unsigned int i;

	for (i = 0; i < options->nr_outputs; i++) {
		one = sleep_write_output(&options->outputs[i], report);
		if (one)
			status = one;
	}
	return status;
}

static int report_now(const struct sleep_options *options)
{
	struct sleep_report report = { .sort = options->sort, .nr_text = options->nr_text };
	int err, status = STATUS_ERROR;

	err = sleep_source_read(&report.profile);
	if (err) {
		complain(COMMAND, "can't read the kernel's sleep profile: %s", strerror(-err));
		return STATUS_ERROR;
	}
	sleep_profile_filter(&report.profile, options->pid, options->comm);
	sleep_profile_sort(&report.profile, options->sort);
	report.names = sleep_names_create(&report.profile, report.profile.nr);
	if (report.names) {
		status = write_all(options, &report);
		sleep_names_free(report.names);
	} else {
		complain(COMMAND, "%s", strerror(ENOMEM));
	}
	sleep_profile_free(&report.profile);
	return status;
}

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * RTLAT_NSEC_PER_SEC + time.tv_nsec;
}

static void wait_until(uint64_t time)
{
	uint64_t from = now(), left = time > from ? time - from : 0;
	const struct timespec pause = { .tv_nsec = left < WAIT_MAX ? left : WAIT_MAX };

	nanosleep(&pause, NULL);
}

/* Counts until the end or a signal, and reports at each interval before, and on request. */
static int count(const struct sleep_options *options)
{
	uint64_t start = now(), next, end;
	int status = 0;
	bool interim;

	end = options->duration_ns ? start + options->duration_ns : FOREVER;
	next = options->interval_ns ? start + options->interval_ns : FOREVER;
	while (!status && !stop_signal_name() && now() < end) {
		wait_until(next < end ? next : end);
		interim = stop_signal_interim();
		if (stop_signal_name() || (!interim && (next >= end || now() < next)))
			continue;
		status = report_now(options);
		/* Each at its time in one grid: an interval that is too short leaves some out. */
		while (next <= now())
			next += options->interval_ns;
	}
	return status ? status : report_now(options);
}

/*
 * Tells of outputs that can't be written before anything is measured. Returns 0 or an exit status.
 */
static int check_outputs(const struct sleep_options *options)
{
	int status = 0;
	unsigned int i;

	for (i = 0; i < options->nr_outputs && !status; i++)
		status = output_check(COMMAND, options->outputs[i].path);
	return status;
}

int cmd_sleep(int argc, char **argv)
{
	const struct rtlat_log log = { .emit = emit };
	struct sleep_options options;
	struct sleep_source source;
	char reason[256];
	int status, err;

	status = sleep_options_parse(&options, argc, argv);
	if (status != OPTIONS_GO_ON)
		return status;
	/* Before the machine is changed: a signal in between would leave it so. */
	stop_signal_catch(false);
	status = check_outputs(&options);
	if (status)
		return status;
	err = sleep_source_open(&source, &options.settings, &log, reason, sizeof(reason));
	if (err) {
		/* The log has told of another run. */
		if (*reason)
			complain(COMMAND, "%s", reason);
		return err == -ENODEV ? STATUS_SKIPPED : STATUS_ERROR;
	}
	status = count(&options);
	sleep_source_close(&source);
	return status;
}

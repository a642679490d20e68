// SPDX-License-Identifier: GPL-2.0-only
/* Checks the options for delays. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/util/message.h"
#include "rtlat/option/check.h"
#include "lib/source/track/track.h"

#define COMMANDS_SECONDS 10

/*
 * Prints shell commands that do the same with tracefs. Without --duration they stop after
 * COMMANDS_SECONDS, as a pasted script should end.
 */
static int show_commands(const struct options *options)
{
	struct rtlat_track track = options->config.track;
	uint64_t duration = options->config.duration_ns;
	char *text;

	if (!track.threshold_given)
		track.threshold_ns = RTLAT_NSEC_PER_MSEC;
	text = rtlat_track_commands(&track,
				    duration ? duration / RTLAT_NSEC_PER_SEC : COMMANDS_SECONDS);
	if (!text) {
		complain(options->name, "%s", strerror(ENOMEM));
		return STATUS_ERROR;
	}
	fputs(text, stdout);
	free(text);
	return finish_stdout(options->name);
}

int options_check_track(struct options *options)
{
	struct rtlat_track *track = &options->config.track;

	if (options->config.measure != RTLAT_MEASURE_DELAY)
		return OPTIONS_GO_ON;
	if (options->realtime_only && track->priority != RTLAT_PRIORITY_ANY)
		return usage_error(options->name, "--rt and --prio: expected only one");
	if (options->realtime_only)
		track->priority = RTLAT_PRIORITY_REALTIME;
	if (track->timeout_ns && track->timeout_ns < track->threshold_ns)
		return usage_error(options->name, "--timeout %llu: expected no less than -T %llu",
				   (unsigned long long)(track->timeout_ns / RTLAT_NSEC_PER_USEC),
				   (unsigned long long)(track->threshold_ns / RTLAT_NSEC_PER_USEC));
	if (options->show_commands && track->tracker != RTLAT_TRACK_WAKEUP)
		return usage_error(options->name, "--show-commands: only of rtlat track wakeup");
	if (options->show_commands && track->timeout_ns)
		return usage_error(options->name,
				   "--show-commands: not possible with --timeout, which these "
				   "commands cannot have");
	return options->show_commands ? show_commands(options) : OPTIONS_GO_ON;
}

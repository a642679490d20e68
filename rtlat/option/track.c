// SPDX-License-Identifier: GPL-2.0-only
/* The options of what measures delays. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/util/message.h"
#include "rtlat/option/stop.h"
#include "rtlat/option/track.h"
#include "lib/source/track/track.h"

#define COMMANDS_SECONDS 10

int option_set_track_threshold(struct option_setting *setting)
{
	struct rtlat_track *track = &setting->options->config.track;

	track->threshold_given = true;
	return option_parse_scaled(setting->value, 0, LIMIT_MAX_US, RTLAT_NSEC_PER_USEC,
				   &track->threshold_ns);
}

int option_set_track_timeout(struct option_setting *setting)
{
	return option_parse_scaled(setting->value, 1, LIMIT_MAX_US, RTLAT_NSEC_PER_USEC,
				   &setting->options->config.track.timeout_ns);
}

static int parse_number(const char *value, uint64_t min, uint64_t max, int32_t *number)
{
	uint64_t wide;
	int err = option_parse_number(value, min, max, &wide);

	if (!err)
		*number = (int32_t)wide;
	return err;
}

int option_set_track_pid(struct option_setting *setting)
{
	return parse_number(setting->value, 1, TRACK_PID_MAX, &setting->options->config.track.pid);
}

int option_set_track_priority(struct option_setting *setting)
{
	return parse_number(setting->value, 0, RTLAT_PRIORITY_MAX,
			    &setting->options->config.track.priority);
}

int option_set_track_comm(struct option_setting *setting)
{
	if (!*setting->value || !track_comm_is_plain(setting->value))
		return -EINVAL;
	strcpy(setting->options->config.track.comm, setting->value);
	return 0;
}

/*
 * Prints shell commands that do the same with tracefs. Without --duration they stop after
 * COMMANDS_SECONDS: a pasted script should end.
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

// SPDX-License-Identifier: GPL-2.0-only
/* rtlat check: finds what raises latency on this machine, and which sources work on it. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/command/check_report.h"
#include "rtlat/util/status.h"
#include "rtlat/util/message.h"
#include "rtlat.h"
#include "rtlat/option/parser.h"

#define COMMAND "check"

struct check_options {
	struct rtlat_cpuset cpus;
	unsigned int json;
};

static int set_cpus(struct option_setting *setting)
{
	struct check_options *options = setting->data;

	return option_parse_cpus(setting, &options->cpus, rtlat_cpuset_online);
}

static const char *const formats[] = { "text", "json", NULL };

static const struct option_spec rows[] = {
	{ 'c', "cpus", 0, 0, VALUE_REQUIRED, "LIST",
	  "judge these CPUs (default: all that are allowed)",
	  "expected a list of CPUs such as 0,2-5", .set = set_cpus },
	{ 'o', "output", 0, 0, VALUE_REQUIRED, "FORMAT", "text (default) or json",
	  "expected text or json", .kind = OPTION_WORD, OPTION_FIELD(struct check_options, json),
	  .words = formats },
	OPTION_COLOR(0, 0),
};

static const struct option_parser parser = {
	.name = COMMAND,
	.usage = COMMAND " [options]",
	.about = "Show which sources of latencies and noise work on this machine, which of them "
		 "-S auto\n"
		 "takes, and what stands in the way of low latency. First undo what a killed rtlat "
		 "left.",
	.table = rows,
	.nr = sizeof(rows) / sizeof(rows[0]),
};

static void emit(void *data, enum rtlat_level level, const char *text)
{
	(void)data;
	if (level != RTLAT_DEBUG)
		complain(COMMAND, "%s", text);
}

/* Undoes what a killed run left, so that it is not judged as the machine's own setting. */
static void undo_leftovers(const struct rtlat_log *log)
{
	int owner = 0;

	if (rtlat_restore(log, &owner) == -EBUSY)
		complain(COMMAND, "rtlat is running as process %d: what it changed shows here",
			 owner);
}

static void probe_sources(struct check_report *report, const struct rtlat_log *log)
{
	struct rtlat_config config[RTLAT_MEASURES];
	bool found[RTLAT_MEASURES] = { false };
	const char *name;
	unsigned int i;

	rtlat_config_init(&config[RTLAT_MEASURE_LATENCY]);
	rtlat_config_init_noise(&config[RTLAT_MEASURE_NOISE]);
	rtlat_config_init_track(&config[RTLAT_MEASURE_DELAY], RTLAT_TRACK_WAKEUP);
	for (i = 0; i < RTLAT_MEASURES; i++)
		config[i].log = *log;

	for (i = 0; i < CHECK_SOURCES_MAX && (name = rtlat_source_name(i)); i++) {
		struct check_source *source = &report->sources[i];

		source->name = name;
		source->measures = rtlat_source_measures(i);
		source->usable = !rtlat_source_probe(i, &config[source->measures], source->reason,
						     sizeof(source->reason));
		source->used = source->usable && !found[source->measures];
		found[source->measures] |= source->used;
	}
	report->nr_sources = i;
}

static int print_report(const struct check_report *report, bool json)
{
	int ret = 0;

	if (json)
		ret = check_report_json(stdout, report);
	else
		check_report_text(stdout, report);
	if (ret) {
		complain(COMMAND, "%s", strerror(-ret));
		return STATUS_ERROR;
	}
	return finish_stdout(COMMAND);
}

int cmd_check(int argc, char **argv)
{
	struct check_options options = { 0 };
	struct check_report *report;
	struct rtlat_config config;
	int status, first;

	status = options_read(&parser, &options, argc, argv, &first);
	if (status != OPTIONS_GO_ON)
		return status;
	/* A reader that goes away is a write error, reported as such. */
	signal(SIGPIPE, SIG_IGN);
	rtlat_config_init(&config);
	config.cpus = options.cpus;
	config.log.emit = emit;
	undo_leftovers(&config.log);
	report = calloc(1, sizeof(*report));
	if (!report) {
		complain(COMMAND, "%s", strerror(ENOMEM));
		return STATUS_ERROR;
	}
	rtlat_system_read(&report->system);
	if (rtlat_cpuset_empty(&report->system.online)) {
		complain(COMMAND, "can't tell which CPUs are online: is /sys mounted?");
		status = STATUS_ERROR;
		goto out;
	}
	probe_sources(report, &config.log);
	report->nr_checks = rtlat_check_system(&config, &report->system, report->checks);
	status = print_report(report, options.json);
out:
	free(report);
	return status;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "check_report.h"
#include "commands.h"
#include "message.h"
#include "rtlat.h"

#define COMMAND "check"
#define GO_ON (-1)

struct check_options {
	struct rtlat_cpuset cpus;
	bool json;
};

static int print_help(void)
{
	printf("Usage: rtlat check [options]\n"
	       "\n"
	       "Say which sources of latencies work on this machine, which one would be used, and\n"
	       "what stands in the way of good latency. What a killed rtlat left is undone first.\n"
	       "\n"
	       "  -c, --cpus LIST      judge these CPUs (default: all that are allowed)\n"
	       "  -o, --output FORMAT  text (default) or json\n"
	       "  -h, --help           print this help\n");
	return finish_stdout(COMMAND);
}

static int set_cpus(struct check_options *options, const char *value)
{
	struct rtlat_cpuset cpus, online, missing;
	char list[160];
	int ret = rtlat_cpuset_parse(value, &cpus);

	if (ret == -EINVAL)
		return usage_error(COMMAND, "-c %s: expected a list of CPUs such as 0,2-5",
				   *value ? value : "''");
	if (rtlat_cpuset_online(&online) || rtlat_cpuset_format(&online, list, sizeof(list)) < 0)
		snprintf(list, sizeof(list), "0-%d", RTLAT_MAX_CPUS - 1);
	missing = cpus;
	rtlat_cpuset_andnot(&missing, &online);
	if (ret || !rtlat_cpuset_empty(&missing))
		return usage_error(COMMAND, "-c %s: no such CPU, expected CPUs of %s", value, list);
	options->cpus = cpus;
	return GO_ON;
}

static int set_output(struct check_options *options, const char *value)
{
	options->json = !strcmp(value, "json");
	if (options->json || !strcmp(value, "text"))
		return GO_ON;
	return usage_error(COMMAND, "-o %s: expected text or json", *value ? value : "''");
}

static int report_bad_option(int code, char **argv)
{
	const char *word = argv[optind - 1];

	/* A known long option has its letter in optopt: then it is its value that is wrong. */
	if (code == ':')
		return usage_error(COMMAND, "-%c: missing %s", optopt,
				   optopt == 'c' ? "LIST" : "FORMAT");
	if (optopt && strncmp(word, "--", 2))
		return usage_error(COMMAND, "-%c: unknown option", optopt);
	if (optopt)
		return usage_error(COMMAND, "%s: expected no value", word);
	return usage_error(COMMAND, "%s: unknown option", word);
}

/* GO_ON, or the exit status. */
static int read_options(struct check_options *options, int argc, char **argv)
{
	static const struct option longs[] = {
		{ "cpus", required_argument, NULL, 'c' },
		{ "output", required_argument, NULL, 'o' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	int code, status = GO_ON;

	optind = 0;
	while (status == GO_ON && (code = getopt_long(argc, argv, "+:c:o:h", longs, NULL)) != -1) {
		if (code == 'c')
			status = set_cpus(options, optarg);
		else if (code == 'o')
			status = set_output(options, optarg);
		else if (code == 'h')
			status = print_help();
		else
			status = report_bad_option(code, argv);
	}
	if (status == GO_ON && optind < argc)
		return usage_error(COMMAND, "%s: unexpected argument", argv[optind]);
	return status;
}

static void emit(void *data, enum rtlat_level level, const char *text)
{
	(void)data;
	if (level != RTLAT_DEBUG)
		complain(COMMAND, "%s", text);
}

/* So that what a killed run left is not judged as the machine's own setting. */
static void undo_leftovers(const struct rtlat_log *log)
{
	int owner = 0, undone = rtlat_restore(log, &owner);

	if (undone > 0)
		complain(COMMAND, "undid %d change%s that a killed rtlat left", undone,
			 undone == 1 ? "" : "s");
	else if (undone == -EBUSY)
		complain(COMMAND, "rtlat is running as process %d: what it changed shows here",
			 owner);
	else if (undone < 0)
		complain(COMMAND, "what a killed rtlat left can't be undone: %s",
			 strerror(-undone));
}

static void probe_sources(struct check_report *report, const struct rtlat_config *config)
{
	bool found = false;
	const char *name;
	unsigned int i;

	for (i = 0; i < CHECK_SOURCES_MAX && (name = rtlat_source_name(i)); i++) {
		struct check_source *source = &report->sources[i];

		source->name = name;
		source->usable =
			!rtlat_source_probe(i, config, source->reason, sizeof(source->reason));
		source->used = source->usable && !found;
		found = found || source->used;
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
	int status;

	status = read_options(&options, argc, argv);
	if (status != GO_ON)
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
	probe_sources(report, &config);
	report->nr_checks = rtlat_check_system(&config, &report->system, report->checks);
	status = print_report(report, options.json);
out:
	free(report);
	return status;
}

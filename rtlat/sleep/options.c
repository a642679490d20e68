// SPDX-License-Identifier: GPL-2.0-only
/* The command line of rtlat sleep. */
#include <errno.h>
#include <string.h>

#include "rtlat/util/message.h"
#include "rtlat/output/output.h"
#include "rtlat.h"
#include "rtlat/option/parser.h"
#include "rtlat/sleep/options.h"

#define COMMAND "sleep"
/* An hour: nobody waits for a longer sleep. */
#define MIN_MAX_US 3600000000ULL
#define TASKS_TEXT 20
#define TASKS_MAX 65536
/* The most that Linux has. */
#define PID_MAX 4194304

static int set_min(struct option_setting *setting)
{
	struct sleep_options *options = setting->data;

	snprintf(options->min, sizeof(options->min), "%llu", (unsigned long long)options->min_us);
	options->settings.min = options->min;
	return 0;
}

static int set_comm(struct option_setting *setting)
{
	((struct sleep_options *)setting->data)->comm = setting->value;
	return *setting->value && strlen(setting->value) < LATENCY_SLEEP_COMM ? 0 : -EINVAL;
}

static int set_stacks(struct option_setting *setting)
{
	unsigned int i;

	((struct sleep_options *)setting->data)->settings.stacks = setting->value;
	for (i = 0; i < 4; i++) {
		if (!strcmp(setting->value, sleep_stacks_name(i)))
			return 0;
	}
	return -EINVAL;
}

static const struct {
	const char *name;
	int (*write)(FILE *file, const struct sleep_report *report);
} formats[] = {
	{ "text", sleep_write_text },
	{ "json", sleep_write_json },
	{ "csv", sleep_write_csv },
};

static int set_output(struct option_setting *setting)
{
	struct sleep_options *options = setting->data;
	const char *value = setting->value, *colon = strchrnul(value, ':');
	const char *path = *colon && strcmp(colon + 1, "-") ? colon + 1 : NULL;
	size_t i;

	if (options->nr_outputs == SLEEP_OUTPUTS_MAX) {
		snprintf(setting->expected, sizeof(setting->expected),
			 "expected at most %d outputs", SLEEP_OUTPUTS_MAX);
		return -E2BIG;
	}
	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		if (strlen(formats[i].name) != (size_t)(colon - value) ||
		    strncmp(formats[i].name, value, colon - value) || (path && !*path))
			continue;
		options->outputs[options->nr_outputs++] =
			(struct sleep_output){ formats[i].write, path };
		return 0;
	}
	return -EINVAL;
}

#define FIELD(field) OPTION_FIELD(struct sleep_options, field)
#define FLAG(field) .flag = offsetof(struct sleep_options, field)
#define NUMBER(field, min, max) OPTION_NUMBER_IN(struct sleep_options, field, min, max, 1)

static const char *const sort_keys[] = {
	[SLEEP_SORT_TOTAL] = "total",
	[SLEEP_SORT_MAX] = "max",
	NULL,
};

static const struct option_spec rows[] = {
	{ 'd', "duration", 0, 0, VALUE_REQUIRED, "TIME",
	  "count for TIME; s, m, h, d (default: until Ctrl-C)", "expected a time from 1s to 3650d",
	  .kind = OPTION_TIME, FIELD(duration_ns) },
	{ 0, "interval", 0, 0, VALUE_REQUIRED, "TIME",
	  "also print every TIME what was counted so far", "expected a time from 1s to 3650d",
	  .kind = OPTION_TIME, FIELD(interval_ns) },
	{ 0, "reset", 0, 0, VALUE_NONE, NULL, "start from zero: forget what was counted before",
	  NULL, FLAG(settings.reset) },
	{ 0, "min", 0, 0, VALUE_REQUIRED, "US", "do not count shorter sleeps, 0..3600000000 us",
	  "expected a number from 0 to 3600000000",
	  OPTION_SPAN_IN(struct sleep_options, min_us, 0, MIN_MAX_US, RTLAT_NSEC_PER_USEC,
			 RTLAT_NSEC_PER_USEC),
	  .set = set_min },
	{ 0, "exclude-voluntary", 0, 0, VALUE_NONE, NULL, "do not count waits that tasks asked for",
	  NULL, FLAG(exclude_voluntary) },
	{ 0, "stacks", 0, 0, VALUE_REQUIRED, "WHOSE", "of user tasks: none, kernel, user or both",
	  "expected none, kernel, user or both", .set = set_stacks },
	{ 0, "pid", 0, 0, VALUE_REQUIRED, "PID",
	  "only this task, or the threads of this process,\n1..4194304",
	  "expected a number from 1 to 4194304", NUMBER(pid, 1, PID_MAX) },
	{ 0, "comm", 0, 0, VALUE_REQUIRED, "NAME", "only tasks of this name",
	  "expected a name of 1 to 15 bytes", .set = set_comm },
	{ 0, "sort", 0, 0, VALUE_REQUIRED, "KEY", "by total (default) or max",
	  "expected total or max", .kind = OPTION_WORD, FIELD(sort), .words = sort_keys },
	{ 0, "tasks", 0, 0, VALUE_REQUIRED, "N",
	  "the first N tasks in text, 1..65536 (default: 20)", "expected a number from 1 to 65536",
	  NUMBER(nr_text, 1, TASKS_MAX) },
	{ 'o', "output", 0, 0, VALUE_REQUIRED, "FORMAT[:FILE]",
	  "text (default), json or csv; may be repeated",
	  "expected FORMAT or FORMAT:FILE with a format of text, json, csv", .set = set_output },
};

static const struct option_parser parser = {
	.name = COMMAND,
	.usage = COMMAND " [options]",
	.about = "Show how long each task was off its CPU: blocked, waiting for a CPU, or "
		 "preempted;\n"
		 "and where it was in its longest sleep. This needs the module "
		 "latency_tracker_sleep.",
	.table = rows,
	.nr = sizeof(rows) / sizeof(rows[0]),
};

/* Refuses two outputs to the same file, of which only the last would be left. */
static int sleep_options_check_outputs(const struct sleep_options *options)
{
	unsigned int i, j;

	for (i = 0; i < options->nr_outputs; i++) {
		for (j = 0; j < i; j++) {
			const char *a = options->outputs[i].path, *b = options->outputs[j].path;

			if ((!a && !b) || (a && b && new_file_same(a, b)))
				return usage_error(COMMAND, "-o: two outputs to %s",
						   a ? a : "standard output");
		}
	}
	return OPTIONS_GO_ON;
}

int sleep_options_parse(struct sleep_options *options, int argc, char **argv)
{
	int status, first;

	memset(options, 0, sizeof(*options));
	options->nr_text = TASKS_TEXT;
	status = options_read(&parser, options, argc, argv, &first);
	if (status == OPTIONS_GO_ON)
		status = sleep_options_check_outputs(options);
	if (options->exclude_voluntary)
		options->settings.voluntary = "Y";
	if (!options->nr_outputs)
		options->outputs[options->nr_outputs++].write = sleep_write_text;
	return status;
}

// SPDX-License-Identifier: GPL-2.0-only
/* The command line of rtlat sleep. */
#include <limits.h>
#include <string.h>

#include "rtlat/util/message.h"
#include "rtlat/write/output.h"
#include "rtlat.h"
#include "rtlat/option/simple.h"
#include "rtlat/sleep/options.h"

#define COMMAND "sleep"
/* An hour: what is longer is no sleep that somebody waits for. */
#define MIN_MAX_US 3600000000ULL
#define TASKS_TEXT 20
#define TASKS_MAX 65536
/* The most that Linux has. */
#define PID_MAX 4194304

static const char *shown(const char *value)
{
	return *value ? value : "''";
}

static int set_time(const char *name, const char *value, uint64_t *ns)
{
	if (rtlat_parse_duration(value, ns))
		return usage_error(COMMAND, "%s %s: expected a time from 1s to 3650d", name,
				   shown(value));
	return SIMPLE_GO_ON;
}

static int set_duration(void *data, const char *value)
{
	return set_time("-d", value, &((struct sleep_options *)data)->duration_ns);
}

static int set_interval(void *data, const char *value)
{
	return set_time("--interval", value, &((struct sleep_options *)data)->interval_ns);
}

static int set_sort(void *data, const char *value)
{
	struct sleep_options *options = data;

	if (!strcmp(value, "total"))
		options->sort = SLEEP_SORT_TOTAL;
	else if (!strcmp(value, "max"))
		options->sort = SLEEP_SORT_MAX;
	else
		return usage_error(COMMAND, "--sort %s: expected total or max", shown(value));
	return SIMPLE_GO_ON;
}

static int set_number(const char *name, const char *value, uint64_t min, uint64_t max,
		      uint64_t *number)
{
	if (rtlat_parse_u64(value, min, max, number))
		return usage_error(COMMAND, "%s %s: expected a number from %llu to %llu", name,
				   shown(value), (unsigned long long)min, (unsigned long long)max);
	return SIMPLE_GO_ON;
}

static int set_min(void *data, const char *value)
{
	struct sleep_options *options = data;
	uint64_t us = 0;
	int status = set_number("--min", value, 0, MIN_MAX_US, &us);

	snprintf(options->min, sizeof(options->min), "%llu", (unsigned long long)us);
	options->settings.min = options->min;
	return status;
}

static int set_tasks(void *data, const char *value)
{
	struct sleep_options *options = data;
	uint64_t nr = 0;
	int status = set_number("--tasks", value, 1, TASKS_MAX, &nr);

	options->nr_text = nr;
	return status;
}

static int set_pid(void *data, const char *value)
{
	struct sleep_options *options = data;
	uint64_t pid = 0;
	int status = set_number("--pid", value, 1, PID_MAX, &pid);

	options->pid = (int)pid;
	return status;
}

static int set_comm(void *data, const char *value)
{
	if (!*value || strlen(value) >= LATENCY_SLEEP_COMM)
		return usage_error(COMMAND, "--comm %s: expected a name of 1 to %d bytes",
				   shown(value), LATENCY_SLEEP_COMM - 1);
	((struct sleep_options *)data)->comm = value;
	return SIMPLE_GO_ON;
}

static int set_stacks(void *data, const char *value)
{
	unsigned int i;

	for (i = 0; i < 4; i++) {
		if (!strcmp(value, sleep_stacks_name(i))) {
			((struct sleep_options *)data)->settings.stacks = value;
			return SIMPLE_GO_ON;
		}
	}
	return usage_error(COMMAND, "--stacks %s: expected none, kernel, user or both",
			   shown(value));
}

static int set_voluntary(void *data, const char *unused)
{
	(void)unused;
	((struct sleep_options *)data)->settings.voluntary = "Y";
	return SIMPLE_GO_ON;
}

static int set_reset(void *data, const char *unused)
{
	(void)unused;
	((struct sleep_options *)data)->settings.reset = true;
	return SIMPLE_GO_ON;
}

static const struct {
	const char *name;
	int (*write)(FILE *file, const struct sleep_report *report);
} formats[] = {
	{ "text", sleep_write_text },
	{ "json", sleep_write_json },
	{ "csv", sleep_write_csv },
};

static int set_output(void *data, const char *value)
{
	struct sleep_options *options = data;
	const char *colon = strchrnul(value, ':');
	const char *path = *colon && strcmp(colon + 1, "-") ? colon + 1 : NULL;
	size_t i;

	if (options->nr_outputs == SLEEP_OUTPUTS_MAX)
		return usage_error(COMMAND, "-o %s: expected at most %d outputs", shown(value),
				   SLEEP_OUTPUTS_MAX);
	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		if (strlen(formats[i].name) != (size_t)(colon - value) ||
		    strncmp(formats[i].name, value, colon - value) || (path && !*path))
			continue;
		options->outputs[options->nr_outputs++] =
			(struct sleep_output){ formats[i].write, path };
		return SIMPLE_GO_ON;
	}
	return usage_error(COMMAND,
			   "-o %s: expected FORMAT or FORMAT:FILE with a format of text, json, csv",
			   shown(value));
}

static const struct simple_option table[] = {
	{ 'd', "duration", "TIME", set_duration },
	{ 1, "sort", "KEY", set_sort },
	{ 2, "interval", "TIME", set_interval },
	{ 3, "min", "US", set_min },
	{ 4, "exclude-voluntary", NULL, set_voluntary },
	{ 5, "stacks", "WHOSE", set_stacks },
	{ 6, "pid", "PID", set_pid },
	{ 7, "comm", "NAME", set_comm },
	{ 8, "tasks", "N", set_tasks },
	{ 9, "reset", NULL, set_reset },
	{ 'o', "output", "FORMAT[:FILE]", set_output },
};

static const struct simple_command command = {
	.name = COMMAND,
	.options = table,
	.nr_options = sizeof(table) / sizeof(table[0]),
	.help = "Usage: rtlat sleep [options]\n"
		"\n"
		"Say of each task for how long it was off its CPU: blocked, waiting for a CPU, or "
		"preempted;\n"
		"and where it was in its longest sleep. It takes the module "
		"latency_tracker_sleep.\n"
		"\n"
		"  -d, --duration TIME         count for so long; s, m, h, d (default: until "
		"Ctrl-C)\n"
		"      --interval TIME         print what was counted so far that often, too\n"
		"      --reset                 begin anew: forget what was counted before\n"
		"      --min US                do not count sleeps that are shorter, "
		"0..3600000000 us\n"
		"      --exclude-voluntary     do not count for how long tasks waited that asked "
		"to wait\n"
		"      --stacks WHOSE          of user tasks: none, kernel, user or both\n"
		"      --pid PID               only this task, or the threads of this process, "
		"1..4194304\n"
		"      --comm NAME             only tasks of this name\n"
		"      --sort KEY              by total (default) or max\n"
		"      --tasks N               the first N tasks in text, 1..65536 (default: 20)\n"
		"  -o, --output FORMAT[:FILE]  text (default), json or csv; may be repeated\n"
		"  -h, --help                  print this help\n",
};

/* Two that write the same file would leave what is written last. */
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
	return SIMPLE_GO_ON;
}

int sleep_options_parse(struct sleep_options *options, int argc, char **argv)
{
	int status, first;

	memset(options, 0, sizeof(*options));
	options->nr_text = TASKS_TEXT;
	status = simple_options_parse(&command, options, argc, argv, &first);
	if (status == SIMPLE_GO_ON)
		status = sleep_options_check_outputs(options);
	if (!options->nr_outputs)
		options->outputs[options->nr_outputs++].write = sleep_write_text;
	return status;
}

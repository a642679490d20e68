// SPDX-License-Identifier: GPL-2.0-only
/* rtlat compare: what changed between two results, with an exit status for CI. */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/compare/compare.h"
#include "rtlat/util/message.h"
#include "rtlat/option/simple.h"

#define COMMAND "compare"
#define TOLERANCE_MAX 1000.0

struct compare_options {
	double tolerance;
	bool json;
	bool force;
	bool nanoseconds;
	bool only_changed;
};

/* Digits, a decimal point and more digits if need be, and '%'. */
static int set_tolerance(void *data, const char *value)
{
	struct compare_options *options = data;
	size_t length = strspn(value, "0123456789.");
	char *end = NULL;
	double percent = strtod(value, &end);

	if (!isdigit((unsigned char)*value) || end != value + length || strcmp(end, "%") ||
	    percent > TOLERANCE_MAX)
		return usage_error(COMMAND, "--tolerance %s: expected a change from 0%% to %.0f%%",
				   *value ? value : "''", TOLERANCE_MAX);
	options->tolerance = percent / 100;
	return SIMPLE_GO_ON;
}

static const struct simple_command command;

static int set_output(void *data, const char *value)
{
	return simple_option_format(&command, value, &((struct compare_options *)data)->json);
}

static int set_force(void *data, const char *value)
{
	(void)value;
	((struct compare_options *)data)->force = true;
	return SIMPLE_GO_ON;
}

static int set_nanoseconds(void *data, const char *value)
{
	(void)value;
	((struct compare_options *)data)->nanoseconds = true;
	return SIMPLE_GO_ON;
}

static int set_changed(void *data, const char *value)
{
	(void)value;
	((struct compare_options *)data)->only_changed = true;
	return SIMPLE_GO_ON;
}

static const struct simple_option options_of_compare[] = {
	{ 1, "tolerance", "PERCENT", set_tolerance },
	{ 'o', "output", "FORMAT", set_output },
	{ 'n', "nano", NULL, set_nanoseconds },
	{ 2, "changed", NULL, set_changed },
	{ 3, "force", NULL, set_force },
};

static const struct simple_command command = {
	.name = COMMAND,
	.options = options_of_compare,
	.nr_options = sizeof(options_of_compare) / sizeof(options_of_compare[0]),
	.operand = "RUN.json",
	.min_operands = 2,
	.help = "Usage: rtlat compare [options] BASE.json NEW.json...\n"
		"\n"
		"Compare each run with the first: every metric of every CPU, by how much it "
		"changed, and\n"
		"whether that is beyond chance. A run that is worse ends with status 2.\n"
		"\n"
		"      --tolerance PERCENT  a change of up to so much is none (default: 10%)\n"
		"  -o, --output FORMAT      text (default) or json\n"
		"  -n, --nano               times in ns rather than us\n"
		"      --changed            only what differs beyond chance (text)\n"
		"      --force              compare what was measured on another machine, with "
		"another\n"
		"                           period, runtime, threshold or source\n"
		"  -h, --help               print this help\n",
};

static const char *error_text(int err)
{
	if (err == -ENODATA)
		return "no samples of the same CPU";
	if (err == -EINVAL)
		return "latencies, noise and each tracker's delays cannot be compared with one "
		       "another";
	return strerror(-err);
}

/* Each of them with the first one. 0 or an exit status. */
static int compare_all(struct comparison *comparisons, struct result_file **files, unsigned int nr,
		       const struct compare_options *options)
{
	unsigned int i;
	int err;

	for (i = 0; i + 1 < nr; i++) {
		err = compare_results(&comparisons[i], files[0], files[i + 1], options->tolerance);
		if (comparisons[i].obstacles.nr && !options->force) {
			complain(COMMAND, "%s and %s are not comparable (see --force): %s",
				 files[0]->path, files[i + 1]->path,
				 comparisons[i].obstacles.text[0]);
			return STATUS_SKIPPED;
		}
		if (err) {
			complain(COMMAND, "%s and %s: %s", files[0]->path, files[i + 1]->path,
				 error_text(err));
			return STATUS_ERROR;
		}
	}
	return 0;
}

static int command_compare_print_all(const struct comparison *comparisons, unsigned int nr,
				     const struct compare_options *options)
{
	bool worse = false;
	unsigned int i;
	int status, err = 0;

	for (i = 0; i < nr; i++) {
		worse |= comparisons[i].nr_worse > 0;
		if (options->json)
			continue;
		fputs(i ? "\n" : "", stdout);
		compare_print(stdout, &comparisons[i], options->nanoseconds, options->only_changed);
	}
	if (options->json)
		err = compare_print_json(stdout, comparisons, nr);
	if (err) {
		complain(COMMAND, "%s", strerror(-err));
		return STATUS_ERROR;
	}
	status = finish_stdout(COMMAND);
	return status ? status : worse ? STATUS_EXCEEDED : 0;
}

int cmd_compare(int argc, char **argv)
{
	struct compare_options options = { .tolerance = COMPARE_TOLERANCE };
	struct comparison *comparisons;
	struct result_file **files;
	unsigned int nr, i;
	int status, first;

	status = simple_options_parse(&command, &options, argc, argv, &first);
	if (status != SIMPLE_GO_ON)
		return status;
	signal(SIGPIPE, SIG_IGN);
	nr = argc - first;
	files = calloc(nr, sizeof(struct result_file *));
	comparisons = calloc(nr, sizeof(*comparisons));
	if (!files || !comparisons) {
		complain(COMMAND, "%s", strerror(ENOMEM));
		status = STATUS_ERROR;
		goto out;
	}
	status = result_files_read(files, COMMAND, argv + first, nr);
	if (status)
		goto out;
	status = compare_all(comparisons, files, nr, &options);
	if (!status)
		status = command_compare_print_all(comparisons, nr - 1, &options);
	for (i = 0; i < nr; i++)
		compare_free(&comparisons[i]);
	result_files_close(files, nr);
out:
	free(comparisons);
	free(files);
	return status;
}

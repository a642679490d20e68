// SPDX-License-Identifier: GPL-2.0-only
/* rtlat compare: tells what changed between results, with an exit status for CI. */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/compare/compare.h"
#include "rtlat/util/message.h"
#include "rtlat/option/parser.h"

#define COMMAND "compare"
#define TOLERANCE_MAX 1000.0 /* percent */

struct compare_options {
	double tolerance;
	unsigned int json;
	bool force;
	bool nanoseconds;
	bool all;
};

/* Digits, a decimal point and more digits if need be, and '%', which may be left out. */
static int set_tolerance(struct option_setting *setting)
{
	struct compare_options *options = setting->data;
	const char *value = setting->value;
	size_t length = strspn(value, "0123456789.");
	char *end = NULL;
	double percent = strtod(value, &end);

	if (!isdigit((unsigned char)*value) || end != value + length ||
	    (*end && strcmp(end, "%")) || percent > TOLERANCE_MAX)
		return -EINVAL;
	options->tolerance = percent / 100;
	return 0;
}

#define FIELD(field) OPTION_FIELD(struct compare_options, field)
#define FLAG(field) .flag = offsetof(struct compare_options, field)

static const char *const formats[] = { "text", "json", NULL };

static const struct option_spec rows[] = {
	{ 0, "tolerance", 0, 0, VALUE_REQUIRED, "PERCENT",
	  "ignore changes of up to PERCENT (default: 10%)", "expected a change from 0% to 1000%",
	  .set = set_tolerance },
	{ 'o', "output", 0, 0, VALUE_REQUIRED, "FORMAT", "text (default) or json",
	  "expected text or json", .kind = OPTION_WORD, FIELD(json), .words = formats },
	{ 'n', "nano", 0, 0, VALUE_NONE, NULL, "times in ns rather than us", NULL,
	  FLAG(nanoseconds) },
	{ 0, "all", 0, 0, VALUE_NONE, NULL, "also the rows that differ by no more than chance",
	  NULL, FLAG(all) },
	OPTION_COLOR(0, 0),
	{ 0, "force", 0, 0, VALUE_NONE, NULL,
	  "compare what was measured on another machine, with\n"
	  "another period, runtime, threshold or source",
	  NULL, FLAG(force) },
};

static const struct option_parser parser = {
	.name = COMMAND,
	.usage = COMMAND " [options] BASE.json NEW.json...",
	.about = "Compare each run with the first: every metric of every CPU, by how much it "
		 "changed, and\n"
		 "whether that is more than chance. If a run is worse, the exit status is 2.",
	.table = rows,
	.nr = sizeof(rows) / sizeof(rows[0]),
	.operand = "RUN.json",
	.min_operands = 2,
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
		compare_print(stdout, &comparisons[i], options->nanoseconds, options->all);
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

	status = options_read(&parser, &options, argc, argv, &first);
	if (status != OPTIONS_GO_ON)
		return status;
	signal(SIGPIPE, SIG_IGN);
	nr = argc - first;
	status = result_files_read(&files, COMMAND, argv + first, nr);
	if (status)
		return status;
	comparisons = calloc(nr, sizeof(*comparisons));
	if (!comparisons) {
		complain(COMMAND, "%s", strerror(ENOMEM));
		status = STATUS_ERROR;
		goto out;
	}
	status = compare_all(comparisons, files, nr, &options);
	if (!status)
		status = command_compare_print_all(comparisons, nr - 1, &options);
	for (i = 0; i < nr; i++)
		compare_free(&comparisons[i]);
	free(comparisons);
out:
	result_files_close(files, nr);
	return status;
}

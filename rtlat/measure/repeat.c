// SPDX-License-Identifier: GPL-2.0-only
/* Runs that are repeated (--iterations), with a number in the names of their files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rtlat/util/message.h"
#include "rtlat/option/options.h"
#include "rtlat/measure/repeat.h"
#include "rtlat/action/stop_signal.h"

/* "result.json" of the second run is "result-2.json". */
static char *numbered(const char *path, unsigned int number)
{
	const char *name = strrchr(path, '/'), *dot;
	char *numbered_path;

	name = name ? name + 1 : path;
	dot = strrchr(name, '.');
	if (!dot || dot == name)
		dot = path + strlen(path);
	if (asprintf(&numbered_path, "%.*s-%u%s", (int)(dot - path), path, number, dot) < 0)
		return NULL;
	return numbered_path;
}

/*
 * True if the number of the run goes into the output's name. Interim outputs keep their name in all
 * runs: whoever watches a directory must not add up several runs.
 */
static bool has_number(const struct output_spec *spec)
{
	return spec->path && !spec->writer->interim;
}

static void free_paths(struct options *options)
{
	unsigned int i;

	for (i = 0; i < options->nr_outputs; i++) {
		if (has_number(&options->outputs[i]))
			free((char *)options->outputs[i].path);
	}
}

/* The options of one run. */
static int number_paths(const struct options *from, struct options *to, unsigned int number)
{
	struct output_spec *spec;

	*to = *from;
	for (to->nr_outputs = 0; to->nr_outputs < from->nr_outputs; to->nr_outputs++) {
		spec = &to->outputs[to->nr_outputs];
		if (!has_number(spec))
			continue;
		spec->path = numbered(spec->path, number);
		if (!spec->path) {
			free_paths(to);
			return -ENOMEM;
		}
	}
	return 0;
}

/*
 * Warns of results beyond the last run: they are not of this series, but a pattern of names would
 * take them in.
 */
static void warn_of_stale(const struct options *options, const char *path, unsigned int last)
{
	char *first_left = NULL, *last_left = NULL, *left;
	unsigned int number;

	for (number = last + 1; number <= ITERATIONS_MAX; number++) {
		left = numbered(path, number);
		if (!left || access(left, F_OK)) {
			free(left);
			continue;
		}
		if (!first_left) {
			first_left = left;
			continue;
		}
		free(last_left);
		last_left = left;
	}
	if (first_left)
		complain(options->name,
			 "%s%s%s: left over from another series: remove before you merge these",
			 first_left, last_left ? " to " : "", last_left ? last_left : "");
	free(first_left);
	free(last_left);
}

static void warn_of_all_stale(const struct options *options, unsigned int last)
{
	unsigned int i;

	for (i = 0; i < options->nr_outputs; i++) {
		if (has_number(&options->outputs[i]))
			warn_of_stale(options, options->outputs[i].path, last);
	}
}

static int measure_numbered(const struct options *options, unsigned int number, int argc,
			    char **argv, const struct live *live, bool *stopped)
{
	struct options *copy = malloc(sizeof(*copy));
	int status;

	if (!copy || number_paths(options, copy, number)) {
		complain(options->name, "%s", strerror(ENOMEM));
		free(copy);
		return STATUS_ERROR;
	}
	fprintf(stderr, "rtlat: run %u of %u\n", number, options->iterations);
	status = measure(copy, argc, argv, live, stopped);
	free_paths(copy);
	free(copy);
	return status;
}

int measure_repeatedly(const struct options *options, int argc, char **argv,
		       const struct live *live)
{
	unsigned int number, failed = 0;
	bool stopped = false;
	int status;

	if (options->iterations == 1)
		return measure(options, argc, argv, live, &stopped);
	warn_of_all_stale(options, options->iterations);
	for (number = 1; number <= options->iterations && !stopped && !stop_signal_name();
	     number++) {
		status = measure_numbered(options, number, argc, argv, live, &stopped);
		if (status == STATUS_EXCEEDED)
			failed++;
		else if (status != STATUS_MEASURED)
			return status;
	}
	if (number <= options->iterations)
		warn_of_all_stale(options, number - 1);
	status = failed >= options->gate_quorum ? STATUS_EXCEEDED : STATUS_MEASURED;
	fprintf(stderr, "rtlat: %u of %u runs failed, verdict: %s\n", failed, number - 1,
		rtlat_status_name(status ? RTLAT_STATUS_FAIL : RTLAT_STATUS_PASS));
	return status;
}

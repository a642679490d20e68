// SPDX-License-Identifier: GPL-2.0-only
/*
 * The files that get the histograms of traced events (--trigger): checked before the run, written
 * after it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/option/histogram_files.h"
#include "rtlat/util/message.h"
#include "rtlat/action/trace_file.h"

bool histogram_files_wanted(const struct rtlat_config *config)
{
	unsigned int i;

	for (i = 0; i < config->nr_events; i++) {
		if (rtlat_event_counts(&config->events[i]))
			return true;
	}
	return false;
}

static const char *trace_of(const struct actions *actions)
{
	unsigned int i;

	for (i = 0; i < actions->nr; i++) {
		if (actions->action[i].kind == ACTION_TRACE)
			return actions->action[i].path;
	}
	return NULL;
}

/* Returns the path of an event's file, to be freed. NULL: no memory. */
static char *path_of(const struct options *options, const char *event)
{
	/* The trace of -t is among these actions. */
	const char *trace = trace_of(&options->on_threshold), *slash;
	char *path, *colon;
	int directory;

	if (!trace)
		trace = trace_of(&options->on_end);
	slash = trace ? strrchr(trace, '/') : NULL;
	directory = slash ? (int)(slash - trace) + 1 : 0;
	if (asprintf(&path, "%.*s%s_hist.txt", directory, directory ? trace : "", event) < 0)
		return NULL;
	/* option_set_trigger() has checked that there is a colon. */
	colon = strchr(path + directory, ':');
	if (colon)
		*colon = '_';
	return path;
}

/* The first event with a histogram that goes to the file; NULL: none. */
static const struct rtlat_event *histogram_files_find(const struct options *options,
						      const char *path)
{
	const struct rtlat_config *config = &options->config;
	const struct rtlat_event *event;
	bool same;
	char *own;

	for (event = config->events; event < config->events + config->nr_events; event++) {
		if (!rtlat_event_counts(event))
			continue;
		own = path_of(options, event->name);
		same = own && new_file_same(own, path);
		free(own);
		if (same)
			return event;
	}
	return NULL;
}

bool histogram_files_have(const struct options *options, const char *path)
{
	return path && histogram_files_find(options, path);
}

static int check(const struct options *options, const struct rtlat_event *event, const char *path)
{
	char why[256];

	/* a:b_c and a_b:c */
	if (strcmp(histogram_files_find(options, path)->name, event->name))
		return usage_error(options->name,
				   "--trigger: the histograms of %s and %s are both for %s",
				   histogram_files_find(options, path)->name, event->name, path);
	if (!trace_file_check(path, why, sizeof(why)))
		return OPTIONS_GO_ON;
	complain(options->name, "%s: %s", path, why);
	return STATUS_ERROR;
}

int histogram_files_check(const struct options *options)
{
	const struct rtlat_config *config = &options->config;
	int status = OPTIONS_GO_ON;
	unsigned int i;
	char *path;

	for (i = 0; i < config->nr_events && status == OPTIONS_GO_ON; i++) {
		if (!rtlat_event_counts(&config->events[i]))
			continue;
		path = path_of(options, config->events[i].name);
		status = path ? check(options, &config->events[i], path) : STATUS_ERROR;
		free(path);
	}
	return status;
}

static int save(struct new_file *file, const char *path, const char *text)
{
	int err = new_file_open(file, path, true);

	if (!err)
		err = new_file_begin(file);
	if (err)
		return err;
	fputs(text, file->file);
	err = new_file_finish(file, true);
	return err ? err : new_file_publish(file, true);
}

static int write_one(const char *path, const struct rtlat_event_histogram *histogram)
{
	struct new_file file;
	char why[512];
	int err = save(&file, path, histogram->text);

	if (err) {
		new_file_explain(&file, err, why, sizeof(why));
		complain(NULL, "histogram: %s: %s", path, why);
	} else {
		inform("the histogram of %s is in %s", histogram->event, path);
	}
	new_file_close(&file);
	return err ? STATUS_ERROR : 0;
}

int histogram_files_write(const struct options *options, const struct rtlat_result *result)
{
	int status = 0, one;
	unsigned int i;
	char *path;

	for (i = 0; i < result->nr_histograms; i++) {
		path = path_of(options, result->histograms[i].event);
		one = path ? write_one(path, &result->histograms[i]) : STATUS_ERROR;
		if (one)
			status = one;
		free(path);
	}
	return status;
}

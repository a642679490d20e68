// SPDX-License-Identifier: GPL-2.0-only
/*
 * Saves a run's trace as a file. It is written under another name and renamed, so that no half of
 * a trace is taken for a whole one.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/util/message.h"
#include "rtlat/action/trace_file.h"

int trace_file_check(const char *path, char *why, size_t size)
{
	struct new_file file;
	int err = new_file_open(&file, path, true);

	if (err)
		new_file_explain(&file, err, why, size);
	new_file_close(&file);
	return err;
}

enum rtlat_trace_format trace_file_format(const char *path)
{
	const char *end = strrchr(path, '.');

	return end && !strcmp(end, ".dat") ? RTLAT_TRACE_DAT : RTLAT_TRACE_TEXT;
}

/* Reports the failure, and removes the unfinished file. */
static int failed(struct new_file *file, const char *path, int err)
{
	char why[512];

	new_file_explain(file, err, why, sizeof(why));
	complain(NULL, "trace: %s: %s", path, why);
	new_file_close(file);
	return err;
}

int trace_file_take(struct rtlat_run *run, const char *path, struct new_file *file)
{
	int err = new_file_open(file, path, true);

	if (!err)
		err = new_file_begin(file);
	if (!err)
		err = rtlat_run_save_trace(run, trace_file_format(path), fileno(file->file));
	if (!err)
		err = new_file_finish(file, true);
	return err ? failed(file, path, err) : 0;
}

int trace_file_publish(struct new_file *file, const char *path)
{
	int err = new_file_publish(file, true);

	if (err)
		return failed(file, path, err);
	new_file_close(file);
	return 0;
}

int trace_file_save(struct rtlat_run *run, const char *path)
{
	struct new_file file;
	int err = trace_file_take(run, path, &file);

	return err ? err : trace_file_publish(&file, path);
}

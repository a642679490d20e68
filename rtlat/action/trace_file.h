/* SPDX-License-Identifier: GPL-2.0-only */
/* The trace that is kept of a run, in a file. */
#ifndef RTLAT_ACTION_TRACE_FILE_H
#define RTLAT_ACTION_TRACE_FILE_H

#include "rtlat/util/new_file.h"
#include "rtlat.h"

#define TRACE_FILE_LATENCY "timerlat_trace.txt"
#define TRACE_FILE_NOISE "osnoise_trace.txt"

/*
 * Returns 0 if the file could be written, or a negative errno with the reason in `why`. Changes
 * nothing.
 */
int trace_file_check(const char *path, char *why, size_t size);
/* Returns the format for the end of the name: a trace.dat, or text. */
enum rtlat_trace_format trace_file_format(const char *path);
/*
 * Writes the trace, and replaces an existing file once the new one is complete. Reports a failure.
 */
int trace_file_save(struct rtlat_run *run, const char *path);
/*
 * Saves the trace in two steps: write it aside while there is a trace, and give it its name later.
 * The file is closed after an error and once it has its name; else new_file_close() drops it.
 */
int trace_file_take(struct rtlat_run *run, const char *path, struct new_file *file);
int trace_file_publish(struct new_file *file, const char *path);

#endif /* RTLAT_ACTION_TRACE_FILE_H */

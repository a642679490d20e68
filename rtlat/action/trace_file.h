/* SPDX-License-Identifier: GPL-2.0-only */
/* The trace that is kept of a run, in a file. */
#ifndef RTLAT_ACTION_TRACE_FILE_H
#define RTLAT_ACTION_TRACE_FILE_H

#include "rtlat/util/new_file.h"
#include "rtlat.h"

#define TRACE_FILE_LATENCY "timerlat_trace.txt"
#define TRACE_FILE_NOISE "osnoise_trace.txt"

/* Could the file be written? 0, or a negative errno and what is wrong; nothing is changed. */
int trace_file_check(const char *path, char *why, size_t size);
/* By the end of its name: a trace.dat, or text. */
enum rtlat_trace_format trace_file_format(const char *path);
/* Write it; what was there is replaced once it is complete. A failure is said. */
int trace_file_save(struct rtlat_run *run, const char *path);
/*
 * Saves the trace in two steps: write it aside while there is a trace, and give it its name later.
 * The file is closed after an error and once it has its name; else new_file_close() drops it.
 */
int trace_file_take(struct rtlat_run *run, const char *path, struct new_file *file);
int trace_file_publish(struct new_file *file, const char *path);

#endif /* RTLAT_ACTION_TRACE_FILE_H */

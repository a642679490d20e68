/* SPDX-License-Identifier: GPL-2.0-only */
/* The trace that is kept of a run, in a file. */
#ifndef TRACE_FILE_H
#define TRACE_FILE_H

#include "rtlat.h"

#define TRACE_FILE_LATENCY "timerlat_trace.txt"
#define TRACE_FILE_NOISE "osnoise_trace.txt"

/* Could the file be written? 0 or a negative errno; nothing is changed. */
int trace_file_check(const char *path);
/* By the end of its name: a trace.dat, or text. */
enum rtlat_trace_format trace_file_format(const char *path);
/* Write it; what was there is replaced once it is complete. A failure is said. */
int trace_file_save(struct rtlat_run *run, const char *path);
/*
 * The same in two steps: write it under another name, while there is a trace; later, give it its
 * name, or drop it.
 */
int trace_file_take(struct rtlat_run *run, const char *path);
int trace_file_publish(const char *path);
void trace_file_drop(const char *path);

#endif /* TRACE_FILE_H */

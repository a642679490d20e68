/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The files of the histograms of --trigger: SYSTEM_EVENT_hist.txt for each event, beside the trace
 * file, or in the current directory without one.
 */
#ifndef RTLAT_RESULT_HISTOGRAM_FILES_H
#define RTLAT_RESULT_HISTOGRAM_FILES_H

#include "rtlat/option/options.h"

/* True if an event has a histogram. */
bool histogram_files_wanted(const struct rtlat_config *config);
/* Could they be written? OPTIONS_GO_ON, or the exit status once it was said why not. */
int histogram_files_check(const struct options *options);
/* True if `path` is one of these files. */
bool histogram_files_have(const struct options *options, const char *path);
/* Writes the files, and says where they are. Returns 0, or the exit status after a message. */
int histogram_files_write(const struct options *options, const struct rtlat_result *result);

#endif /* RTLAT_RESULT_HISTOGRAM_FILES_H */

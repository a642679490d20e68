/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the histograms of --trigger go: a file SYSTEM_EVENT_hist.txt for each event, beside the
 * trace, or in the current directory where there is none.
 */
#ifndef RTLAT_RESULT_HISTOGRAM_FILES_H
#define RTLAT_RESULT_HISTOGRAM_FILES_H

#include "rtlat/option/options.h"

/* Is there any? */
bool histogram_files_wanted(const struct rtlat_config *config);
/* Could they be written? OPTIONS_GO_ON, or the exit status once it was said why not. */
int histogram_files_check(const struct options *options);
/* Is one of them this file? */
bool histogram_files_have(const struct options *options, const char *path);
/* Write them, and say where they are. 0, or the exit status once it was said what failed. */
int histogram_files_write(const struct options *options, const struct rtlat_result *result);

#endif /* RTLAT_RESULT_HISTOGRAM_FILES_H */

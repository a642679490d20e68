/* SPDX-License-Identifier: GPL-2.0-only */
/* The verdict in lines of text. */
#ifndef RTLAT_RESULT_VERDICT_H
#define RTLAT_RESULT_VERDICT_H

#include <stdio.h>

#include "rtlat.h"
#include "rtlat/util/status.h"

/* True if the run failed because it reached a limit, which did not let it go on. */
bool verdict_is_of_limit(const struct rtlat_result *result);
/* Returns the status for people: a run without a gate and a limit has "no gate" to pass. */
const char *verdict_name(const struct rtlat_result *result);
/*
 * Prints the verdict, "verdict: fail", with a line per reason that is no gate, and a line per gate:
 * "gate thread.max<1us: failed, it was 71.204 us". Each begins with `prefix`.
 */
void verdict_print(FILE *file, const char *prefix, const struct rtlat_result *result);

/* Returns the exit status for a verdict; some formats print it as well. */
enum exit_status output_exit_status(enum rtlat_status status);

#endif /* RTLAT_RESULT_VERDICT_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands of --on-threshold and --on-end. */
#ifndef RTLAT_ACTION_SHELL_H
#define RTLAT_ACTION_SHELL_H

#include "rtlat/util/sink.h"

/* The time limit of a command, in seconds. */
#define ACTION_SHELL_LIMIT_S 60

/*
 * Have a shell run it, and wait until that ends: by itself, when its time is over, or when a signal
 * comes that ends the measurement. `exceeded` goes into its environment; NULL: no limit was
 * reached. What it prints goes to the sink. Returns 0, or a negative errno where it failed, which
 * has been said.
 */
int action_shell(const char *command, const struct rtlat_exceeded *exceeded, struct sink *sink);

#endif /* RTLAT_ACTION_SHELL_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The signals that end a measurement in good order: SIGINT, SIGTERM, SIGHUP. */
#ifndef STOP_SIGNAL_H
#define STOP_SIGNAL_H

#include "rtlat.h"

/*
 * Catch them from now on, and ignore SIGPIPE: a closed pipe is a write error like any other. A
 * system call that waits is continued, or ends with EINTR.
 */
void stop_signal_catch(bool continue_calls);
/* The run whose wait a signal ends; NULL for none. */
void stop_signal_wake(struct rtlat_run *run);
/*
 * Keep the signals out of the threads and processes that are created meanwhile; only the caller
 * is to be disturbed by them.
 */
void stop_signal_block(bool block);
/* NULL, or what a result says of the first signal that came: "signal SIGINT". */
const char *stop_signal_name(void);

#endif /* STOP_SIGNAL_H */

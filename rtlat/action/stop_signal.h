/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The meaning of signals: each that a program can catch ends a measurement in good order, except
 * that SIGUSR1 asks for an interim result, that the run takes SIGCONT, and that faults
 * (SIGSEGV, SIGABRT...), SIGTSTP, SIGCHLD, SIGWINCH and the like keep their own meaning.
 */
#ifndef RTLAT_ACTION_STOP_SIGNAL_H
#define RTLAT_ACTION_STOP_SIGNAL_H

#include "rtlat.h"

/*
 * For every command, at its beginning: children can be waited for, though the program that started
 * this one may not care for its own; and a file that grows beyond its limit is a write error.
 */
void stop_signal_init(void);
/*
 * Catch them from now on, and ignore SIGPIPE: a closed pipe is a write error like any other. A
 * system call that waits is continued, or ends with EINTR. One that was ignored before, other than
 * SIGINT and SIGQUIT, stays so.
 */
void stop_signal_catch(bool continue_calls);
/* The run whose wait a signal ends; NULL for none. */
void stop_signal_wake(struct rtlat_run *run);
/*
 * Keep the signals out of the threads and processes that are created meanwhile; only the caller
 * is to be disturbed by them.
 */
void stop_signal_block(bool block);
/* Returns the first signal that came, in the words of a result, "signal SIGINT", or NULL. */
const char *stop_signal_name(void);
/* Returns how many signals have come that end a measurement. */
unsigned int stop_signal_count(void);
/* True if an interim result has been asked for since the last call. */
bool stop_signal_interim(void);

#endif /* RTLAT_ACTION_STOP_SIGNAL_H */

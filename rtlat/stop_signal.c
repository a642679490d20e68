// SPDX-License-Identifier: GPL-2.0-only
#include <signal.h>
#include <stddef.h>

#include "stop_signal.h"

static const struct {
	int number;
	const char *name;
} stop_signals[] = {
	{ SIGINT, "signal SIGINT" },
	{ SIGTERM, "signal SIGTERM" },
	{ SIGHUP, "signal SIGHUP" },
};

#define NR_SIGNALS (sizeof(stop_signals) / sizeof(stop_signals[0]))

/* A handler gets no argument of ours, so these have to be global. */
static volatile sig_atomic_t caught;
static struct rtlat_run *volatile run_to_wake;

static void on_signal(int number)
{
	struct rtlat_run *run = run_to_wake;

	if (!caught)
		caught = number;
	if (run)
		rtlat_run_wake(run);
}

void stop_signal_catch(bool continue_calls)
{
	struct sigaction stop = {
		.sa_handler = on_signal,
		.sa_flags = continue_calls ? SA_RESTART : 0,
	};
	struct sigaction ignore = { .sa_handler = SIG_IGN }, old;
	size_t i;

	for (i = 0; i < NR_SIGNALS; i++) {
		/* nohup(1) has SIGHUP ignored, and it is to stay so. */
		if (stop_signals[i].number == SIGHUP && !sigaction(SIGHUP, NULL, &old) &&
		    old.sa_handler == SIG_IGN)
			continue;
		sigaction(stop_signals[i].number, &stop, NULL);
	}
	sigaction(SIGPIPE, &ignore, NULL);
}

void stop_signal_wake(struct rtlat_run *run)
{
	run_to_wake = run;
}

void stop_signal_block(bool block)
{
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < NR_SIGNALS; i++)
		sigaddset(&set, stop_signals[i].number);
	pthread_sigmask(block ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

const char *stop_signal_name(void)
{
	size_t i;

	for (i = 0; i < NR_SIGNALS; i++) {
		if (caught == stop_signals[i].number)
			return stop_signals[i].name;
	}
	return NULL;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The signals that end a run, and SIGUSR1, which asks for an interim result. The handler only
 * notes the signal and wakes the run.
 */
#include <signal.h>
#include <stddef.h>
#include <stdio.h>

#include "rtlat/action/stop_signal.h"

/*
 * The signals that end a measurement: all that a program can catch, except for faults of its own,
 * those that suspend and resume it, and those about children, sockets and windows. Real-time
 * signals, which have only numbers, follow below.
 */
static const struct {
	int number;
	const char *name;
} named[] = {
	{ SIGINT, "INT" },       { SIGTERM, "TERM" }, { SIGHUP, "HUP" },   { SIGQUIT, "QUIT" },
	{ SIGUSR2, "USR2" },     { SIGALRM, "ALRM" }, { SIGXCPU, "XCPU" }, { SIGPROF, "PROF" },
	{ SIGVTALRM, "VTALRM" }, { SIGIO, "IO" },     { SIGPWR, "PWR" },
#ifdef SIGSTKFLT
	{ SIGSTKFLT, "STKFLT" },
#endif
};

#define NR_NAMED (sizeof(named) / sizeof(named[0]))

/* A handler gets no argument of ours, so these have to be global. */
static volatile sig_atomic_t caught;
static volatile sig_atomic_t count;
static volatile sig_atomic_t interim;
static struct rtlat_run *volatile run_to_wake;

static size_t nr_signals(void)
{
	return NR_NAMED + SIGRTMAX - SIGRTMIN + 1;
}

static int signal_number(size_t i)
{
	return i < NR_NAMED ? named[i].number : SIGRTMIN + (int)(i - NR_NAMED);
}

/* Fills in the signals that are caught. */
static void fill_set(sigset_t *set)
{
	size_t i;

	sigemptyset(set);
	for (i = 0; i < nr_signals(); i++)
		sigaddset(set, signal_number(i));
	sigaddset(set, SIGUSR1);
}

static void on_signal(int number)
{
	struct rtlat_run *run = run_to_wake;

	if (number == SIGUSR1) {
		interim = 1;
	} else {
		if (!caught)
			caught = number;
		count++;
	}
	if (run)
		rtlat_run_wake(run);
}

/*
 * Catches a signal unless it is ignored: nohup(1) ignores SIGHUP, others ignore other signals, and
 * rtlat keeps to that. SIGINT and SIGQUIT are caught all the same: a shell without job control
 * ignores them in the background, but somebody who sends one wants to end the measurement.
 */
static void catch (int number, const struct sigaction *action)
{
	struct sigaction old;

	if (number != SIGINT && number != SIGQUIT && !sigaction(number, NULL, &old) &&
	    old.sa_handler == SIG_IGN)
		return;
	sigaction(number, action, NULL);
}

void stop_signal_init(void)
{
	signal(SIGCHLD, SIG_DFL);
	signal(SIGXFSZ, SIG_IGN);
}

/* The run takes it: see rtlat_run_wait(). It continues the program all the same. */
static void block_continue(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCONT);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
}

void stop_signal_catch(bool continue_calls)
{
	struct sigaction action = { .sa_handler = on_signal };
	size_t i;

	fill_set(&action.sa_mask);
	action.sa_flags = continue_calls ? SA_RESTART : 0;
	for (i = 0; i < nr_signals(); i++)
		catch (signal_number(i), &action);
	action.sa_flags = SA_RESTART;
	catch (SIGUSR1, &action);
	signal(SIGPIPE, SIG_IGN);
	block_continue();
	/* The program's parent may have blocked them. */
	stop_signal_block(false);
}

void stop_signal_wake(struct rtlat_run *run)
{
	run_to_wake = run;
}

void stop_signal_block(bool block)
{
	sigset_t set;

	fill_set(&set);
	pthread_sigmask(block ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

const char *stop_signal_name(void)
{
	static char text[32];
	size_t i;

	if (!caught)
		return NULL;
	for (i = 0; i < NR_NAMED && named[i].number != caught; i++)
		;
	if (i < NR_NAMED)
		snprintf(text, sizeof(text), "signal SIG%s", named[i].name);
	else if (caught == SIGRTMIN)
		snprintf(text, sizeof(text), "signal SIGRTMIN");
	else
		snprintf(text, sizeof(text), "signal SIGRTMIN+%d", caught - SIGRTMIN);
	return text;
}

unsigned int stop_signal_count(void)
{
	return count;
}

bool stop_signal_interim(void)
{
	bool asked = interim;

	interim = 0;
	return asked;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * victim [MILLISECONDS]: what is left of a CPU for normal work. Counts until the time is up, or
 * until SIGTERM, and prints how often, and the nanoseconds that went by. Where one instruction is
 * one nanosecond, what is missing from the count of an undisturbed run is the time of others.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

#include "rtlat.h"

static volatile sig_atomic_t over;

static void end(int signal)
{
	(void)signal;
	over = 1;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * RTLAT_NSEC_PER_SEC + now.tv_nsec;
}

/* Half a microsecond of such a guest, which costs the host nearly nothing. */
static void work(void)
{
	__asm__ volatile(".rept 500\n\tnop\n\t.endr");
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = end };
	struct itimerval timer = { 0 };
	uint64_t count = 0, started, ms;

	if (argc > 2 || (argc == 2 && rtlat_parse_u64(argv[1], 1, 1000000, &ms))) {
		fprintf(stderr, "Usage: victim [MILLISECONDS]\n");
		return 129;
	}
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGALRM, &action, NULL);
	started = now_ns();
	if (argc == 2) {
		timer.it_value.tv_sec = ms / 1000;
		timer.it_value.tv_usec = ms % 1000 * 1000;
		setitimer(ITIMER_REAL, &timer, NULL);
	}
	while (!over) {
		count++;
		work();
	}
	printf("%llu %llu\n", (unsigned long long)count, (unsigned long long)(now_ns() - started));
	return 0;
}

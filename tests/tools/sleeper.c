// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sleeps so often and so long, ms, that a sleep profile is known beforehand:
 *	sleeper TIMES MS [stay]
 * The system call is in the function's own code, so that it is the innermost one. With "stay" it
 * goes on at the end, without a sleep, until it is killed: its functions can be named as long.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void planted_sleep(const struct timespec *time);

__attribute__((noinline)) void planted_sleep(const struct timespec *time)
{
#ifdef __x86_64__
	long result = SYS_nanosleep;

	__asm__ volatile("syscall" : "+a"(result) : "D"(time), "S"(NULL) : "rcx", "r11", "memory");
#else
	nanosleep(time, NULL);
#endif
}

int main(int argc, char **argv)
{
	struct timespec time;
	long times, ms;

	if (argc < 3) {
		fprintf(stderr, "sleeper: want TIMES MS [stay]\n");
		return 129;
	}
	times = strtol(argv[1], NULL, 10);
	ms = strtol(argv[2], NULL, 10);
	time = (struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };
	while (times-- > 0)
		planted_sleep(&time);
	/* A busy loop is no sleep: the longest one stays the planted one. */
	while (argc > 3)
		getppid();
	return 0;
}

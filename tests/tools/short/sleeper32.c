// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program of 32 bits, by itself, since a machine to build on need not have the C library of 32 bits.
 * Sleeps ten times for 200 ms, three functions deep, and then for good, so that the functions can be named.
 */
#define NR_clock_nanosleep_time64 407
#define CLOCK_MONOTONIC 1

struct time64 {
	long long sec;
	long long nsec;
};

__attribute__((used)) static int nested_main(void);

/* The program's first frame has no caller, as the C library's own would have it. */
__asm__(".globl _start\n"
	".type _start, @function\n"
	"_start:\n"
	"	xorl %ebp, %ebp\n"
	"	call nested_main\n"
	"	hlt\n");

__attribute__((noinline)) static int nested_inner(const struct time64 *time)
{
	int result;

	__asm__ volatile("int $0x80"
			 : "=a"(result)
			 : "a"(NR_clock_nanosleep_time64), "b"(CLOCK_MONOTONIC), "c"(0), "d"(time),
			   "S"(0)
			 : "memory");
	return result;
}

__attribute__((noinline)) static int nested_outer(const struct time64 *time)
{
	/* Not the last thing that is done, so that this function keeps its frame. */
	return nested_inner(time) + 1;
}

static int nested_main(void)
{
	const struct time64 planted = { .nsec = 200000000 }, long_time = { .sec = 3600 };
	unsigned int i;

	for (i = 0; i < 10; i++)
		nested_outer(&planted);
	return nested_outer(&long_time);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* A result as a list of test cases, for formats of test results. */
#ifndef RTLAT_RESULT_CASES_H
#define RTLAT_RESULT_CASES_H

#include "rtlat.h"

struct test_case {
	char name
		/* "measured", "limit thread<100us", "limit noise<=5us", "gate irq.p99.9<20us" */
		[RTLAT_NOTE_SIZE];
	enum rtlat_status status;
	char message[RTLAT_NOTE_SIZE]; /* "failed, it was 104.2 us" */
	bool has_value;
	double value;
	const char *unit;      /* "us", "s", "percent"; "": a number */
	unsigned int decimals; /* that it is known to */
};

/* Were there samples, was each limit kept, does each gate hold? */
#define CASES_MAX (3 + RTLAT_GATES_MAX)

unsigned int cases_get(const struct rtlat_result *result, struct test_case cases[CASES_MAX]);

#endif /* RTLAT_RESULT_CASES_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Headers that every unit test includes: cmocka wants these before its own. */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* For tables of cases: says which one was wrong, as assert_int_equal() can't. */
#define assert_case(condition, ...)                                                                \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			print_error(__VA_ARGS__);                                                  \
			fail();                                                                    \
		}                                                                                  \
	} while (0)

/* cmocka's skip() has no reason; the runner takes it from this line. */
#define skip_because(reason)                                                                       \
	do {                                                                                       \
		print_message("# skip: %s\n", reason);                                             \
		skip();                                                                            \
	} while (0)

#endif /* UNIT_H */

// SPDX-License-Identifier: GPL-2.0-only
/* A stream that failed says why, also where the failure was an earlier one. */
#include <errno.h>
#include <stdio.h>

#include "rtlat/util/flush.h"
#include "tests/unit/lib/unit.h"

static FILE *open_stream(const char *path)
{
	FILE *stream = fopen(path, "w");

	assert_non_null(stream);
	assert_int_equal(setvbuf(stream, NULL, _IOFBF, 64), 0);
	return stream;
}

static void what_is_written_is_no_error(void **state)
{
	FILE *stream = open_stream("/dev/null");

	(void)state;
	fputs("a line\n", stream);
	assert_int_equal(flush_stream(stream), 0);
	fclose(stream);
}

static void the_last_write_fails(void **state)
{
	FILE *stream = open_stream("/dev/full");

	(void)state;
	fputs("a line\n", stream);
	assert_int_equal(flush_stream(stream), -ENOSPC);
	fclose(stream);
}

/* Nothing is left in the buffer. */
static void an_earlier_write_failed(void **state)
{
	FILE *stream = open_stream("/dev/full");

	(void)state;
	fputs("a line\n", stream);
	assert_int_equal(fflush(stream), EOF);
	assert_int_equal(flush_stream(stream), -ENOSPC);
	fclose(stream);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_no_error),
		cmocka_unit_test(the_last_write_fails),
		cmocka_unit_test(an_earlier_write_failed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Streams into memory: all that was written, or an error. */
#include "tests/unit/lib/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/memory_file.h"

#define LINE "0123456789\n"

static void all_is_there(void **state)
{
	struct memory_file memory;
	unsigned int i, nr = 20000;

	(void)state;
	assert_int_equal(memory_file_open(&memory), 0);
	for (i = 0; i < nr; i++)
		fputs(LINE, memory.file);
	assert_int_equal(memory_file_close(&memory), 0);
	assert_int_equal(memory.length, nr * strlen(LINE));
	for (i = 0; i < nr; i++)
		assert_memory_equal(memory.text + i * strlen(LINE), LINE, strlen(LINE));
	assert_int_equal(memory.text[memory.length], '\0');
	free(memory.text);
}

static void nothing_is_a_text(void **state)
{
	struct memory_file memory;

	(void)state;
	assert_int_equal(memory_file_open(&memory), 0);
	assert_int_equal(memory_file_close(&memory), 0);
	assert_string_equal(memory.text, "");
	assert_int_equal(memory.length, 0);
	free(memory.text);
}

static void what_failed_once_has_failed(void **state)
{
	struct memory_file memory;

	(void)state;
	assert_int_equal(memory_file_open(&memory), 0);
	fputs("a", memory.file);
	fflush(memory.file);
	memory.failed = true;
	fputs("b", memory.file);
	assert_int_equal(memory_file_close(&memory), -ENOMEM);
	assert_null(memory.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_is_there),
		cmocka_unit_test(nothing_is_a_text),
		cmocka_unit_test(what_failed_once_has_failed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

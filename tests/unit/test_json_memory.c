// SPDX-License-Identifier: GPL-2.0-only
/* Where JSON values live while one CPU after the other is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "rtlat/json/memory.h"
#include "rtlat/json/text.h"

/* More than the block holds: a value takes 32 bytes or so. */
#define MANY 100000

static json_t *numbers(json_int_t count)
{
	json_t *list = json_array();
	json_int_t i;

	for (i = 0; i < count; i++)
		assert_int_equal(json_array_append_new(list, json_integer(i)), 0);
	return list;
}

static void expect_numbers(json_t *list, json_int_t count)
{
	json_int_t i;

	assert_int_equal(json_array_size(list), count);
	for (i = 0; i < count; i++)
		assert_int_equal(json_integer_value(json_array_get(list, i)), i);
	json_decref(list);
}

static void more_than_the_block_holds(void **state)
{
	(void)state;
	json_memory_begin();
	expect_numbers(numbers(MANY), MANY);
	expect_numbers(numbers(MANY), MANY);
	json_memory_end();
}

static void the_block_is_used_again(void **state)
{
	json_t *first, *second;

	(void)state;
	json_memory_begin();
	first = numbers(3);
	expect_numbers(first, 3);
	second = numbers(3);
	assert_ptr_equal(first, second);
	expect_numbers(second, 3);
	json_memory_end();
}

static void not_while_something_is_in_it(void **state)
{
	json_t *kept;

	(void)state;
	json_memory_begin();
	kept = numbers(10);
	expect_numbers(numbers(10), 10);
	expect_numbers(numbers(10), 10);
	expect_numbers(kept, 10);
	json_memory_end();
}

/* What was made before may go in between, and what is made after is as ever. */
static void values_of_other_times(void **state)
{
	json_t *before = numbers(10), *after;

	(void)state;
	json_memory_begin();
	expect_numbers(before, 10);
	json_memory_end();
	after = numbers(10);
	json_memory_begin();
	json_memory_end();
	expect_numbers(after, 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(more_than_the_block_holds),
		cmocka_unit_test(the_block_is_used_again),
		cmocka_unit_test(not_while_something_is_in_it),
		cmocka_unit_test(values_of_other_times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

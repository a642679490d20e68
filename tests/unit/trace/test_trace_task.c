// SPDX-License-Identifier: GPL-2.0-only
/* Names of tasks from the kernel's list of those that ran. */
#include "tests/unit/lib/unit.h"

#include "lib/trace/task.h"

static const char list[] =
	"1 init\n37 kworker/0:1\n370 two words\n371 sixteen-and-more-of-them\nx 9\n12";

static void expect(const char *from, int32_t pid, const char *expected)
{
	char name[RTLAT_NAME_SIZE];

	trace_task_find(from, pid, name);
	assert_string_equal(name, expected);
}

static void the_whole_pid_counts(void **state)
{
	(void)state;
	expect(list, 1, "init");
	expect(list, 37, "kworker/0:1");
	expect(list, 370, "two words");
	expect(list, 371, "sixteen-and-mor");
}

static void the_unknown_has_no_name(void **state)
{
	(void)state;
	expect(list, 3, "<...>");
	expect(list, 0, "<...>");
	expect(list, 9, "<...>");
	expect(list, 12, "<...>");
	expect("", 1, "<...>");
	expect(NULL, 1, "<...>");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_whole_pid_counts),
		cmocka_unit_test(the_unknown_has_no_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

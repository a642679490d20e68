// SPDX-License-Identifier: GPL-2.0-only
/* JSON strings of bytes that need not be UTF-8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "rtlat/json/text.h"

static void expect_text(const char *text, const char *expected)
{
	json_t *json = json_text(text);

	assert_non_null(json);
	assert_string_equal(json_string_value(json), expected);
	json_decref(json);
}

static void what_is_shown_is_kept(void **state)
{
	static const char *const texts[] = { "a", "\"\\", "\xc3\xa9", "\xf4\x8f\xbf\xbf" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		expect_text(texts[i], texts[i]);
}

static void the_rest_is_replaced(void **state)
{
	(void)state;
	expect_text("a\xff"
		    "b",
		    "a?b");
	expect_text("\n\x1b\x7f\xc2\x9b", "????");
}

static void nothing_is_null(void **state)
{
	json_t *json;

	(void)state;
	json = json_text(NULL);
	assert_true(json_is_null(json));
	json = json_text("");
	assert_true(json_is_null(json));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_shown_is_kept),
		cmocka_unit_test(the_rest_is_replaced),
		cmocka_unit_test(nothing_is_null),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

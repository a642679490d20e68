// SPDX-License-Identifier: GPL-2.0-only
/* JSON strings of bytes that need not be UTF-8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "json_text.h"

#define BAD "\xef\xbf\xbd"

static void expect_text(const char *text, const char *expected)
{
	json_t *json = json_text(text);

	assert_non_null(json);
	assert_string_equal(json_string_value(json), expected);
	json_decref(json);
}

static void valid_text_is_kept(void **state)
{
	static const char *const texts[] = {
		"a",
		"\x7f",
		"\xc2\x80",
		"\xdf\xbf",
		"\xe0\xa0\x80",
		"\xed\x9f\xbf",
		"\xee\x80\x80",
		"\xef\xbf\xbf",
		"\xf0\x90\x80\x80",
		"\xf4\x8f\xbf\xbf",
		"\n\t\"\\",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		expect_text(texts[i], texts[i]);
}

static void other_bytes_are_replaced(void **state)
{
	(void)state;
	expect_text("a\xff"
		    "b",
		    "a" BAD "b");
	/* A continuation byte alone, and characters that end too early. */
	expect_text("\x80", BAD);
	expect_text("\xc3", BAD);
	expect_text("\xc3"
		    "a",
		    BAD "a");
	expect_text("\xe2\x82", BAD BAD);
	expect_text("\xe2\x82"
		    "a",
		    BAD BAD "a");
	expect_text("\xf0\x9f\x98", BAD BAD BAD);
	/* Overlong forms, a surrogate, and what lies above U+10FFFF. */
	expect_text("\xc0\xaf", BAD BAD);
	expect_text("\xe0\x9f\xbf", BAD BAD BAD);
	expect_text("\xf0\x8f\xbf\xbf", BAD BAD BAD BAD);
	expect_text("\xed\xa0\x80", BAD BAD BAD);
	expect_text("\xf4\x90\x80\x80", BAD BAD BAD BAD);
	expect_text("\xf5\x80\x80\x80", BAD BAD BAD BAD);
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
		cmocka_unit_test(valid_text_is_kept),
		cmocka_unit_test(other_bytes_are_replaced),
		cmocka_unit_test(nothing_is_null),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Text of any bytes, printed with escapes. */
#include "tests/unit/lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "rtlat/util/utf8.h"

static const char *escape(const char *at)
{
	return *at == '"' ? "&quot;" : NULL;
}

static void expect(const char *text, const char *expected)
{
	char *printed = NULL;
	size_t size;
	FILE *file = open_memstream(&printed, &size);

	assert_non_null(file);
	utf8_print(file, text, escape);
	assert_int_equal(fclose(file), 0);
	assert_string_equal(printed, expected);
	free(printed);
}

static void what_is_escaped_is_replaced(void **state)
{
	(void)state;
	expect("", "");
	expect(NULL, "");
	expect("a \"b\"c", "a &quot;b&quot;c");
}

static void characters_stay_whole(void **state)
{
	(void)state;
	expect("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
	expect("\xef\xbf\xbd", "\xef\xbf\xbd");
	expect("\xef\xbe\xbf", "\xef\xbe\xbf");
}

static void what_is_not_shown_is_replaced(void **state)
{
	(void)state;
	expect("a\n\"\x1b", "a?&quot;?");
	expect("\xff\"", "?&quot;");
	expect("\xc3\"", "?&quot;");
	expect("\xc2\x9b", "?");
	/* A character by its form, and by its number none. */
	expect("\xef\xbf\xbe", "?");
}

static void markup_has_no_end_of_another(void **state)
{
	(void)state;
	assert_string_equal(utf8_markup("<"), "&lt;");
	assert_string_equal(utf8_markup(">"), "&gt;");
	assert_string_equal(utf8_markup("&"), "&amp;");
	assert_string_equal(utf8_markup("\""), "&quot;");
	assert_null(utf8_markup("a"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_escaped_is_replaced),
		cmocka_unit_test(characters_stay_whole),
		cmocka_unit_test(what_is_not_shown_is_replaced),
		cmocka_unit_test(markup_has_no_end_of_another),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Text of any bytes, printed with escapes. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "utf8.h"

#define BAD UTF8_REPLACEMENT

static const char *escape(char character)
{
	return character == '"' ? "&quot;" : character == '\n' ? "" : NULL;
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
	expect("a \"b\"\nc", "a &quot;b&quot;c");
}

static void characters_stay_whole(void **state)
{
	(void)state;
	expect("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
	expect("\xef\xbf\xbd", "\xef\xbf\xbd");
	expect("\xef\xbe\xbf", "\xef\xbe\xbf");
}

static void bytes_that_are_none_are_replaced(void **state)
{
	(void)state;
	expect("\xff\"", BAD "&quot;");
	expect("\xc3\"", BAD "&quot;");
	expect("\xe2\x82", BAD BAD);
	/* Characters by their form, and by their number none. */
	expect("\xef\xbf\xbe", BAD);
	expect("a\xef\xbf\xbf"
	       "b",
	       "a" BAD "b");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_escaped_is_replaced),
		cmocka_unit_test(characters_stay_whole),
		cmocka_unit_test(bytes_that_are_none_are_replaced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Text of others, made harmless. */
#include "tests/unit/lib/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/util/printable.h"

static void expect(const char *text, const char *expected)
{
	char *copy = printable_dup(text), *place = strdup(text);

	assert_non_null(copy);
	assert_string_equal(copy, expected);
	printable(place);
	assert_string_equal(place, expected);
	/* A text that was made harmless stays as it is. */
	printable(place);
	assert_string_equal(place, expected);
	free(place);
	free(copy);
}

static void characters_are_kept(void **state)
{
	static const char *const texts[] = {
		"",
		"a <b> \"c\" 'd' `e` \\f ~",
		"\xc2\xa0",
		"\xdf\xbf",
		"\xe0\xa0\x80",
		"\xed\x9f\xbf",
		"\xee\x80\x80",
		"\xef\xbf\xbd",
		"\xf0\x90\x80\x80",
		"\xf4\x8f\xbf\xbf",
		/* Beside the marks of direction, and what is in the range of them by its bytes. */
		"\xe2\x80\x8d\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xa5\xe2\x81\xaa\xd8\x9b\xd8\x9d",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		expect(texts[i], texts[i]);
}

static void every_control_character_is_replaced(void **state)
{
	char text[] = "a b";
	int i;

	(void)state;
	for (i = 1; i < ' '; i++) {
		text[1] = (char)i;
		expect(text, "a?b");
	}
	expect("a\x7f"
	       "b",
	       "a?b");
	/* C1: terminals take U+009B for ESC [. */
	for (i = 0x80; i < 0xa0; i++) {
		char c1[] = { 'a', '\xc2', (char)i, 'b', '\0' };

		expect(c1, "a?b");
	}
}

static void separators_and_directions_are_replaced(void **state)
{
	static const char *const texts[] = {
		"\xe2\x80\xa8", "\xe2\x80\xa9",                                 /* U+2028, 2029 */
		"\xe2\x80\xaa", "\xe2\x80\xab", "\xe2\x80\xac", "\xe2\x80\xad", /* 202A - 202D */
		"\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa7", "\xe2\x81\xa8", /* 202E, 2066 - */
		"\xe2\x81\xa9", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xd8\x9c", /* 200E, 200F, 061C */
		"\xef\xbf\xbe", "\xef\xbf\xbf",                             /* FFFE, FFFF */
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		expect(texts[i], "?");
}

static void bytes_that_are_no_character_are_replaced(void **state)
{
	(void)state;
	expect("a\xff"
	       "b",
	       "a?b");
	/* A continuation byte alone, and characters that end too early. */
	expect("\x80", "?");
	expect("\x9b"
	       "31m",
	       "?31m");
	expect("\xc3", "?");
	expect("\xc3"
	       "a",
	       "?a");
	expect("\xe2\x82", "??");
	expect("\xe2\x82"
	       "a",
	       "??a");
	expect("\xf0\x9f\x98", "???");
	/* Overlong forms, a surrogate, and what lies above U+10FFFF. */
	expect("\xc0\x9b", "??");
	expect("\xe0\x82\x9b", "???");
	expect("\xf0\x80\x82\x9b", "????");
	expect("\xed\xa0\x80", "???");
	expect("\xf4\x90\x80\x80", "????");
	expect("\xf5\x80\x80\x80", "????");
}

static void a_copy_ends_with_a_whole_character(void **state)
{
	char to[4];

	(void)state;
	printable_copy(to, sizeof(to), "abcd");
	assert_string_equal(to, "abc");
	printable_copy(to, sizeof(to), "ab\xc3\xa9");
	assert_string_equal(to, "ab");
	printable_copy(to, sizeof(to), "a\xc3\xa9");
	assert_string_equal(to, "a\xc3\xa9");
	printable_copy(to, sizeof(to), "\x1b\x1b\x1b\x1b");
	assert_string_equal(to, "???");
	to[0] = 'x';
	printable_copy(to, 0, "a");
	assert_int_equal(to[0], 'x');
}

static void a_name_may_lack_its_end(void **state)
{
	char name[4] = { 'a', '\n', 'c', 'd' };

	(void)state;
	printable_name(name, sizeof(name));
	assert_string_equal(name, "a?c");
}

static void a_column_is_ascii(void **state)
{
	char text[] = "a\xc3\xa9\x1b~ ";

	(void)state;
	printable_columns(text);
	assert_string_equal(text, "a???~ ");
}

static void every_name_of_a_sample_is_replaced(void **state)
{
	struct rtlat_sample sample = { .has = RTLAT_HAS(RTLAT_DELAY) };
	unsigned int i;

	(void)state;
	strcpy(sample.delay.comm, "\n");
	strcpy(sample.delay.other_comm, "\xc2\x9b");
	strcpy(sample.delay.name, "\x1b");
	printable_sample(&sample);
	assert_string_equal(sample.delay.comm, "?");
	assert_string_equal(sample.delay.other_comm, "?");
	assert_string_equal(sample.delay.name, "?");
	memset(&sample, 0, sizeof(sample));
	sample.has = RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS_INTERFERENCE;
	for (i = 0; i < RTLAT_BY_NMI; i++)
		strcpy(sample.interference.worst[i].name, "\t");
	printable_sample(&sample);
	for (i = 0; i < RTLAT_BY_NMI; i++)
		assert_string_equal(sample.interference.worst[i].name, "?");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(characters_are_kept),
		cmocka_unit_test(every_control_character_is_replaced),
		cmocka_unit_test(separators_and_directions_are_replaced),
		cmocka_unit_test(bytes_that_are_no_character_are_replaced),
		cmocka_unit_test(a_copy_ends_with_a_whole_character),
		cmocka_unit_test(a_name_may_lack_its_end),
		cmocka_unit_test(a_column_is_ascii),
		cmocka_unit_test(every_name_of_a_sample_is_replaced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
/* The limit of the memory for JSON and what is made of it, and texts that are made harmless. */
#include "tests/unit/lib/unit.h"

#include <stdlib.h>
#include <string.h>

#include "rtlat/json/read_memory.h"
#include "rtlat/json/result_parts.h"

static json_t *read_text(struct json_reader *reader, const char *text)
{
	FILE *file = fmemopen((void *)text, strlen(text), "r");
	json_t *json;

	memset(reader, 0, sizeof(*reader));
	assert_non_null(file);
	read_memory_begin();
	json = read_json(reader, file);
	read_memory_end();
	fclose(file);
	return json;
}

static void every_text_is_made_harmless(void **state)
{
	struct json_reader reader;
	json_t *json =
		read_text(&reader, "{\"a\": \"x\\u001by\", \"b\": [\"\xc2\x9b\", \"ok\", 1]}");
	json_t *list = json_object_get(json, "b");

	(void)state;
	assert_string_equal(reader.error, "");
	assert_string_equal(json_string_value(json_object_get(json, "a")), "x?y");
	assert_string_equal(json_string_value(json_array_get(list, 0)), "?");
	assert_string_equal(json_string_value(json_array_get(list, 1)), "ok");
	json_decref(json);
}

static void what_is_freed_is_free_again(void **state)
{
	const size_t most = READ_MEMORY_MAX - (1 << 20);
	struct json_reader reader = { .where = "" };
	json_t *json;
	char *place;
	int i;

	(void)state;
	assert_true(read_memory_count(&reader, most));
	for (i = 0; i < 20000; i++) {
		json = read_text(&reader, "[\"a\", [], {}]");
		assert_non_null(json);
		read_memory_begin();
		json_decref(json);
		read_memory_end();
	}
	place = read_memory_get(&reader, 0, 8);
	assert_non_null(place);
	free(place);
}

/* After the one before, a MiB is left. */
static void the_limit_is_one_for_all(void **state)
{
	struct json_reader reader = { .where = "cpus[0]" };
	static char text[100000];
	size_t i;

	(void)state;
	assert_null(read_memory_get(&reader, 2, 1 << 20));
	assert_string_equal(
		reader.error,
		"cpus[0]: it needs 2 MiB beside 2047 MiB in use, of 2048 MiB for all files: "
		"give fewer, or merge some first");
	for (i = 0; i + 3 < sizeof(text); i += 3)
		memcpy(text + i, "[],", 3);
	text[0] = '[';
	text[1] = ' ';
	text[2] = ' ';
	text[i - 1] = ']';
	assert_null(read_text(&reader, text));
	assert_non_null(strstr(reader.error, "MiB in use, of 2048 MiB for all files"));
}

/* jansson has an assertion that fails after a buffer that could not grow. */
static void a_text_beyond_the_limit_ends_the_reading(void **state)
{
	struct json_reader reader = { .where = "" };
	static char text[100000];
	size_t left = 10000;

	(void)state;
	assert_true(read_memory_count(&reader, READ_MEMORY_MAX - read_memory_used() - left));
	memset(text, '1', sizeof(text) - 1);
	memcpy(text, "[0, ", 4);
	memcpy(text + sizeof(text) - 3, "]", 2);
	assert_null(read_text(&reader, text));
	assert_non_null(strstr(reader.error, "MiB in use, of 2048 MiB for all files"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_text_is_made_harmless),
		cmocka_unit_test(what_is_freed_is_free_again),
		cmocka_unit_test(the_limit_is_one_for_all),
		cmocka_unit_test(a_text_beyond_the_limit_ends_the_reading),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

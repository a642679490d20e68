// SPDX-License-Identifier: GPL-2.0-only
/* Tests of JSON that is printed, with its errors. */
#include "tests/unit/lib/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/util/json_dump.h"

static unsigned int calls, failing;

static void *take(size_t size)
{
	return ++calls == failing ? NULL : malloc(size);
}

/* An object of many keys, so that its text does not fit into what is taken for it at first. */
static json_t *many_keys(void)
{
	json_t *json = json_object();
	char key[32];
	int i;

	for (i = 0; i < 50; i++) {
		snprintf(key, sizeof(key), "the key of number %d", i);
		json_object_set_new(json, key, json_pack("[i]", i));
	}
	return json;
}

static void a_line(void **state)
{
	json_t *json = json_pack("{s:i}", "one", 1);
	size_t length;
	char *text = json_dump_line(json, JSON_COMPACT, &length);

	(void)state;
	assert_string_equal(text, "{\"one\":1}\n");
	assert_int_equal(length, strlen(text));
	free(text);
	json_decref(json);
	assert_null(json_dump_line(NULL, 0, &length));
}

static void whole_or_not_at_all(void **state)
{
	json_t *json = many_keys();
	size_t length;
	char *whole = json_dump_line(json, 0, &length), *text;

	(void)state;
	assert_non_null(whole);
	json_set_alloc_funcs(take, free);
	do {
		calls = 0;
		failing++;
		text = json_dump_line(json, 0, &length);
		if (text)
			assert_string_equal(text, whole);
		free(text);
	} while (calls >= failing);
	json_set_alloc_funcs(malloc, free);
	assert_true(failing > 1);
	free(whole);
	json_decref(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line),
		cmocka_unit_test(whole_or_not_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

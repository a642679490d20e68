// SPDX-License-Identifier: GPL-2.0-only
/* Bytes that are changed at random are hardly ever JSON: this changes values, and members. */
#include <string.h>

#include "tests/fuzz/fuzz.h"

#define NR(array) (sizeof(array) / sizeof((array)[0]))

static unsigned int random_below(unsigned int *seed, unsigned int limit)
{
	return limit ? (unsigned int)rand_r(seed) % limit : 0;
}

static json_t *interesting(unsigned int *seed)
{
	static const json_int_t numbers[] = {
		0,
		1,
		-1,
		2,
		7,
		63,
		64,
		255,
		1000,
		1023,
		1024,
		4095,
		65536,
		INT32_MAX,
		1LL << 32,
		1LL << 53,
		(1LL << 53) + 1,
		INT64_MAX,
		INT64_MIN,
	};
	static const double reals[] = { 0.0, -0.5, 1e-9, 0.5, 50.0, 100.0, 1e18, 1e308 };
	static const char *const texts[] = {
		"",
		"a",
		"\x1b[31mred",
		"<script>",
		"line\nbreak",
		"quote\"'&;",
		"%s%n",
		"\xc3\xa4",
		"a name that is far longer than the room that any of the texts has for it, or all",
		"thread.max<=100us",
		"2026-01-31T12:00:00.000000Z",
		"0-3",
		"1023",
		"null",
	};

	switch (random_below(seed, 8)) {
	case 0:
		return json_real(reals[random_below(seed, NR(reals))]);
	case 1:
	case 2:
		return json_string(texts[random_below(seed, NR(texts))]);
	case 3:
		return json_null();
	case 4:
		return json_boolean(random_below(seed, 2));
	case 5:
		return random_below(seed, 2) ? json_array() : json_object();
	default:
		return json_integer(numbers[random_below(seed, NR(numbers))]);
	}
}

/* Near what it is: that is what gets through most often. */
static json_t *similar(const json_t *value, unsigned int *seed)
{
	static const int steps[] = { -1, 1, 2, -100, 1000 };
	int step = steps[random_below(seed, NR(steps))];

	if (json_is_integer(value))
		return json_integer((json_int_t)((uint64_t)json_integer_value(value) + step));
	if (json_is_real(value))
		return json_real(json_real_value(value) * (1 + step / 10.0));
	if (json_is_boolean(value))
		return json_boolean(!json_is_true(value));
	return json_deep_copy(value);
}

static json_t *random_member(json_t *container, unsigned int *seed, const char **key, size_t *index)
{
	void *iterator = json_object_iter(container);
	size_t i;

	*key = NULL;
	if (json_is_array(container)) {
		*index = random_below(seed, json_array_size(container));
		return json_array_get(container, *index);
	}
	for (i = random_below(seed, json_object_size(container)); iterator && i; i--)
		iterator = json_object_iter_next(container, iterator);
	*key = iterator ? json_object_iter_key(iterator) : NULL;
	return iterator ? json_object_iter_value(iterator) : NULL;
}

static void set(json_t *container, const char *key, size_t index, json_t *value)
{
	if (key)
		json_object_set_new(container, key, value);
	else if (json_is_array(container))
		json_array_set_new(container, index, value);
	else
		json_decref(value);
}

static void remove_member(json_t *container, const char *key, size_t index)
{
	if (key)
		json_object_del(container, key);
	else
		json_array_remove(container, index);
}

/* One of a kind with its neighbour, or twice. */
static void copy_member(json_t *container, const char *key, size_t index, unsigned int *seed)
{
	const char *other_key;
	size_t other;
	json_t *value = json_deep_copy(random_member(container, seed, &other_key, &other));

	if (value && json_is_array(container) && random_below(seed, 2))
		json_array_insert_new(container, index, value);
	else if (value)
		set(container, key, index, value);
}

static void change(json_t *container, unsigned int *seed)
{
	const char *key;
	size_t index = 0;
	json_t *member = random_member(container, seed, &key, &index);

	if (!member)
		return;
	if ((json_is_object(member) || json_is_array(member)) && random_below(seed, 12)) {
		change(member, seed);
		return;
	}
	switch (random_below(seed, 8)) {
	case 0:
		remove_member(container, key, index);
		break;
	case 1:
		copy_member(container, key, index, seed);
		break;
	case 2:
	case 3:
		set(container, key, index, interesting(seed));
		break;
	default:
		set(container, key, index, similar(member, seed));
		break;
	}
}

size_t fuzz_mutate_json(uint8_t *data, size_t size, size_t max, unsigned int seed)
{
	json_t *json = json_loadb((const char *)data, size, 0, NULL);
	unsigned int times = 1 + random_below(&seed, 4);
	size_t length = 0;

	while (json && times--)
		change(json, &seed);
	if (json)
		length = json_dumpb(json, (char *)data, max, JSON_COMPACT);
	json_decref(json);
	return length <= max ? length : 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prints a member of a JSON file:
 *	jsonget FILE PATH
 * with a PATH such as "total.lost", "exceeded.tasks[1].name" or "cpus[cpu=3].thread.max_ns", the
 * element whose member has this value. A string or a number is printed by itself, anything else as
 * JSON. "[]" at the end prints each element on a line. Status 1: there is no such member.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const json_t *json)
{
	char *text;

	if (json_is_string(json)) {
		puts(json_string_value(json));
		return;
	}
	text = json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT);
	puts(text ? text : "");
	free(text);
}

/* Returns the first element that has this value as the member, a number. */
static const json_t *find(const json_t *array, const char *member, long long value)
{
	const json_t *element;
	size_t i;

	json_array_foreach(array, i, element)
	{
		if (json_integer_value(json_object_get(element, member)) == value &&
		    json_is_integer(json_object_get(element, member)))
			return element;
	}
	return NULL;
}

/* Takes a step of the path: "[3]", "[cpu=3]" or a name, and moves *path past it. */
static const json_t *step(const json_t *json, const char **path)
{
	char word[64], *equals;
	size_t length;

	if (**path == '[') {
		length = strcspn(++*path, "]");
		snprintf(word, sizeof(word), "%.*s", (int)length, *path);
		*path += length + ((*path)[length] == ']');
		equals = strchr(word, '=');
		if (!equals)
			return json_array_get(json, strtoul(word, NULL, 10));
		*equals = '\0';
		return find(json, word, atoll(equals + 1));
	}
	*path += **path == '.';
	length = strcspn(*path, ".[");
	snprintf(word, sizeof(word), "%.*s", (int)length, *path);
	*path += length;
	return json_object_get(json, word);
}

int main(int argc, char **argv)
{
	const json_t *json;
	const char *path;
	json_error_t error;
	json_t *root;
	size_t i;

	if (argc != 3) {
		fprintf(stderr, "Usage: jsonget FILE PATH\n");
		return 129;
	}
	root = json_load_file(argv[1], 0, &error);
	if (!root) {
		fprintf(stderr, "jsonget: %s: %s\n", argv[1], error.text);
		return 1;
	}
	path = argv[2];
	for (json = root; json && *path && strcmp(path, "[]");)
		json = step(json, &path);
	for (i = 0; json && *path && i < json_array_size(json); i++)
		print(json_array_get(json, i));
	if (json && !*path)
		print(json);
	else if (!json)
		fprintf(stderr, "jsonget: %s: no %s\n", argv[1], argv[2]);
	json_decref(root);
	return json ? 0 : 1;
}

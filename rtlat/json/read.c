// SPDX-License-Identifier: GPL-2.0-only
/*
 * Small pieces that every JSON reader uses: members by type and range, with an error that names
 * the path of the member.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/json/read.h"
#include "lib/util/printable.h"

void json_read_fail(struct json_reader *reader, const char *key, const char *format, ...)
{
	const char *dot = reader->where[0] && key ? "." : "";
	const char *colon = reader->where[0] || key ? ": " : "";
	char text[200];
	va_list args;

	if (!json_read_ok(reader))
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	snprintf(reader->error, sizeof(reader->error), "%s%s%s%s%s", reader->where, dot,
		 key ? key : "", colon, text);
}

void json_read_no_memory(struct json_reader *reader)
{
	json_read_fail(reader, NULL, "no memory for it");
}

bool json_read_given(const json_t *object, const char *key)
{
	return !json_is_null(json_object_get(object, key));
}

bool json_read_has(const json_t *object, const char *key)
{
	return json_object_get(object, key) && json_read_given(object, key);
}

uint64_t json_read_number(struct json_reader *reader, const json_t *object, const char *key,
			  uint64_t max)
{
	const json_t *member = json_object_get(object, key);

	if (json_is_integer(member) && json_integer_value(member) >= 0 &&
	    (uint64_t)json_integer_value(member) <= max)
		return json_integer_value(member);
	json_read_fail(reader, key, "expected a whole number from 0 to %" PRIu64, max);
	return 0;
}

uint64_t json_read_number_or_null(struct json_reader *reader, const json_t *object, const char *key,
				  uint64_t max)
{
	return json_is_null(json_object_get(object, key))
		       ? 0
		       : json_read_number(reader, object, key, max);
}

int64_t json_read_integer(struct json_reader *reader, const json_t *object, const char *key,
			  int64_t min, int64_t max)
{
	const json_t *member = json_object_get(object, key);

	if (json_is_integer(member) && json_integer_value(member) >= min &&
	    json_integer_value(member) <= max)
		return json_integer_value(member);
	json_read_fail(reader, key, "expected a whole number from %" PRId64 " to %" PRId64, min,
		       max);
	return min;
}

double json_read_real(struct json_reader *reader, const json_t *object, const char *key, double max)
{
	const json_t *member = json_object_get(object, key);
	double value = json_number_value(member);

	if (json_is_number(member) && value >= 0 && value <= max)
		return value;
	json_read_fail(reader, key, "expected a number from 0 to %.0f", max);
	return 0;
}

bool json_read_boolean(struct json_reader *reader, const json_t *object, const char *key)
{
	const json_t *member = json_object_get(object, key);

	if (!json_is_boolean(member))
		json_read_fail(reader, key, "expected true or false");
	return json_is_true(member);
}

const char *json_read_text(struct json_reader *reader, const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	if (!text)
		json_read_fail(reader, key, "expected a string");
	else if (!*text)
		json_read_fail(reader, key, "expected a string that is not empty");
	return text ? text : "";
}

const char *json_read_text_or_null(struct json_reader *reader, const json_t *object,
				   const char *key)
{
	const json_t *value = json_object_get(object, key);
	const char *text = json_string_value(value);

	if (json_is_null(value) || (text && !*text))
		return "";
	return json_read_text(reader, object, key);
}

void json_read_string(struct json_reader *reader, const json_t *object, const char *key,
		      char *buffer, size_t size)
{
	printable_copy(buffer, size, json_read_text_or_null(reader, object, key));
}

unsigned int json_read_enum(struct json_reader *reader, const json_t *object, const char *key,
			    const char *(*name)(unsigned int value), unsigned int nr)
{
	const char *word = json_string_value(json_object_get(object, key));
	char list[96] = "";
	unsigned int i;
	size_t length;

	for (i = 0; i < nr; i++) {
		if (word && !strcmp(word, name(i)))
			return i;
		length = strlen(list);
		snprintf(list + length, sizeof(list) - length, "%s%s", i ? ", " : "", name(i));
	}
	json_read_fail(reader, key, "expected one of: %s", list);
	return 0;
}

const json_t *json_read_object(struct json_reader *reader, const json_t *object, const char *key)
{
	const json_t *member = json_object_get(object, key);

	if (json_is_object(member))
		return member;
	json_read_fail(reader, key, "expected an object");
	return NULL;
}

const json_t *json_read_array(struct json_reader *reader, const json_t *object, const char *key,
			      size_t max)
{
	const json_t *member = json_object_get(object, key);

	if (!json_is_array(member))
		json_read_fail(reader, key, "expected an array");
	else if (json_array_size(member) > max)
		json_read_fail(reader, key, "expected no more than %zu elements", max);
	else
		return member;
	return NULL;
}

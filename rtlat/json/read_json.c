// SPDX-License-Identifier: GPL-2.0-only
/* JSON from a stream: its size and memory have limits, its texts are made harmless. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/printable.h"
#include "rtlat/json/read_memory.h"
#include "rtlat/json/result_parts.h"

/* The longest text that is read: a device may go on for ever. */
#define LENGTH_MIB 256
#define LENGTH_MAX ((size_t)LENGTH_MIB << 20)

struct input {
	FILE *stream;
	size_t length;
	bool too_long;
	int err;
};

static size_t read_more(void *buffer, size_t size, void *data)
{
	struct input *input = data;
	size_t got;

	errno = 0;
	got = fread(buffer, 1, size, input->stream);
	if (ferror(input->stream))
		input->err = errno ? errno : EIO;
	input->length += got;
	input->too_long = input->length > LENGTH_MAX;
	return input->err || input->too_long || read_memory_exceeded() ? (size_t)-1 : got;
}

static bool replace_text(json_t *json)
{
	char *copy = printable_dup(json_string_value(json));
	bool done =
		copy && (!strcmp(copy, json_string_value(json)) || !json_string_set(json, copy));

	free(copy);
	return done;
}

/* Every text in it, as deep as jansson reads. False: no memory. */
static bool make_printable(json_t *json)
{
	bool done = true;
	const char *key;
	json_t *member;
	size_t i;

	if (json_is_string(json))
		return replace_text(json);
	json_array_foreach(json, i, member) done = done && make_printable(member);
	json_object_foreach(json, key, member) done = done && make_printable(member);
	return done;
}

static void tell(struct json_reader *reader, const struct input *input, const json_error_t *error)
{
	if (input->err)
		json_read_fail(reader, NULL, "%s", strerror(input->err));
	else if (input->too_long)
		json_read_fail(reader, NULL, "it is longer than %d MiB, which no result is",
			       LENGTH_MIB);
	else if (read_memory_exceeded())
		read_memory_tell(reader);
	else if (json_error_code(error) == json_error_out_of_memory)
		json_read_no_memory(reader);
	else
		json_read_fail(reader, NULL, "not JSON: line %d: %s", error->line, error->text);
}

json_t *read_json(struct json_reader *reader, FILE *stream)
{
	struct input input = { .stream = stream };
	json_error_t error;
	json_t *json;

	json = json_load_callback(read_more, &input, JSON_REJECT_DUPLICATES, &error);
	if (!json || read_memory_exceeded())
		tell(reader, &input, &error);
	else if (!make_printable(json))
		json_read_no_memory(reader);
	return json;
}

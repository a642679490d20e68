// SPDX-License-Identifier: GPL-2.0-only
/* Stacks in JSON, written and read back, and where a reader is. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/json/parts.h"
#include "rtlat/json/result_parts.h"
#include "rtlat/json/text.h"

json_t *json_frames(const struct rtlat_frame *frames, unsigned int nr)
{
	json_t *list = json_array(), *json;
	char address[24];
	unsigned int i;

	for (i = 0; i < nr; i++) {
		const struct rtlat_frame *frame = &frames[i];

		snprintf(address, sizeof(address), "0x%" PRIx64, frame->address);
		json = json_object();
		json_put(&json, "address", json_string(address));
		json_put(&json, "symbol", json_text(frame->symbol));
		json_add(&list, json);
	}
	return list;
}

struct json_place json_enter(struct json_reader *reader, const char *format, ...)
{
	size_t length = strlen(reader->where);
	struct json_place place;
	va_list args;

	memcpy(place.before, reader->where, sizeof(place.before));
	if (length && length < sizeof(reader->where) - 1)
		reader->where[length++] = '.';
	va_start(args, format);
	vsnprintf(reader->where + length, sizeof(reader->where) - length, format, args);
	va_end(args);
	return place;
}

void json_leave(struct json_reader *reader, const struct json_place *place)
{
	memcpy(reader->where, place->before, sizeof(reader->where));
}

unsigned int read_frames(struct json_reader *reader, const json_t *json, const char *key,
			 struct rtlat_frame frames[RTLAT_STACK_MAX])
{
	const json_t *list = json_read_array(reader, json, key, RTLAT_STACK_MAX);
	unsigned int i, nr = json_array_size(list);

	for (i = 0; i < nr; i++) {
		struct json_place place = json_enter(reader, "%s[%u]", key, i);
		const json_t *frame = json_array_get(list, i);
		const char *address = json_read_text(reader, frame, "address");
		char *end;

		errno = 0;
		frames[i].address = strtoull(address, &end, 16);
		if (strncmp(address, "0x", 2) || !address[2] || *end || errno)
			json_read_fail(reader, "address", "expected a number such as 0x1a");
		json_read_string(reader, frame, "symbol", frames[i].symbol,
				 sizeof(frames[i].symbol));
		json_leave(reader, &place);
	}
	return nr;
}

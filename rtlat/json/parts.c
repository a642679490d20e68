// SPDX-License-Identifier: GPL-2.0-only
/* Small pieces that every JSON writer uses: members, rounded numbers, lists of lines. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "lib/util/json_dump.h"
#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"

void json_put(json_t **object, const char *key, json_t *value)
{
	if (!json_object_set_new(*object, key, value))
		return;
	json_decref(*object);
	*object = NULL;
}

void json_add(json_t **array, json_t *value)
{
	if (!json_array_append_new(*array, value))
		return;
	json_decref(*array);
	*array = NULL;
}

int json_write(FILE *file, json_t *json, size_t flags)
{
	size_t length;
	char *text = json_dump_line(json, flags, &length);

	json_decref(json);
	if (!text)
		return -ENOMEM;
	fwrite(text, 1, length, file);
	free(text);
	return 0;
}

json_t *json_thousandths(double number)
{
	return json_real(round(number * 1000) / 1000);
}

json_t *json_millionths(double percent)
{
	return json_real(round(percent * 1000000) / 1000000);
}

json_t *json_lines(const struct rtlat_notes *notes)
{
	json_t *lines = json_array();
	unsigned int i;

	for (i = 0; notes && i < notes->nr; i++)
		json_add(&lines, json_text(notes->text[i]));
	return lines;
}

json_t *json_number(uint64_t number)
{
	return number <= INT64_MAX ? json_integer((json_int_t)number) : json_real((double)number);
}

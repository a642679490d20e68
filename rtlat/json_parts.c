// SPDX-License-Identifier: GPL-2.0-only
#include "json_parts.h"

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

json_t *json_number(uint64_t number)
{
	return number <= INT64_MAX ? json_integer((json_int_t)number) : json_real((double)number);
}

// SPDX-License-Identifier: GPL-2.0-only
/* JSON strings of bytes that may be no valid UTF-8. */
#include <stdlib.h>

#include "rtlat/json/text.h"
#include "lib/util/printable.h"

json_t *json_text(const char *text)
{
	json_t *json;
	char *copy;

	if (!text || !*text)
		return json_null();
	copy = printable_dup(text);
	if (!copy)
		return NULL;
	json = json_string(copy);
	free(copy);
	return json;
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* JSON as a text whose memory is taken at once, when its length is known. */
#include <stdlib.h>

#include "lib/util/json_dump.h"

char *json_dump_line(const json_t *json, size_t flags, size_t *length)
{
	size_t size = json_dumpb(json, NULL, 0, flags);
	char *text = size ? malloc(size + 2) : NULL;

	if (!text)
		return NULL;
	if (json_dumpb(json, text, size, flags) != size) {
		free(text);
		return NULL;
	}
	text[size] = '\n';
	text[size + 1] = '\0';
	*length = size + 1;
	return text;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "command_line.h"

char **command_line(int argc, char **argv)
{
	static char name[] = "rtlat";
	char **words = calloc(argc + 2, sizeof(*words));

	if (!words)
		return NULL;
	words[0] = name;
	memcpy(words + 1, argv, argc * sizeof(*words));
	return words;
}

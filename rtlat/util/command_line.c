// SPDX-License-Identifier: GPL-2.0-only
/* Makes the command line for results, as it would be typed. */
#include <stdlib.h>

#include "rtlat/util/command_line.h"
#include "lib/util/printable.h"

char **command_line(int argc, char **argv)
{
	char **words = calloc(argc + 2, sizeof(*words));
	int i;

	if (!words)
		return NULL;
	for (i = 0; i <= argc; i++) {
		words[i] = printable_dup(i ? argv[i - 1] : "rtlat");
		if (!words[i]) {
			command_line_free(words);
			return NULL;
		}
	}
	return words;
}

void command_line_free(char **words)
{
	char **word;

	for (word = words; word && *word; word++)
		free(*word);
	free(words);
}

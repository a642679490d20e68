// SPDX-License-Identifier: GPL-2.0-only
/* Files and journals that the tests of the journal share. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/file.h"
#include "tests/unit/lib/restore_fixture.h"
#include "tests/unit/lib/unit.h"

char logged[4096];

static void emit(void *data, enum rtlat_level level, const char *text)
{
	size_t length = strlen(logged);

	(void)data;
	if (level <= RTLAT_WARNING)
		snprintf(logged + length, sizeof(logged) - length, "%s\n", text);
}

const struct rtlat_log log_lines = { .emit = emit };

void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

void assert_file(const char *path, const char *expected)
{
	char *text = NULL;

	assert_int_equal(file_read(path, &text), 0);
	assert_string_equal(text, expected);
	free(text);
}

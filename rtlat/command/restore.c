// SPDX-License-Identifier: GPL-2.0-only
/* rtlat restore: undoes what killed runs have left changed. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/util/status.h"
#include "rtlat/util/message.h"
#include "rtlat.h"

/* Each change undone, a detail for other commands, is what this one is asked for. */
static void emit(void *data, enum rtlat_level level, const char *text)
{
	(void)data;
	if (level >= RTLAT_INFO)
		printf("%s\n", text);
	else
		complain("restore", "%s", text);
}

static int print_help(void)
{
	printf("Usage: rtlat restore\n"
	       "\n"
	       "Undo what an rtlat changed that was killed before it could restore the machine.\n"
	       "\n"
	       "  -h, --help   print this help\n");
	return finish_stdout("restore");
}

int cmd_restore(int argc, char **argv)
{
	const struct rtlat_log log = { .emit = emit };
	int owner = 0, undone;

	if (argc > 1 && (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help")))
		return print_help();
	if (argc > 1)
		return usage_error("restore", "%s: unexpected argument", argv[1]);
	undone = rtlat_restore(&log, &owner);
	if (undone == -EBUSY) {
		complain("restore",
			 "rtlat is running as process %d; it restores the machine itself", owner);
		return STATUS_ERROR;
	}
	if (undone < 0)
		return STATUS_ERROR;
	if (undone == 0)
		printf("nothing to restore\n");
	return finish_stdout("restore");
}

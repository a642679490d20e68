// SPDX-License-Identifier: GPL-2.0-only
/* rtlat restore: undoes changes that killed runs have left. */
#include <errno.h>
#include <stdio.h>

#include "rtlat/util/status.h"
#include "rtlat/util/message.h"
#include "rtlat/option/parser.h"

/*
 * Prints each change that is undone: only a detail for other commands, it is what this one is asked
 * for.
 */
static void emit(void *data, enum rtlat_level level, const char *text)
{
	(void)data;
	if (level >= RTLAT_INFO)
		printf("%s\n", text);
	else
		complain("restore", "%s", text);
}

static const struct option_parser parser = {
	.name = "restore",
	.usage = "restore",
	.about = "Undo what an rtlat changed that was killed before it could restore the machine.",
};

int cmd_restore(int argc, char **argv)
{
	const struct rtlat_log log = { .emit = emit };
	int owner = 0, undone, first, status;

	status = options_read(&parser, NULL, argc, argv, &first);
	if (status != OPTIONS_GO_ON)
		return status;
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

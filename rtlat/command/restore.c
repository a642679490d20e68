// SPDX-License-Identifier: GPL-2.0-only
/* rtlat restore: undoes changes that killed runs have left, and removes their temporary files. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "rtlat/util/aside.h"
#include "rtlat/util/message.h"
#include "rtlat/util/place.h"
#include "rtlat/util/status.h"
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
	.usage = "restore [FILE...]",
	.about = "Undo what a killed rtlat changed and could not restore. With FILE, also remove "
		 "the\n"
		 "temporary files that a killed rtlat left beside that output.",
	.operand = "FILE",
};

static unsigned int nr_removed;

static void tell_removed(const char *aside)
{
	printf("removed the temporary file %s\n", aside);
	nr_removed++;
}

/* Removes what killed runs left beside the file, which need not exist. */
static int remove_temporary(const char *path)
{
	struct place place;
	int err = place_look(&place, path);

	if (!err && place.directory >= 0)
		err = aside_remove_dead(place.directory, place.name, tell_removed);
	if (err)
		complain("restore", "%s: %s", path, place.why ? place.why : strerror(-err));
	place_close(&place);
	return err;
}

/* Another living run is in the way only of one who asks for nothing but the machine. */
static int restore_machine(bool only)
{
	const struct rtlat_log log = { .emit = emit };
	int owner = 0, undone = rtlat_restore(&log, &owner);

	if (undone == -EBUSY && !only)
		return 0;
	if (undone == -EBUSY)
		complain("restore",
			 "rtlat is running as process %d; it restores the machine itself", owner);
	return undone;
}

int cmd_restore(int argc, char **argv)
{
	int undone, first, status, err = 0;
	bool only;

	status = options_read(&parser, NULL, argc, argv, &first);
	if (status != OPTIONS_GO_ON)
		return status;
	only = first == argc;
	for (; first < argc; first++)
		err |= remove_temporary(argv[first]);
	undone = restore_machine(only);
	if (undone < 0 || err)
		return STATUS_ERROR;
	if (undone == 0 && !nr_removed)
		printf("nothing to restore\n");
	return finish_stdout("restore");
}

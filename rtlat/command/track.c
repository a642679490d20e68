// SPDX-License-Identifier: GPL-2.0-only
/* The command that measures delays between events of the kernel. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "rtlat/util/status.h"
#include "rtlat/util/message.h"
#include "rtlat.h"

static bool is_tracker(const char *word)
{
	const char *name;
	unsigned int i;

	for (i = 0; (name = rtlat_tracker_name(i)); i++) {
		if (!strcmp(word, name))
			return true;
	}
	return false;
}

/* True for the options that need no tracker. */
static bool is_question(const char *word)
{
	return !strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "--version");
}

int cmd_track(int argc, char **argv)
{
	static const char expected[] = "expected wakeup, offcpu, block, syscall, irq or net";
	bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);

	if (argc < 2)
		return usage_error("track", "%s", expected);
	if (is_question(argv[1]))
		return measure_hist(COMMAND_TRACK, argc, argv, 1);
	if (!is_tracker(argv[1]))
		return usage_error("track", "%s: %s", argv[1], expected);
	if (terminal)
		return measure_top(COMMAND_TRACK, argc, argv, 2);
	return measure_hist(COMMAND_TRACK, argc, argv, 2);
}

// SPDX-License-Identifier: GPL-2.0-only
/* The commands that measure noise: as top and hist, of another thing. */
#include <string.h>

#include "rtlat/util/status.h"
#include "rtlat/util/message.h"

/* "osnoise [top|hist] [-options]": top where none is named. */
int cmd_osnoise(int argc, char **argv)
{
	if (argc < 2 || argv[1][0] == '-')
		return measure_top(COMMAND_OSNOISE_TOP, argc, argv, 1);
	if (!strcmp(argv[1], "top"))
		return measure_top(COMMAND_OSNOISE_TOP, argc, argv, 2);
	if (!strcmp(argv[1], "hist"))
		return measure_hist(COMMAND_OSNOISE_HIST, argc, argv, 2);
	return usage_error(NULL, "osnoise %s: expected top or hist", argv[1]);
}

int cmd_hwnoise(int argc, char **argv)
{
	return measure_top(COMMAND_HWNOISE, argc, argv, 1);
}

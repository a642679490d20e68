// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Measures noise with a pinned thread per CPU that never sleeps. Works everywhere, but knows only
 * how long a noise was.
 */
#include <errno.h>
#include <stdio.h>

#include "lib/session/source.h"
#include "lib/workload/spin_loop.h"

static int spin_probe(const struct rtlat_config *config, char *why, size_t size)
{
	int err = spin_loop_probe(config, why, size);

	if (!err)
		snprintf(why, size,
			 "a spinning thread works on every kernel, without who interfered");
	return err;
}

static bool spin_measure(const struct user_loop *loop)
{
	return spin_loop_run(loop, NULL);
}

static int spin_start(struct session *run)
{
	return user_threads_start(run, spin_measure, NULL);
}

const struct rtlat_source source_spin = {
	.name = "spin",
	.lacks = SOURCE_KNOWS_CAUSES | SOURCE_ANY_NOISE | SOURCE_HARDWARE_ONLY,
	.contexts = RTLAT_HAS(RTLAT_NOISE),
	.threads = 0,
	.probe = spin_probe,
	.start = spin_start,
	.end = user_threads_end,
	.stop = user_threads_stop,
};

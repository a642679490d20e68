// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * clock_nanosleep() on a pinned thread per CPU: works everywhere, sees no interrupt latency.
 */
#include <errno.h>
#include <stdio.h>

#include "lib/source/thread/clock_loop.h"
#include "lib/session/source.h"

static int clock_probe(const struct rtlat_config *config, char *why, size_t size)
{
	if (config->stop_irq_ns) {
		snprintf(why, size, "clock_nanosleep has no IRQ latency to stop at");
		return -EOPNOTSUPP;
	}
	if (config->stack_ns || config->trace) {
		snprintf(why, size, "clock_nanosleep has no stack or trace to show");
		return -EOPNOTSUPP;
	}
	snprintf(why, size, "clock_nanosleep works on every kernel, without IRQ latency");
	return 0;
}

static int clock_start(struct session *run)
{
	return user_threads_start(run, clock_measure);
}

const struct rtlat_source source_clock = {
	.name = "clock",
	.lacks = SOURCE_STACKS,
	.contexts = RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN),
	.threads = 0,
	.probe = clock_probe,
	.start = clock_start,
	.end = user_threads_end,
	.stop = user_threads_stop,
};

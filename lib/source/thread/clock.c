// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * clock_nanosleep() on a pinned thread per CPU: works everywhere, sees no interrupt latency.
 */
#include <errno.h>
#include <stdio.h>

#include "lib/session/source.h"
#include "lib/workload/sleep_loop.h"

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

static bool measure_on(const struct user_loop *loop)
{
	return sleep_loop_run(loop, false, (struct sleep_watch){ 0 });
}

static bool measure_to_limit(const struct user_loop *loop)
{
	return sleep_loop_run(loop, true, (struct sleep_watch){ 0 });
}

static int clock_start(struct session *run)
{
	return user_threads_start(run, limit_is_set(&run->config) ? measure_to_limit : measure_on,
				  NULL);
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

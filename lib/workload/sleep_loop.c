// SPDX-License-Identifier: LGPL-2.1-or-later
/* The end of the loop of a thread that sleeps until each expiry. */
#include "lib/workload/sleep_loop.h"

/* The last activation came after the end; the periods missed before it may have been within. */
static void add_missed_before(const struct user_loop *loop, const struct rtlat_sample *last)
{
	const struct session *run = loop->run;
	uint64_t first = last->expiry - last->missed * run->config.period_ns;

	if (last->missed && first <= run->measured_to)
		rtlat_recorder_add_missed(run_recorder(loop->cpu),
					  (run->measured_to - first) / run->config.period_ns + 1);
}

void sleep_loop_finish(const struct user_loop *loop, const struct rtlat_sample *last,
		       uint64_t skipped)
{
	const struct session *run = loop->run;
	struct rtlat_recorder *recorder = run_recorder(loop->cpu);
	uint64_t after = skipped;

	if (!last->has || last->expiry < run_measured_from(run))
		return;
	if (atomic_load(&run->stopping)) {
		if (last->expiry > run->measured_to) {
			add_missed_before(loop, last);
			return;
		}
		after = (run->measured_to - last->expiry) / run->config.period_ns;
	}
	rtlat_recorder_add(recorder, last);
	if (skipped)
		rtlat_recorder_add_missed(recorder, after < skipped ? after : skipped);
}

void sleep_loop_add_unserved(const struct user_loop *loop, uint64_t expiry)
{
	const struct session *run = loop->run;
	uint64_t period = run->config.period_ns, from = run_measured_from(run);

	if (!atomic_load(&run->stopping))
		return;
	if (expiry < from)
		expiry += (from - expiry + period - 1) / period * period;
	if (expiry <= run->measured_to)
		rtlat_recorder_add_missed(run_recorder(loop->cpu),
					  (run->measured_to - expiry) / period + 1);
}

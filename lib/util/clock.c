// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Waits for a full tenth of a second, at which runs begin: the phase of their timers to the
 * kernel's tick is then nearly the same in every run.
 */
#include "lib/util/clock.h"

#define PHASE (100 * RTLAT_NSEC_PER_MSEC)

void run_await_phase(void)
{
	run_sleep_until((run_now() / PHASE + 1) * PHASE);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
#include "lib/util/clock.h"

#define PHASE (100 * RTLAT_NSEC_PER_MSEC)

void run_await_phase(void)
{
	run_sleep_until((run_now() / PHASE + 1) * PHASE);
}

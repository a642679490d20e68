// SPDX-License-Identifier: GPL-2.0-only
/* The settings of the sleep profile, which the parameters of the module change. */
#include "sleep.h"

struct sleep_settings sleep_settings = {
	.stacks = LATENCY_SLEEP_STACK_USER,
	.tasks = 8192,
};

// SPDX-License-Identifier: GPL-2.0-only
/* The stack that the timer's interrupt met, kept until it is known to be wanted. */
#include <linux/stacktrace.h>

#include "rtlat.h"

void rtlat_stack_save(struct rtlat_cpu *c)
{
	if (IS_ENABLED(CONFIG_STACKTRACE))
		c->stack.nr = stack_trace_save(c->stack.calls, RTLAT_STACK_ENTRIES, 1);
}

void rtlat_stack_output(struct rtlat_cpu *c, u64 latency)
{
	u64 threshold = READ_ONCE(c->settings->print_stack);

	if (!threshold || latency < threshold || !c->stack.nr)
		return;
	rtlat_output_stack(c->stack.calls, c->stack.nr);
	c->stack.nr = 0;
}

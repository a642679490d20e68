// SPDX-License-Identifier: LGPL-2.1-or-later
/* The words in results for the values of the public enums. */
#include "rtlat.h"

const char *rtlat_context_name(enum rtlat_context context)
{
	static const char *const names[] = { "irq", "thread", "return", "noise", "delay" };

	return context < RTLAT_CONTEXTS ? names[context] : "";
}

const char *rtlat_interferer_name(enum rtlat_interferer interferer)
{
	static const char *const names[] = { "thread", "softirq", "irq", "nmi" };

	return interferer < RTLAT_INTERFERERS ? names[interferer] : "";
}

const char *rtlat_cpu_state_name(enum rtlat_cpu_state state)
{
	static const char *const names[] = { "measured", "offline", "failed" };

	return state <= RTLAT_CPU_FAILED ? names[state] : "";
}

const char *rtlat_status_name(enum rtlat_status status)
{
	static const char *const names[] = { "pass", "fail", "error", "skip" };

	return status <= RTLAT_STATUS_SKIP ? names[status] : "";
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* The table of vectors, and names from numbers. */
#include <stdio.h>
#include <string.h>

#include "lib/source/bpf/vectors.h"
#include "lib/symbols/irq_names.h"

const struct vector vectors[] = {
	{ "local_timer", 0xec },
	{ "reschedule", 0xfd },
	{ "call_function", 0xfc },
	{ "call_function_single", 0xfb },
	{ "irq_work", 0xf6 },
	{ "x86_platform_ipi", 0xf7 },
	{ "thermal_apic", 0xfa },
	{ "threshold_apic", 0xf9 },
	{ "deferred_error_apic", 0xf4 },
	{ "error_apic", 0xfe },
	{ "spurious_apic", 0xff },
	{ NULL, 0 },
};

static const char *vector_name(int vector)
{
	unsigned int i;

	for (i = 0; vectors[i].name; i++) {
		if (vectors[i].number == vector)
			return vectors[i].name;
	}
	return "?";
}

void vectors_set_name(char name[RTLAT_NAME_SIZE], enum window_level level, int id, bool device)
{
	memset(name, 0, RTLAT_NAME_SIZE);
	if (level == WINDOW_SOFTIRQ)
		snprintf(name, RTLAT_NAME_SIZE, "%s", softirq_name(id));
	else if (level == WINDOW_IRQ && !device)
		snprintf(name, RTLAT_NAME_SIZE, "%.*s", RTLAT_NAME_SIZE - 1, vector_name(id));
}

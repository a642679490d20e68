// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "json_system.h"

/* The longest list has every other CPU, with a comma and at most four digits. */
#define LIST_SIZE (RTLAT_MAX_CPUS / 2 * 5 + 1)

json_t *json_text(const char *text)
{
	json_t *string = json_string(text);
	char *copy;
	size_t i;

	if (string)
		return string;
	copy = strdup(text);
	if (!copy)
		return NULL;
	for (i = 0; copy[i]; i++)
		if (copy[i] & 0x80)
			copy[i] = '?';
	string = json_string(copy);
	free(copy);
	return string;
}

static json_t *text(const char *value)
{
	return *value ? json_text(value) : json_null();
}

static json_t *cpus(const struct rtlat_cpuset *set)
{
	char list[LIST_SIZE];

	if (rtlat_cpuset_empty(set))
		return json_null();
	return rtlat_cpuset_format(set, list, sizeof(list)) < 0 ? NULL : json_string(list);
}

json_t *json_system(const struct rtlat_system *system)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "hostname", text(system->hostname), "kernel", text(system->kernel),
			 "kernel_version", text(system->kernel_version), "machine",
			 text(system->machine), "cpu_model", text(system->cpu_model), "realtime",
			 system->realtime, "clocksource", text(system->clocksource), "governor",
			 text(system->governor), "virtualization", text(system->virtualization),
			 "idle_states", text(system->idle_states), "cmdline", text(system->cmdline),
			 "online", cpus(&system->online), "isolated", cpus(&system->isolated),
			 "nohz_full", cpus(&system->nohz_full));
}

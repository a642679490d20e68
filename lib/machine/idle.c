// SPDX-License-Identifier: LGPL-2.1-or-later
/* The idle states of a CPU, read with libcpupower. */
#include <cpuidle.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/machine/idle.h"

unsigned int idle_count(int cpu)
{
	return cpuidle_state_count(cpu);
}

int idle_read(int cpu, unsigned int index, struct idle_state *state)
{
	int disabled = cpuidle_is_state_disabled(cpu, index);
	char *name = cpuidle_state_name(cpu, index);
	char *blank;

	if (!name || disabled < 0) {
		free(name);
		return -ENODATA;
	}
	snprintf(state->name, sizeof(state->name), "%s", name);
	free(name);
	/* "haltpoll idle" is one name in a list of names. */
	while ((blank = strchr(state->name, ' ')))
		*blank = '_';
	state->latency_us = cpuidle_state_latency(cpu, index);
	state->polling = !strcmp(state->name, "POLL") || !strcmp(state->name, "snooze");
	state->disabled = disabled > 0;
	return 0;
}

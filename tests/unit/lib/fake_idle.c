// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stands in for libcpupower, which reads /sys and nothing else: the same files, but below the
 * fake root.
 */
#include <cpuidle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/fake_root.h"
#include "lib/util/sysfs.h"

#define STATE_FILE "/sys/devices/system/cpu/cpu%u/cpuidle/state%u/"

void fake_root_idle_state(unsigned int cpu, unsigned int index, const char *name, int latency_us,
			  int disabled)
{
	char path[128];

	snprintf(path, sizeof(path), STATE_FILE "name", cpu, index);
	fake_root_write(path, "%s\n", name);
	snprintf(path, sizeof(path), STATE_FILE "latency", cpu, index);
	fake_root_write(path, "%d\n", latency_us);
	snprintf(path, sizeof(path), STATE_FILE "disable", cpu, index);
	fake_root_write(path, "%d\n", disabled);
}

unsigned int cpuidle_state_count(unsigned int cpu)
{
	unsigned int count = 0;
	char name[32];

	while (sysfs_read(name, sizeof(name), STATE_FILE "name", cpu, count) > 0)
		count++;
	return count;
}

char *cpuidle_state_name(unsigned int cpu, unsigned int idlestate)
{
	char name[32];

	if (sysfs_read(name, sizeof(name), STATE_FILE "name", cpu, idlestate) <= 0)
		return NULL;
	return strdup(name);
}

unsigned long cpuidle_state_latency(unsigned int cpu, unsigned int idlestate)
{
	int64_t latency;

	return sysfs_read_s64(&latency, STATE_FILE "latency", cpu, idlestate) ? 0 : latency;
}

int cpuidle_is_state_disabled(unsigned int cpu, unsigned int idlestate)
{
	int64_t disabled;

	return sysfs_read_s64(&disabled, STATE_FILE "disable", cpu, idlestate) ? -1 : disabled;
}

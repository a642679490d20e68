// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The idle states of a CPU, read with libcpupower, and power management for the time of a run: the
 * wake-up latency asked of all CPUs, and idle states that are disabled. Each change of a state goes
 * into the journal first, since the kernel does not take it back when rtlat ends.
 */
#include <cpuidle.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/machine/power.h"
#include "lib/util/sysfs.h"

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

int rtlat_power_dma_latency(int32_t us)
{
	char path[PATH_MAX];
	ssize_t written;
	int fd, ret;

	if (us < 0)
		return -EINVAL;
	ret = sysfs_path(path, sizeof(path), "/dev/cpu_dma_latency");
	if (ret < 0)
		return ret;
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	/* Four bytes are taken as a number; any other length as text. */
	written = write(fd, &us, sizeof(us));
	if (written != sizeof(us)) {
		ret = written < 0 ? -errno : -EIO;
		close(fd);
		return ret;
	}
	return fd;
}

static int disable_state(struct rtlat_journal *journal, int cpu, unsigned int state)
{
	char path[PATH_MAX];
	int ret;

	ret = sysfs_path(path, sizeof(path),
			 "/sys/devices/system/cpu/cpu%d/cpuidle/state%u/disable", cpu, state);
	if (ret < 0)
		return ret;
	return rtlat_journal_set(journal, path, "1");
}

int rtlat_power_limit_idle(struct rtlat_journal *journal, const struct rtlat_cpuset *cpus,
			   int deepest)
{
	unsigned int state, count;
	bool found = false;
	int cpu, ret;

	if (deepest < RTLAT_IDLE_NONE)
		return -EINVAL;
	rtlat_for_each_cpu(cpu, cpus) {
		count = idle_count(cpu);
		found = found || count;
		for (state = (unsigned int)(deepest + 1); state < count; state++) {
			ret = disable_state(journal, cpu, state);
			if (ret)
				return ret;
		}
	}
	return found ? 0 : -EOPNOTSUPP;
}

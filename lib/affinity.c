// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <sched.h>

#include "affinity.h"

/*
 * cpu_set_t itself ends at CPU 1023. The kernel refuses a mask smaller than its own on reading,
 * so the masks here are as large as an rtlat_cpuset.
 */
int rtlat_affinity_get(int tid, struct rtlat_cpuset *set)
{
	size_t size = CPU_ALLOC_SIZE(RTLAT_MAX_CPUS);
	cpu_set_t *mask = CPU_ALLOC(RTLAT_MAX_CPUS);
	int cpu, ret = 0;

	if (!mask)
		return -ENOMEM;
	CPU_ZERO_S(size, mask);
	if (sched_getaffinity(tid, size, mask)) {
		ret = -errno;
		goto out;
	}
	rtlat_cpuset_zero(set);
	for (cpu = 0; cpu < RTLAT_MAX_CPUS; cpu++)
		if (CPU_ISSET_S(cpu, size, mask))
			rtlat_cpuset_add(set, cpu);
out:
	CPU_FREE(mask);
	return ret;
}

int rtlat_affinity_set(int tid, const struct rtlat_cpuset *set)
{
	size_t size = CPU_ALLOC_SIZE(RTLAT_MAX_CPUS);
	cpu_set_t *mask = CPU_ALLOC(RTLAT_MAX_CPUS);
	int cpu, ret = 0;

	if (!mask)
		return -ENOMEM;
	CPU_ZERO_S(size, mask);
	rtlat_for_each_cpu(cpu, set)
		CPU_SET_S(cpu, size, mask);
	if (sched_setaffinity(tid, size, mask))
		ret = -errno;
	CPU_FREE(mask);
	return ret;
}

int rtlat_affinity_pin(int tid, int cpu)
{
	struct rtlat_cpuset set;

	rtlat_cpuset_zero(&set);
	rtlat_cpuset_add(&set, cpu);
	return rtlat_affinity_set(tid, &set);
}

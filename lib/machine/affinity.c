// SPDX-License-Identifier: LGPL-2.1-or-later
/* The CPUs on which a thread may run: reads and sets them with masks for up to RTLAT_MAX_CPUS. */
#include <errno.h>
#include <sched.h>

#include "lib/machine/affinity.h"

/*
 * cpu_set_t itself ends at CPU 1023. The kernel refuses a mask smaller than its own on reading,
 * so the masks here are as large as an rtlat_cpuset.
 */
struct mask {
	size_t size;
	cpu_set_t *cpus;
};

static int mask_alloc(struct mask *mask)
{
	mask->size = CPU_ALLOC_SIZE(RTLAT_MAX_CPUS);
	mask->cpus = CPU_ALLOC(RTLAT_MAX_CPUS);
	if (!mask->cpus)
		return -ENOMEM;
	CPU_ZERO_S(mask->size, mask->cpus);
	return 0;
}

int rtlat_affinity_get(int tid, struct rtlat_cpuset *set)
{
	struct mask mask;
	int cpu, err;

	err = mask_alloc(&mask);
	if (err)
		return err;
	if (sched_getaffinity(tid, mask.size, mask.cpus)) {
		err = -errno;
		goto out;
	}
	rtlat_cpuset_zero(set);
	for (cpu = 0; cpu < RTLAT_MAX_CPUS; cpu++)
		if (CPU_ISSET_S(cpu, mask.size, mask.cpus))
			rtlat_cpuset_add(set, cpu);
out:
	CPU_FREE(mask.cpus);
	return err;
}

int rtlat_affinity_set(int tid, const struct rtlat_cpuset *set)
{
	struct mask mask;
	int cpu, err;

	err = mask_alloc(&mask);
	if (err)
		return err;
	rtlat_for_each_cpu(cpu, set)
		CPU_SET_S(cpu, mask.size, mask.cpus);
	if (sched_setaffinity(tid, mask.size, mask.cpus))
		err = -errno;
	CPU_FREE(mask.cpus);
	return err;
}

int rtlat_affinity_pin(int tid, int cpu)
{
	struct rtlat_cpuset set;

	rtlat_cpuset_zero(&set);
	rtlat_cpuset_add(&set, cpu);
	return rtlat_affinity_set(tid, &set);
}

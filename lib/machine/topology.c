// SPDX-License-Identifier: LGPL-2.1-or-later
/* Which CPUs the machine has, and which of them this process may use. */
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "lib/machine/affinity.h"
#include "rtlat.h"
#include "lib/util/sysfs.h"

#define CPU_DIR "/sys/devices/system/cpu/"

/* The longest list has every other CPU, with a comma and at most four digits. */
#define LIST_SIZE (RTLAT_MAX_CPUS / 2 * 5 + 1)

/* The probe does next to nothing on its stack. */
#define PROBE_STACK (128 * 1024)

static int read_list(const char *path, struct rtlat_cpuset *set)
{
	char list[LIST_SIZE];
	int ret = sysfs_read(list, sizeof(list), "%s", path);

	if (ret < 0)
		return ret;
	/* nohz_full prints its missing mask as "(null)". */
	if (ret == 0 || !strcmp(list, "(null)")) {
		rtlat_cpuset_zero(set);
		return 0;
	}
	return rtlat_cpuset_parse(list, set);
}

/* A file that the kernel may lack. */
static int read_optional_list(const char *path, struct rtlat_cpuset *set)
{
	int ret = read_list(path, set);

	if (ret != -ENOENT)
		return ret;
	rtlat_cpuset_zero(set);
	return 0;
}

int rtlat_cpuset_online(struct rtlat_cpuset *set)
{
	return read_list(CPU_DIR "online", set);
}

int rtlat_cpuset_possible(struct rtlat_cpuset *set)
{
	return read_list(CPU_DIR "possible", set);
}

/* isolcpus= is in the first file, isolated partitions of cgroup v2 are in the others. */
int rtlat_cpuset_isolated(struct rtlat_cpuset *set)
{
	static const char *const partitions[] = {
		"/sys/fs/cgroup/cpuset.cpus.isolated",
		"/sys/fs/cgroup/unified/cpuset.cpus.isolated",
	};
	struct rtlat_cpuset more;
	size_t i;
	int ret;

	ret = read_optional_list(CPU_DIR "isolated", set);
	if (ret)
		return ret;
	for (i = 0; i < sizeof(partitions) / sizeof(partitions[0]); i++)
		if (!read_optional_list(partitions[i], &more))
			rtlat_cpuset_or(set, &more);
	return 0;
}

int rtlat_cpuset_nohz_full(struct rtlat_cpuset *set)
{
	return read_optional_list(CPU_DIR "nohz_full", set);
}

int rtlat_cpuset_siblings(int cpu, struct rtlat_cpuset *set)
{
	char path[96];
	int ret;

	if (cpu < 0 || cpu >= RTLAT_MAX_CPUS)
		return -EINVAL;
	snprintf(path, sizeof(path), CPU_DIR "cpu%d/topology/thread_siblings_list", cpu);
	ret = read_optional_list(path, set);
	if (!ret)
		rtlat_cpuset_add(set, cpu);
	return ret;
}

/*
 * Reduces a set of CPUs to those in the cpuset of this process. Runs in a thread of its own, since
 * an affinity that was once set cannot be told from an inherited one.
 */
static void *probe_cpuset(void *data)
{
	struct rtlat_cpuset *set = data;

	if (rtlat_affinity_set(0, set) || rtlat_affinity_get(0, set))
		rtlat_cpuset_zero(set);
	return NULL;
}

/* The empty set where it can't be told. */
static void cpuset_contains(struct rtlat_cpuset *set)
{
	pthread_attr_t attr;
	pthread_t thread;
	int ret;

	if (rtlat_cpuset_possible(set)) {
		rtlat_cpuset_zero(set);
		return;
	}
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, PROBE_STACK);
	ret = pthread_create(&thread, &attr, probe_cpuset, set);
	pthread_attr_destroy(&attr);
	if (ret)
		rtlat_cpuset_zero(set);
	else
		pthread_join(thread, NULL);
}

/*
 * isolcpus= leaves every process with all CPUs of its cpuset but the isolated ones. An affinity
 * that is exactly so was not set by anybody; one that lacks more, or has isolated CPUs, was.
 */
static bool narrowed_by_hand(const struct rtlat_cpuset *affinity,
			     const struct rtlat_cpuset *contained,
			     const struct rtlat_cpuset *isolated, const struct rtlat_cpuset *online)
{
	struct rtlat_cpuset missing = *contained;

	if (rtlat_cpuset_intersects(affinity, isolated))
		return true;
	rtlat_cpuset_and(&missing, online);
	rtlat_cpuset_andnot(&missing, isolated);
	rtlat_cpuset_andnot(&missing, affinity);
	return !rtlat_cpuset_empty(&missing);
}

int rtlat_cpuset_allowed(struct rtlat_cpuset *set)
{
	struct rtlat_cpuset affinity, contained, isolated, online;
	int ret;

	ret = rtlat_cpuset_online(&online);
	if (!ret)
		ret = rtlat_cpuset_isolated(&isolated);
	if (!ret)
		ret = rtlat_affinity_get(0, &affinity);
	if (ret)
		return ret;
	if (!rtlat_cpuset_empty(&isolated)) {
		cpuset_contains(&contained);
		if (!narrowed_by_hand(&affinity, &contained, &isolated, &online)) {
			rtlat_cpuset_and(&contained, &isolated);
			rtlat_cpuset_or(&affinity, &contained);
		}
	}
	rtlat_cpuset_and(&affinity, &online);
	*set = affinity;
	return 0;
}

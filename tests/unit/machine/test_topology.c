// SPDX-License-Identifier: GPL-2.0-only
/* Which CPUs a machine has and this process may use. */
#include <errno.h>
#include <stdio.h>

#include "lib/machine/affinity.h"
#include "tests/unit/lib/fake_root.h"
#include "rtlat.h"
#include "tests/unit/lib/unit.h"

#define LIST_SIZE (RTLAT_MAX_CPUS * 5)

static void assert_list(const struct rtlat_cpuset *set, const char *expected)
{
	char list[LIST_SIZE];

	assert_true(rtlat_cpuset_format(set, list, sizeof(list)) >= 0);
	assert_string_equal(list, expected);
}

static void test_machine(void **state)
{
	struct rtlat_cpuset set;

	(void)state;
	assert_int_equal(rtlat_cpuset_online(&set), -ENOENT);
	assert_int_equal(rtlat_cpuset_possible(&set), -ENOENT);
	fake_root_write("/sys/devices/system/cpu/online", "0-2,4\n");
	fake_root_write("/sys/devices/system/cpu/possible", "0-7\n");
	fake_root_write("/sys/devices/system/cpu/isolated", "2,4\n");
	fake_root_write("/sys/devices/system/cpu/nohz_full", "4\n");
	assert_int_equal(rtlat_cpuset_online(&set), 0);
	assert_list(&set, "0-2,4");
	assert_int_equal(rtlat_cpuset_possible(&set), 0);
	assert_list(&set, "0-7");
	assert_int_equal(rtlat_cpuset_isolated(&set), 0);
	assert_list(&set, "2,4");
	assert_int_equal(rtlat_cpuset_nohz_full(&set), 0);
	assert_list(&set, "4");
	fake_root_write("/sys/devices/system/cpu/online", "nonsense\n");
	assert_int_equal(rtlat_cpuset_online(&set), -EINVAL);
}

static void test_machine_lacks(void **state)
{
	struct rtlat_cpuset set;

	(void)state;
	assert_int_equal(rtlat_cpuset_isolated(&set), 0);
	assert_true(rtlat_cpuset_empty(&set));
	assert_int_equal(rtlat_cpuset_nohz_full(&set), 0);
	assert_true(rtlat_cpuset_empty(&set));
	fake_root_write("/sys/devices/system/cpu/isolated", "\n");
	fake_root_write("/sys/devices/system/cpu/nohz_full", "(null)\n");
	assert_int_equal(rtlat_cpuset_isolated(&set), 0);
	assert_true(rtlat_cpuset_empty(&set));
	assert_int_equal(rtlat_cpuset_nohz_full(&set), 0);
	assert_true(rtlat_cpuset_empty(&set));
}

static void test_isolated_partition(void **state)
{
	struct rtlat_cpuset set;

	(void)state;
	fake_root_write("/sys/devices/system/cpu/isolated", "2\n");
	fake_root_write("/sys/fs/cgroup/cpuset.cpus.isolated", "5-6\n");
	assert_int_equal(rtlat_cpuset_isolated(&set), 0);
	assert_list(&set, "2,5-6");
}

static void test_largest_list(void **state)
{
	struct rtlat_cpuset odd, set;
	char list[LIST_SIZE];
	int cpu;

	(void)state;
	rtlat_cpuset_zero(&odd);
	for (cpu = 1; cpu < RTLAT_MAX_CPUS; cpu += 2)
		rtlat_cpuset_add(&odd, cpu);
	assert_true(rtlat_cpuset_format(&odd, list, sizeof(list)) > 0);
	fake_root_write("/sys/devices/system/cpu/online", "%s\n", list);
	assert_int_equal(rtlat_cpuset_online(&set), 0);
	assert_true(rtlat_cpuset_equal(&set, &odd));
}

static void test_siblings(void **state)
{
	struct rtlat_cpuset set;

	(void)state;
	fake_root_write("/sys/devices/system/cpu/cpu1/topology/thread_siblings_list", "1,5\n");
	assert_int_equal(rtlat_cpuset_siblings(1, &set), 0);
	assert_list(&set, "1,5");
	assert_int_equal(rtlat_cpuset_siblings(3, &set), 0);
	assert_list(&set, "3");
	assert_int_equal(rtlat_cpuset_siblings(-1, &set), -EINVAL);
	assert_int_equal(rtlat_cpuset_siblings(RTLAT_MAX_CPUS, &set), -EINVAL);
}

/* Run with affinity `cpus` on a machine of CPUs `a` and `b` with `isolated` ones. */
static void assert_allowed(int a, int b, const char *cpus, const char *isolated,
			   const char *expected)
{
	struct rtlat_cpuset old, set;

	fake_root_write("/sys/devices/system/cpu/online", "%d,%d\n", a, b);
	fake_root_write("/sys/devices/system/cpu/possible", "%d,%d\n", a, b);
	fake_root_write("/sys/devices/system/cpu/isolated", "%s\n", isolated);
	assert_int_equal(rtlat_affinity_get(0, &old), 0);
	assert_int_equal(rtlat_cpuset_parse(cpus, &set), 0);
	assert_int_equal(rtlat_affinity_set(0, &set), 0);
	assert_int_equal(rtlat_cpuset_allowed(&set), 0);
	assert_int_equal(rtlat_affinity_set(0, &old), 0);
	assert_list(&set, expected);
}

static void test_allowed(void **state)
{
	struct rtlat_cpuset affinity;
	char a[16], b[16], both[64];
	int first, second;

	(void)state;
	assert_int_equal(rtlat_affinity_get(0, &affinity), 0);
	first = rtlat_cpuset_next(&affinity, -1);
	second = rtlat_cpuset_next(&affinity, first);
	if (second < 0)
		skip_because("it takes two CPUs");
	snprintf(a, sizeof(a), "%d", first);
	snprintf(b, sizeof(b), "%d", second);
	snprintf(both, sizeof(both), second == first + 1 ? "%d-%d" : "%d,%d", first, second);

	assert_allowed(first, second, both, "", both);
	assert_allowed(first, second, a, "", a);
	assert_allowed(first, second, b, "", b);
	/* isolcpus= took the second one out of an affinity that nobody set. */
	assert_allowed(first, second, a, b, both);
	/* Somebody chose the isolated one. */
	assert_allowed(first, second, b, b, b);
	/* Both are isolated, and somebody chose one of them. */
	assert_allowed(first, second, a, both, a);
	assert_allowed(first, second, both, both, both);
}

static void test_allowed_only_online(void **state)
{
	struct rtlat_cpuset affinity, set;
	int cpu;

	(void)state;
	assert_int_equal(rtlat_affinity_get(0, &affinity), 0);
	cpu = rtlat_cpuset_next(&affinity, -1);
	fake_root_write("/sys/devices/system/cpu/online", "%d,%d\n", cpu, cpu + 4000);
	fake_root_write("/sys/devices/system/cpu/possible", "0-8191\n");
	assert_int_equal(rtlat_cpuset_allowed(&set), 0);
	assert_int_equal(rtlat_cpuset_count(&set), 1);
	assert_true(rtlat_cpuset_has(&set, cpu));
	fake_root_remove("/sys/devices/system/cpu/online");
	assert_int_equal(rtlat_cpuset_allowed(&set), -ENOENT);
}

#define with_root(test) cmocka_unit_test_setup_teardown(test, fake_root_create, fake_root_destroy)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_root(test_machine),
		with_root(test_machine_lacks),
		with_root(test_isolated_partition),
		with_root(test_largest_list),
		with_root(test_siblings),
		with_root(test_allowed),
		with_root(test_allowed_only_online),
	};

	return cmocka_run_group_tests_name("topology", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "affinity.h"
#include "fake_root.h"
#include "rtlat.h"
#include "unit.h"

#define LIST_SIZE (RTLAT_MAX_CPUS * 5)
#define RANDOM_SETS 200

/* A list that is read, and the form in which it is written again. */
static const struct {
	const char *list;
	const char *format;
	unsigned int count;
} good[] = {
	{ "0", "0", 1 },
	{ "7", "7", 1 },
	{ "0,1", "0-1", 2 },
	{ "0-3", "0-3", 4 },
	{ "5-5", "5", 1 },
	{ "8,0,2-5", "0,2-5,8", 6 },
	{ "1,1,1", "1", 1 },
	{ "0-5,3-8", "0-8", 9 },
	{ "007", "7", 1 },
	{ "62-65", "62-65", 4 },
	{ "63,64", "63-64", 2 },
	{ "0,8191", "0,8191", 2 },
	{ "0-8191", "0-8191", 8192 },
};

static const struct {
	const char *list;
	int error;
} bad[] = {
	{ "", -EINVAL },
	{ " ", -EINVAL },
	{ "abc", -EINVAL },
	{ "x", -EINVAL },
	{ "-1", -EINVAL },
	{ "+1", -EINVAL },
	{ "-3", -EINVAL },
	{ "0-", -EINVAL },
	{ "-", -EINVAL },
	{ ",", -EINVAL },
	{ "0,", -EINVAL },
	{ ",0", -EINVAL },
	{ "0,,1", -EINVAL },
	{ "3-1", -EINVAL },
	{ "0 ,1", -EINVAL },
	{ "0, 1", -EINVAL },
	{ "0 ", -EINVAL },
	{ " 0", -EINVAL },
	{ "0\n", -EINVAL },
	{ "1-2-3", -EINVAL },
	{ "0x10", -EINVAL },
	{ "1e3", -EINVAL },
	{ "1.5", -EINVAL },
	{ "0-3:2/4", -EINVAL },
	{ "all", -EINVAL },
	{ "8192", -ERANGE },
	{ "0-8192", -ERANGE },
	{ "0-99999", -ERANGE },
	{ "0,99999,1", -ERANGE },
	{ "4294967296", -ERANGE },
	{ "18446744073709551616", -ERANGE },
	{ "99999999999999999999", -ERANGE },
	{ "0-99999999999999999999", -ERANGE },
	{ "99999,x", -EINVAL },
};

static void test_parse_good(void **state)
{
	struct rtlat_cpuset set;
	char list[64];
	size_t i;
	int ret;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(good); i++) {
		ret = rtlat_cpuset_parse(good[i].list, &set);
		assert_case(ret == 0, "'%s': returned %d\n", good[i].list, ret);
		assert_case(rtlat_cpuset_count(&set) == good[i].count, "'%s': %u CPUs\n",
			    good[i].list, rtlat_cpuset_count(&set));
		ret = rtlat_cpuset_format(&set, list, sizeof(list));
		assert_case(ret == (int)strlen(good[i].format) && !strcmp(list, good[i].format),
			    "'%s': formatted as '%s', returned %d\n", good[i].list, list, ret);
	}
}

static void test_parse_bad(void **state)
{
	struct rtlat_cpuset before, set;
	size_t i;
	int ret;

	(void)state;
	memset(&before, 0xa5, sizeof(before));
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		set = before;
		ret = rtlat_cpuset_parse(bad[i].list, &set);
		assert_case(ret == bad[i].error, "'%s': returned %d\n", bad[i].list, ret);
		assert_case(rtlat_cpuset_equal(&set, &before), "'%s': set changed\n", bad[i].list);
	}
}

static void test_format_size(void **state)
{
	struct rtlat_cpuset set;
	char list[8];
	size_t size;

	(void)state;
	assert_int_equal(rtlat_cpuset_parse("1,3-4", &set), 0);
	for (size = 0; size < strlen("1,3-4") + 1; size++) {
		memset(list, '#', sizeof(list));
		assert_int_equal(rtlat_cpuset_format(&set, list, size), -ENOSPC);
		assert_int_equal(list[size], '#');
	}
	assert_int_equal(rtlat_cpuset_format(&set, list, size), strlen("1,3-4"));
	assert_string_equal(list, "1,3-4");
	rtlat_cpuset_zero(&set);
	assert_int_equal(rtlat_cpuset_format(&set, list, 1), 0);
	assert_string_equal(list, "");
}

static void test_out_of_range(void **state)
{
	static const int outside[] = { -1, RTLAT_MAX_CPUS, INT32_MAX, INT32_MIN };
	struct rtlat_cpuset set;
	size_t i;

	(void)state;
	rtlat_cpuset_zero(&set);
	for (i = 0; i < ARRAY_SIZE(outside); i++) {
		rtlat_cpuset_add(&set, outside[i]);
		assert_true(rtlat_cpuset_empty(&set));
		assert_false(rtlat_cpuset_has(&set, outside[i]));
		rtlat_cpuset_remove(&set, outside[i]);
	}
	assert_int_equal(rtlat_cpuset_next(&set, -1), -1);
	rtlat_cpuset_add(&set, RTLAT_MAX_CPUS - 1);
	assert_int_equal(rtlat_cpuset_next(&set, -1), RTLAT_MAX_CPUS - 1);
	assert_int_equal(rtlat_cpuset_next(&set, RTLAT_MAX_CPUS - 2), RTLAT_MAX_CPUS - 1);
	assert_int_equal(rtlat_cpuset_next(&set, RTLAT_MAX_CPUS - 1), -1);
	assert_int_equal(rtlat_cpuset_next(&set, INT32_MAX), -1);
}

/* The obvious way to hold a set, against which the real one is compared. */
struct model {
	bool has[RTLAT_MAX_CPUS];
};

/* Dense, sparse, and in long runs: what real machines and odd ones have. */
static void random_set(struct model *model, struct rtlat_cpuset *set)
{
	int kind = rand() % 4, limit = 1 + rand() % RTLAT_MAX_CPUS, cpu;
	bool run = false;

	memset(model, 0, sizeof(*model));
	rtlat_cpuset_zero(set);
	for (cpu = 0; cpu < limit; cpu++) {
		if (rand() % 50 == 0)
			run = !run;
		if (kind == 0 ? rand() % 2 : kind == 1 ? rand() % 100 == 0 : kind == 2 ? run : 0)
			model->has[cpu] = true;
		if (model->has[cpu])
			rtlat_cpuset_add(set, cpu);
	}
}

static void assert_same(const struct model *model, const struct rtlat_cpuset *set)
{
	int cpu, next = rtlat_cpuset_next(set, -1);
	unsigned int count = 0;

	for (cpu = 0; cpu < RTLAT_MAX_CPUS; cpu++) {
		assert_int_equal(rtlat_cpuset_has(set, cpu), model->has[cpu]);
		if (!model->has[cpu])
			continue;
		count++;
		assert_int_equal(next, cpu);
		next = rtlat_cpuset_next(set, cpu);
	}
	assert_int_equal(next, -1);
	assert_int_equal(rtlat_cpuset_count(set), count);
	assert_int_equal(rtlat_cpuset_empty(set), count == 0);
}

static void check_algebra(const struct model *a, const struct rtlat_cpuset *set_a,
			  const struct model *b, const struct rtlat_cpuset *set_b)
{
	struct rtlat_cpuset either = *set_a, both = *set_a, only = *set_a;
	static struct model model_either, model_both, model_only;
	bool meet = false, same = true;
	int cpu;

	for (cpu = 0; cpu < RTLAT_MAX_CPUS; cpu++) {
		model_either.has[cpu] = a->has[cpu] || b->has[cpu];
		model_both.has[cpu] = a->has[cpu] && b->has[cpu];
		model_only.has[cpu] = a->has[cpu] && !b->has[cpu];
		meet = meet || model_both.has[cpu];
		same = same && a->has[cpu] == b->has[cpu];
	}
	rtlat_cpuset_or(&either, set_b);
	rtlat_cpuset_and(&both, set_b);
	rtlat_cpuset_andnot(&only, set_b);
	assert_same(&model_either, &either);
	assert_same(&model_both, &both);
	assert_same(&model_only, &only);
	assert_int_equal(rtlat_cpuset_intersects(set_a, set_b), meet);
	assert_int_equal(rtlat_cpuset_equal(set_a, set_b), same);
}

static void test_algebra(void **state)
{
	static struct model a, b;
	struct rtlat_cpuset set_a, set_b;
	int i, cpu;

	(void)state;
	srand(1);
	for (i = 0; i < RANDOM_SETS; i++) {
		random_set(&a, &set_a);
		random_set(&b, &set_b);
		assert_same(&a, &set_a);
		check_algebra(&a, &set_a, &b, &set_b);
		check_algebra(&a, &set_a, &a, &set_a);
		cpu = rand() % RTLAT_MAX_CPUS;
		a.has[cpu] = false;
		rtlat_cpuset_remove(&set_a, cpu);
		assert_same(&a, &set_a);
	}
}

static void test_round_trip(void **state)
{
	struct rtlat_cpuset set, again;
	static struct model model;
	char list[LIST_SIZE];
	int i, length;

	(void)state;
	srand(2);
	for (i = 0; i < RANDOM_SETS; i++) {
		random_set(&model, &set);
		if (rtlat_cpuset_empty(&set))
			continue;
		length = rtlat_cpuset_format(&set, list, sizeof(list));
		assert_int_equal(length, strlen(list));
		assert_int_equal(rtlat_cpuset_parse(list, &again), 0);
		assert_true(rtlat_cpuset_equal(&set, &again));
	}
}

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
		skip();
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
		cmocka_unit_test(test_parse_good),
		cmocka_unit_test(test_parse_bad),
		cmocka_unit_test(test_format_size),
		cmocka_unit_test(test_out_of_range),
		cmocka_unit_test(test_algebra),
		cmocka_unit_test(test_round_trip),
		with_root(test_machine),
		with_root(test_machine_lacks),
		with_root(test_isolated_partition),
		with_root(test_largest_list),
		with_root(test_siblings),
		with_root(test_allowed),
		with_root(test_allowed_only_online),
	};

	return cmocka_run_group_tests_name("cpuset", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Tests of CPU lists. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat.h"
#include "tests/unit/lib/unit.h"

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
	{ "0,", "0", 1 },
	{ "0,1,", "0-1", 2 },
	{ "2-3,", "2-3", 2 },
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
	{ "0,1,,", -EINVAL },
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

#define with_root(test) cmocka_unit_test_setup_teardown(test, fake_root_create, fake_root_destroy)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse_good),  cmocka_unit_test(test_parse_bad),
		cmocka_unit_test(test_format_size), cmocka_unit_test(test_out_of_range),
		cmocka_unit_test(test_algebra),     cmocka_unit_test(test_round_trip),
	};

	return cmocka_run_group_tests_name("cpuset", tests, NULL, NULL);
}

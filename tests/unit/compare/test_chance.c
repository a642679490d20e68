// SPDX-License-Identifier: GPL-2.0-only
/* How likely a difference is by chance: numbers that are known, and what must be so. */
#include "tests/unit/lib/unit.h"

#include <errno.h>
#include <math.h>

#include "rtlat/compare/chance.h"

static struct rtlat_histogram a, b;

static void assert_near(double value, double expected, double tolerance)
{
	assert_case(fabs(value - expected) <= tolerance, "%.12g, not %.12g\n", value, expected);
}

static void test_counts(void **state)
{
	(void)state;
	/* Drawing 5 of 10 red and 10 blue balls, all are red: 252 of 15504 ways. */
	assert_near(chance_of_counts(5, 10, 0, 10), 2 * 252.0 / 15504, 1e-12);
	assert_near(chance_of_counts(0, 10, 5, 10), 2 * 252.0 / 15504, 1e-12);
	/* 4 or 5 red ones: 210 * 10 more ways. */
	assert_near(chance_of_counts(4, 10, 1, 10), 2 * (252.0 + 2100) / 15504, 1e-12);
	/* Counts as expected tell nothing. */
	assert_near(chance_of_counts(50, 100, 50, 100), 1, 0);
	assert_near(chance_of_counts(0, 100, 0, 100), 1, 0);
	assert_near(chance_of_counts(100, 100, 100, 100), 1, 0);
	assert_near(chance_of_counts(0, 0, 5, 100), 1, 0);
	/* Large ones, where a normal distribution is as good: 5 standard errors. */
	assert_near(chance_of_counts(501768, 1000000, 498232, 1000000) / 5.7e-7, 1, 0.05);
	/* So unlikely that it is nothing, but no less than that. */
	assert_true(chance_of_counts(1000000, 1000000, 0, 1000000) >= 0);
	assert_true(chance_of_counts(1000000, 1000000, 0, 1000000) < 1e-300);
}

static void fill(struct rtlat_histogram *histogram, uint64_t from, uint64_t step, uint64_t count)
{
	uint64_t i;

	rtlat_histogram_init(histogram);
	for (i = 0; i < count; i++)
		rtlat_histogram_add(histogram, from + i * step);
}

static void test_ends(void **state)
{
	(void)state;
	/* 100 values of each up to 199; the last 3 of b are beyond a's: 1/2 * 99/199 * 98/198. */
	fill(&a, 0, 2, 98);
	rtlat_histogram_add(&a, 101);
	rtlat_histogram_add(&a, 103);
	fill(&b, 1, 2, 100);
	assert_near(chance_of_max(&a, &b), 2 * 0.5 * 99 / 199 * 98 / 198, 1e-12);
	assert_near(chance_of_max(&b, &a), chance_of_max(&a, &b), 1e-12);
	/* And a's 0 is before all of b's: one of the two has to be the first. */
	assert_near(chance_of_min(&a, &b), 1, 1e-12);
	fill(&a, 0, 1, 100);
	assert_near(chance_of_max(&a, &a), 1, 0);
	assert_near(chance_of_min(&a, &a), 1, 0);
}

static void test_means(void **state)
{
	(void)state;
	fill(&a, 1000, 1, 1000);
	fill(&b, 1000, 1, 1000);
	assert_near(chance_of_means(&a, &b), 1, 0);
	/* Each mean's variance is (1000^2 - 1) / 12 / 999: 3 standard errors are 38.75. */
	fill(&b, 1039, 1, 1000);
	assert_near(chance_of_means(&a, &b), 0.0025, 0.0002);
	/* Without a spread any difference is one. */
	rtlat_histogram_init(&a);
	rtlat_histogram_init(&b);
	rtlat_histogram_add(&a, 5);
	rtlat_histogram_add(&b, 6);
	assert_near(chance_of_means(&a, &b), 0, 0);
}

static void test_percentile(void **state)
{
	(void)state;
	/* The 10 larger ones of 20 values are all b's. */
	fill(&a, 1, 1, 10);
	fill(&b, 101, 1, 10);
	assert_near(chance_of_percentile(&a, &b, 50 * RTLAT_PERCENT), 2.0 / 184756, 1e-12);
	assert_near(chance_of_percentile(&a, &a, 50 * RTLAT_PERCENT), 1, 0);
}

/* A hundredth of it is from so much on. */
static void fill_with_tail(struct rtlat_histogram *histogram, uint64_t from)
{
	unsigned int i;

	fill(histogram, 1000, 1, 99000);
	for (i = 0; i < 1000; i++)
		rtlat_histogram_add(histogram, from + i * 20);
}

static void test_tail(void **state)
{
	struct chance_tail tail;

	(void)state;
	fill(&a, 1000, 1, 1000);
	fill(&b, 1000, 1, 1000);
	/* Ten above the 99 % of both are too few. */
	assert_int_equal(chance_of_tail(&a, &b, &tail), -ENODATA);
	fill(&a, 1000, 1, 100000);
	assert_int_equal(chance_of_tail(&a, &a, &tail), 0);
	assert_near(tail.chance, 1, 0);
	assert_near(tail.mean[0], 100500, 1000);
	assert_near(tail.mean[1], tail.mean[0], 0);
	/* Equally many are above, but those of b are later. */
	fill_with_tail(&a, 110000);
	fill_with_tail(&b, 113000);
	assert_int_equal(chance_of_tail(&a, &b, &tail), 0);
	assert_true(tail.chance < 1e-6 && tail.mean[1] > tail.mean[0]);
	/* A run that is later everywhere has nearly all of them: no word of the others' few. */
	fill(&a, 1000, 1, 100000);
	fill(&b, 1500, 1, 100000);
	assert_int_equal(chance_of_tail(&a, &b, &tail), -ENODATA);
}

/* xorshift64* */
static uint64_t random_number(void)
{
	static uint64_t number = 88172645463325252ULL;

	number ^= number >> 12;
	number ^= number << 25;
	number ^= number >> 27;
	return number * 2685821657736338717ULL;
}

static void fill_random(struct rtlat_histogram *histogram)
{
	unsigned int i;

	rtlat_histogram_init(histogram);
	for (i = 0; i < 20000; i++)
		rtlat_histogram_add(histogram,
				    5000 + (uint64_t)(-3000 * log((double)(random_number() >> 11) /
									  9007199254740992.0 +
								  1e-17)));
}

/* If a test says 1 %, it is to be wrong in about 1 of 100 cases, and not in more. */
static void test_calibration(void **state)
{
	unsigned int i, wrong[5] = { 0 }, test;
	struct chance_tail tail;

	(void)state;
	for (i = 0; i < 400; i++) {
		fill_random(&a);
		fill_random(&b);
		/* Some have not as many. */
		wrong[0] += !chance_of_tail(&a, &b, &tail) && tail.chance < 0.05;
		wrong[1] += chance_of_means(&a, &b) < 0.05;
		wrong[2] += chance_of_percentile(&a, &b, 99 * RTLAT_PERCENT) < 0.05;
		wrong[3] += chance_of_max(&a, &b) < 0.05;
		wrong[4] += chance_of_percentile(&a, &b, 50 * RTLAT_PERCENT) < 0.05;
	}
	/* 20 can be expected, of the discrete ones fewer; 35 only once in 1,000 such tests. */
	for (test = 0; test < ARRAY_SIZE(wrong); test++)
		assert_case(wrong[test] <= 35, "test %u is wrong %u times\n", test, wrong[test]);
	assert_case(wrong[0] >= 5 && wrong[1] >= 5 && wrong[2] >= 5, "%u, %u, %u: too careful\n",
		    wrong[0], wrong[1], wrong[2]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts), cmocka_unit_test(test_ends),
		cmocka_unit_test(test_means),  cmocka_unit_test(test_percentile),
		cmocka_unit_test(test_tail),   cmocka_unit_test(test_calibration),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

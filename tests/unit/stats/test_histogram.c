// SPDX-License-Identifier: GPL-2.0-only
/* The histogram against the sorted values themselves. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat.h"
#include "tests/unit/lib/unit.h"

#define NR_RANDOM 40000
#define LARGEST_BITS 46 /* beyond RTLAT_HISTOGRAM_MAX */
#define HUNDRED (100 * RTLAT_PERCENT)
#define PARTS 5

/* Beyond what 64 bits hold; pedantic compilers want to hear that it is meant. */
__extension__ typedef unsigned __int128 uint128;

static const uint32_t percentiles[] = {
	1,        10 * RTLAT_PERCENT, 25 * RTLAT_PERCENT, 50 * RTLAT_PERCENT, 66666666,
	75000001, 90000000,           95000000,           99000000,           99900000,
	99990000, 99999000,           99999900,           99999999,           HUNDRED,
};

/* Values of all sizes, and the histogram that was fed with them. */
struct pair {
	size_t nr;
	uint64_t values[NR_RANDOM + 8 * LARGEST_BITS];
	struct rtlat_histogram histogram;
};

static uint64_t random_bits(void)
{
	return (uint64_t)rand() << 40 ^ (uint64_t)rand() << 20 ^ (uint64_t)rand();
}

/* Every order of magnitude comes as often as any other. */
static uint64_t random_value(unsigned int bits)
{
	unsigned int size = rand() % (bits + 1);

	return size ? (random_bits() & ((1ULL << size) - 1)) | 1ULL << (size - 1) : 0;
}

static void add(struct pair *pair, uint64_t value)
{
	assert_true(pair->nr < ARRAY_SIZE(pair->values));
	pair->values[pair->nr++] = value;
	rtlat_histogram_add(&pair->histogram, value);
}

static void add_edges(struct pair *pair)
{
	unsigned int bits;

	add(pair, 0);
	add(pair, 1);
	for (bits = 1; bits <= LARGEST_BITS; bits++) {
		add(pair, (1ULL << bits) - 1);
		add(pair, 1ULL << bits);
		add(pair, (1ULL << bits) + 1);
	}
	add(pair, RTLAT_HISTOGRAM_MAX - 1);
	add(pair, RTLAT_HISTOGRAM_MAX);
	add(pair, RTLAT_HISTOGRAM_MAX + 1);
}

static int compare(const void *a, const void *b)
{
	uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;

	return first < second ? -1 : first > second;
}

static struct pair *pair_new(void)
{
	struct pair *pair = calloc(1, sizeof(*pair));

	assert_non_null(pair);
	rtlat_histogram_init(&pair->histogram);
	return pair;
}

static void assert_close(double value, long double expected)
{
	if (fabsl(value - expected) > 1e-9L * fabsl(expected))
		fail_msg("%.17g is not %.17Lg", value, expected);
}

static void assert_moments(const struct pair *pair)
{
	const struct rtlat_histogram *histogram = &pair->histogram;
	uint128 sum = 0, squares = 0, spread;
	uint64_t over = 0;
	size_t i;

	for (i = 0; i < pair->nr; i++) {
		sum += pair->values[i];
		squares += (uint128)pair->values[i] * pair->values[i];
		over += pair->values[i] > RTLAT_HISTOGRAM_MAX;
	}
	assert_true(histogram->sum == (uint64_t)sum);
	assert_true(histogram->square_low == (uint64_t)squares);
	assert_true(histogram->square_high == (uint64_t)(squares >> 64));
	assert_true(histogram->over == over);
	/* Exact until the last step: the difference of two large numbers must not lose digits. */
	spread = squares * pair->nr - sum * sum;
	assert_close(rtlat_histogram_mean(histogram), (long double)sum / pair->nr);
	assert_close(rtlat_histogram_stddev(histogram), sqrtl((long double)spread) / pair->nr);
}

static void assert_buckets(const struct pair *pair)
{
	const struct rtlat_histogram *histogram = &pair->histogram;
	static uint64_t bucket[RTLAT_HISTOGRAM_BUCKETS];
	unsigned int i;

	memset(bucket, 0, sizeof(bucket));
	for (i = 0; i < pair->nr; i++)
		bucket[rtlat_histogram_index(pair->values[i])]++;
	assert_memory_equal(bucket, histogram->bucket, sizeof(bucket));
	assert_int_equal(histogram->first, rtlat_histogram_index(pair->values[0]));
	assert_int_equal(histogram->last, rtlat_histogram_index(pair->values[pair->nr - 1]));
}

/* 3 / (1 - p) values, in integers. */
static bool supported(uint64_t count, uint32_t percentile)
{
	if (percentile == HUNDRED)
		return count >= 1;
	return (uint128)count * (HUNDRED - percentile) >= (uint128)3 * HUNDRED;
}

/* The smallest value that `percentile` of the sorted values do not exceed. */
static uint64_t true_percentile(const struct pair *pair, uint32_t percentile)
{
	uint64_t rank = ((uint64_t)pair->nr * percentile + HUNDRED - 1) / HUNDRED;

	return pair->values[rank - 1];
}

static void assert_percentile(const struct pair *pair, uint32_t percentile)
{
	uint64_t value = 42, expected;
	unsigned int index;
	int ret = rtlat_histogram_percentile(&pair->histogram, percentile, &value);

	if (!supported(pair->nr, percentile)) {
		assert_case(ret == -ENODATA, "%u of %zu values: returned %d\n", percentile,
			    pair->nr, ret);
		return;
	}
	index = rtlat_histogram_index(true_percentile(pair, percentile));
	expected = rtlat_histogram_high(index);
	/* The last bucket has no upper edge but the largest value. */
	if (index == RTLAT_HISTOGRAM_BUCKETS - 1 && pair->histogram.over)
		expected = pair->histogram.max;
	if (expected > pair->histogram.max || percentile == HUNDRED)
		expected = pair->histogram.max;
	assert_case(ret == 0 && value == expected,
		    "%u of %zu values: returned %d, %llu instead of %llu\n", percentile, pair->nr,
		    ret, (unsigned long long)value, (unsigned long long)expected);
}

/* Sorts the values: the order in which they came no longer matters. */
static void assert_matches(struct pair *pair)
{
	size_t i;

	qsort(pair->values, pair->nr, sizeof(pair->values[0]), compare);
	assert_true(pair->histogram.count == pair->nr);
	assert_true(pair->histogram.min == pair->values[0]);
	assert_true(pair->histogram.max == pair->values[pair->nr - 1]);
	assert_moments(pair);
	assert_buckets(pair);
	for (i = 0; i < ARRAY_SIZE(percentiles); i++)
		assert_percentile(pair, percentiles[i]);
}

static void test_geometry(void **state)
{
	uint64_t low, high, width, next = 0;
	unsigned int i;

	(void)state;
	for (i = 0; i < RTLAT_HISTOGRAM_BUCKETS; i++) {
		low = rtlat_histogram_low(i);
		high = rtlat_histogram_high(i);
		assert_true(low == next);
		assert_true(high >= low);
		assert_int_equal(rtlat_histogram_index(low), i);
		assert_int_equal(rtlat_histogram_index(high), i);
		assert_int_equal(rtlat_histogram_index(low + (high - low) / 2), i);
		width = high - low + 1;
		assert_true(i < 256 ? width == 1 : width * 128 <= low);
		next = high + 1;
	}
	assert_true(next == RTLAT_HISTOGRAM_MAX + 1);
	for (i = RTLAT_HISTOGRAM_TOP; i < 64; i++)
		assert_int_equal(rtlat_histogram_index(1ULL << i), RTLAT_HISTOGRAM_BUCKETS - 1);
	assert_int_equal(rtlat_histogram_index(UINT64_MAX), RTLAT_HISTOGRAM_BUCKETS - 1);
}

static void assert_empty(const struct rtlat_histogram *histogram)
{
	uint64_t value;
	size_t i;

	assert_true(histogram->count == 0 && histogram->sum == 0 && histogram->over == 0);
	assert_true(histogram->min == UINT64_MAX && histogram->max == 0);
	assert_true(histogram->square_low == 0 && histogram->square_high == 0);
	assert_true(histogram->first > histogram->last);
	assert_true(rtlat_histogram_mean(histogram) == 0);
	assert_true(rtlat_histogram_stddev(histogram) == 0);
	for (i = 0; i < ARRAY_SIZE(percentiles); i++)
		assert_int_equal(rtlat_histogram_percentile(histogram, percentiles[i], &value),
				 -ENODATA);
}

static void test_empty(void **state)
{
	static struct rtlat_histogram histogram, other;

	(void)state;
	memset(&histogram, 0xff, sizeof(histogram));
	rtlat_histogram_init(&histogram);
	assert_empty(&histogram);
	rtlat_histogram_init(&other);
	rtlat_histogram_merge(&histogram, &other);
	assert_empty(&histogram);
}

static void test_edges(void **state)
{
	struct pair *pair = pair_new();

	(void)state;
	add_edges(pair);
	assert_matches(pair);
	free(pair);
}

/* Each value alone: its deviation is zero, and it is its own percentile. */
static void test_single(void **state)
{
	struct pair *pair;
	unsigned int bits;

	(void)state;
	for (bits = 0; bits <= LARGEST_BITS; bits++) {
		pair = pair_new();
		add(pair, (1ULL << bits) + (bits > 3 ? 3 : 0));
		assert_matches(pair);
		assert_true(rtlat_histogram_stddev(&pair->histogram) == 0);
		free(pair);
	}
}

static void test_random(void **state)
{
	unsigned int sizes[] = { 3, 8, 14, 20, 33, RTLAT_HISTOGRAM_TOP, LARGEST_BITS };
	struct pair *pair;
	unsigned int i;
	size_t n;

	(void)state;
	srand(6);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		pair = pair_new();
		for (n = 0; n < NR_RANDOM; n++)
			add(pair, random_value(sizes[i]));
		assert_matches(pair);
		free(pair);
	}
}

/* Large values that differ little, where a naive sum of squares in doubles cancels to nothing. */
static void test_small_deviation(void **state)
{
	struct pair *pair = pair_new();
	size_t n;

	(void)state;
	for (n = 0; n < 3001; n++)
		add(pair, (1ULL << 41) + n % 3);
	assert_matches(pair);
	free(pair);
}

static void test_merged(void **state)
{
	static struct rtlat_histogram parts[PARTS];
	struct pair *pair = pair_new();
	unsigned int i;
	size_t n;

	(void)state;
	srand(7);
	add_edges(pair);
	for (n = 0; n < NR_RANDOM; n++)
		add(pair, random_value(LARGEST_BITS));
	for (i = 0; i < PARTS; i++)
		rtlat_histogram_init(&parts[i]);
	/* The last part stays empty. */
	for (n = 0; n < pair->nr; n++)
		rtlat_histogram_add(&parts[rand() % (PARTS - 1)], pair->values[n]);
	rtlat_histogram_init(&pair->histogram);
	for (i = 0; i < PARTS; i++)
		rtlat_histogram_merge(&pair->histogram, &parts[i]);
	assert_matches(pair);
	free(pair);
}

/* The rule of the 3 / (1 - p) values at its very edge. */
static void test_enough_values(void **state)
{
	static const struct {
		uint32_t percentile;
		uint64_t enough;
	} rules[] = {
		{ 50 * RTLAT_PERCENT, 6 }, { 90 * RTLAT_PERCENT, 30 }, { 99 * RTLAT_PERCENT, 300 },
		{ 99900000, 3000 },        { 99990000, 30000 },        { HUNDRED, 1 },
		{ 66666666, 9 },           { 66666667, 10 },           { 1, 4 },
	};
	static struct rtlat_histogram histogram;
	uint64_t value;
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rules); i++) {
		rtlat_histogram_init(&histogram);
		while (histogram.count < rules[i].enough) {
			assert_case(rtlat_histogram_percentile(&histogram, rules[i].percentile,
							       &value) == -ENODATA,
				    "%u: given for %llu values\n", rules[i].percentile,
				    (unsigned long long)histogram.count);
			rtlat_histogram_add(&histogram, 1000);
		}
		assert_case(!rtlat_histogram_percentile(&histogram, rules[i].percentile, &value),
			    "%u: not given for %llu values\n", rules[i].percentile,
			    (unsigned long long)histogram.count);
		assert_int_equal(value, 1000);
	}
}

static void test_bound(void **state)
{
	static struct rtlat_histogram histogram;
	struct rtlat_tail tail;

	(void)state;
	rtlat_histogram_init(&histogram);
	assert_int_equal(rtlat_histogram_tail(&histogram, &tail), -ENODATA);
	rtlat_histogram_add(&histogram, 5);
	rtlat_histogram_add(&histogram, 7);
	assert_int_equal(rtlat_histogram_tail(&histogram, &tail), -ENODATA);
	rtlat_histogram_add(&histogram, 6);
	assert_int_equal(rtlat_histogram_tail(&histogram, &tail), 0);
	assert_int_equal(tail.bound, 7);
	assert_true(tail.probability == 1);
	while (histogram.count < 600000)
		rtlat_histogram_add(&histogram, histogram.count);
	assert_int_equal(rtlat_histogram_tail(&histogram, &tail), 0);
	assert_int_equal(tail.bound, 599999);
	assert_true(fabs(tail.probability - 5e-6) < 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_geometry), cmocka_unit_test(test_empty),
		cmocka_unit_test(test_edges),    cmocka_unit_test(test_single),
		cmocka_unit_test(test_random),   cmocka_unit_test(test_small_deviation),
		cmocka_unit_test(test_merged),   cmocka_unit_test(test_enough_values),
		cmocka_unit_test(test_bound),
	};

	return cmocka_run_group_tests_name("histogram", tests, NULL, NULL);
}

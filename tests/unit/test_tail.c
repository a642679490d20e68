// SPDX-License-Identifier: GPL-2.0-only
/* What samples say of larger ones, for distributions of which that is known. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <math.h>

#include "rtlat.h"

#define SAMPLES 1000000

static struct rtlat_histogram histogram;
static struct rtlat_tail tail;

/* The quantiles of a distribution, evenly: as good a sample as there can be. */
static void fill(double (*quantile)(double survival), uint64_t count)
{
	uint64_t i;

	rtlat_histogram_init(&histogram);
	for (i = 0; i < count; i++)
		rtlat_histogram_add(&histogram,
				    (uint64_t)quantile(((double)i + 0.5) / (double)count));
}

static double exponential(double survival)
{
	return 20000 - 5000 * log(survival);
}

/* Shape 0.25. */
static double heavy(double survival)
{
	return 20000 + 5000 / 0.25 * (pow(survival, -0.25) - 1);
}

/* Shape -0.25: no value is above 40000. */
static double bounded(double survival)
{
	return 20000 + 5000 / 0.25 * (1 - pow(survival, 0.25));
}

/* Far too heavy for an estimate. */
static double cauchy(double survival)
{
	return 20000 + 10 / survival;
}

/* Nothing, and then a few that are all alike: no tail of any kind that is known. */
static double steps(double survival)
{
	return survival > 0.001 ? 20000 : 40000 + 20000 * floor(survival * 3000);
}

static void test_bound(void **state)
{
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
	assert_false(tail.estimated);
	fill(exponential, 600000);
	assert_int_equal(rtlat_histogram_tail(&histogram, &tail), 0);
	assert_int_equal(tail.bound, histogram.max);
	assert_true(fabs(tail.probability - 5e-6) < 1e-12);
}

/* Its shape within twice its error, and the levels within a tenth of the excess. */
static void check(double (*quantile)(double survival), double shape)
{
	double ten = quantile(1.0 / (10.0 * SAMPLES)), hundred = quantile(1.0 / (100.0 * SAMPLES));

	fill(quantile, SAMPLES);
	assert_int_equal(rtlat_histogram_tail(&histogram, &tail), 0);
	assert_case(tail.estimated, "shape %g: no estimate\n", shape);
	assert_case(fabs(tail.shape - shape) < 2 * tail.shape_error, "shape %g: %g +- %g\n", shape,
		    tail.shape, tail.shape_error);
	assert_case(tail.shape_error > 0.005 && tail.shape_error < 0.1, "shape %g: error %g\n",
		    shape, tail.shape_error);
	assert_case(tail.fit > 0.05, "shape %g: fit %g\n", shape, tail.fit);
	assert_case(fabs(tail.level_10 - ten) < (ten - 20000) / 10, "shape %g: %g, not %g\n", shape,
		    tail.level_10, ten);
	assert_case(fabs(tail.level_100 - hundred) < (hundred - 20000) / 10,
		    "shape %g: %g, not %g\n", shape, tail.level_100, hundred);
	assert_true(tail.peaks >= 2000 && tail.peaks < 4000);
}

static void test_estimate(void **state)
{
	(void)state;
	check(exponential, 0);
	check(heavy, 0.25);
	check(bounded, -0.25);
}

static void test_no_estimate(void **state)
{
	(void)state;
	/* Too few. */
	fill(exponential, 2999);
	assert_int_equal(rtlat_histogram_tail(&histogram, &tail), 0);
	assert_false(tail.estimated);
	fill(exponential, 5000);
	assert_int_equal(rtlat_histogram_tail(&histogram, &tail), 0);
	assert_true(tail.estimated);
	fill(cauchy, SAMPLES);
	assert_int_equal(rtlat_histogram_tail(&histogram, &tail), 0);
	assert_false(tail.estimated);
	/* All of them in one place. */
	rtlat_histogram_init(&histogram);
	while (histogram.count < 10000)
		rtlat_histogram_add(&histogram, 12345);
	assert_int_equal(rtlat_histogram_tail(&histogram, &tail), 0);
	assert_false(tail.estimated);
}

/* What cannot be such a tail has a bad fit, or none. */
static void test_bad_fit(void **state)
{
	(void)state;
	fill(steps, SAMPLES);
	assert_int_equal(rtlat_histogram_tail(&histogram, &tail), 0);
	assert_case(!tail.estimated || tail.fit < 0.05, "fit %g\n", tail.fit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bound),
		cmocka_unit_test(test_estimate),
		cmocka_unit_test(test_no_estimate),
		cmocka_unit_test(test_bad_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Latency over time: what is new in each interval, and intervals that become one. */
#include "tests/unit/lib/unit.h"

#include <stdlib.h>

#include "rtlat.h"

#define SECOND RTLAT_NSEC_PER_SEC

struct fixture {
	struct rtlat_series *series;
	struct rtlat_histogram histogram;
};

static int setup(void **state)
{
	struct fixture *fixture = malloc(sizeof(*fixture));

	assert_non_null(fixture);
	fixture->series = rtlat_series_create(1);
	assert_non_null(fixture->series);
	rtlat_histogram_init(&fixture->histogram);
	*state = fixture;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;

	rtlat_series_free(fixture->series);
	free(fixture);
	return 0;
}

/* Counts `value` once more, and takes the interval that begins at `from`. */
static void take(struct fixture *fixture, uint64_t from, uint64_t value, uint64_t missed)
{
	unsigned int interval = rtlat_series_begin(fixture->series, from);

	rtlat_histogram_add(&fixture->histogram, value);
	rtlat_series_add(fixture->series, 0, interval, &fixture->histogram, missed);
}

static void expect(const struct fixture *fixture, unsigned int interval, uint64_t count,
		   uint64_t missed, uint64_t max)
{
	const struct rtlat_series_point *point = &fixture->series->line[0].point[interval];

	assert_int_equal(point->count, count);
	assert_int_equal(point->missed, missed);
	assert_in_range(point->max, max, max + max / 128);
}

static void each_interval_has_what_is_new(void **state)
{
	struct fixture *fixture = *state;

	take(fixture, 0, 50000, 0);
	take(fixture, SECOND, 7000, 3);
	take(fixture, SECOND + 1, 6000, 4);
	take(fixture, 3 * SECOND, 5000, 4);
	assert_int_equal(fixture->series->nr, 4);
	expect(fixture, 0, 1, 0, 50000);
	expect(fixture, 1, 2, 4, 7000);
	expect(fixture, 2, 0, 0, 0);
	expect(fixture, 3, 1, 0, 5000);
}

static void full_intervals_become_one(void **state)
{
	struct fixture *fixture = *state;
	unsigned int i;

	for (i = 0; i < RTLAT_SERIES_MAX; i++)
		take(fixture, i * SECOND, 1000 + i * 100, i);
	assert_int_equal(fixture->series->nr, RTLAT_SERIES_MAX);
	take(fixture, RTLAT_SERIES_MAX * SECOND, 99, RTLAT_SERIES_MAX);
	assert_int_equal(fixture->series->interval_ns, 2 * SECOND);
	assert_int_equal(fixture->series->nr, RTLAT_SERIES_MAX / 2 + 1);
	expect(fixture, 0, 2, 1, 1100);
	expect(fixture, 59, 2, 2, 1000 + 119 * 100);
	expect(fixture, 60, 1, 1, 99);
	/* A run that was not looked at for long. */
	take(fixture, RTLAT_SERIES_MAX * 8 * SECOND, 98, RTLAT_SERIES_MAX);
	assert_int_equal(fixture->series->interval_ns, 16 * SECOND);
	expect(fixture, 60, 1, 0, 98);
	expect(fixture, 0, 16, 15, 1000 + 15 * 100);
}

static void the_percentile_is_of_the_interval(void **state)
{
	struct fixture *fixture = *state;
	unsigned int i;

	for (i = 0; i < 1000; i++)
		rtlat_histogram_add(&fixture->histogram, 1000000);
	take(fixture, 0, 1000000, 0);
	for (i = 0; i < 199; i++)
		rtlat_histogram_add(&fixture->histogram, i < 197 ? 100 : 200);
	take(fixture, SECOND, 300, 0);
	assert_int_equal(fixture->series->line[0].point[1].p99, 200);
	assert_int_equal(fixture->series->line[0].point[1].max, 301);
}

/* A source that begins anew has nothing in common with before. */
static void a_reset_is_noticed(void **state)
{
	struct fixture *fixture = *state;

	take(fixture, 0, 50000, 5);
	take(fixture, 0, 50000, 6);
	rtlat_histogram_init(&fixture->histogram);
	take(fixture, SECOND, 7000, 1);
	expect(fixture, 1, 1, 1, 7000);
	rtlat_series_reset(fixture->series);
	assert_int_equal(fixture->series->nr, 0);
	take(fixture, 0, 8000, 1);
	expect(fixture, 0, 2, 1, 8000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(each_interval_has_what_is_new, setup, teardown),
		cmocka_unit_test_setup_teardown(full_intervals_become_one, setup, teardown),
		cmocka_unit_test_setup_teardown(the_percentile_is_of_the_interval, setup, teardown),
		cmocka_unit_test_setup_teardown(a_reset_is_noticed, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
/* The screen's arithmetic: numbers that fit columns, columns that fit, rows of a histogram. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "rtlat/result/culprit.h"
#include "rtlat/screen/internal.h"

#define HOUR (3600 * RTLAT_NSEC_PER_SEC)

static void expect_time(uint64_t ns, int width, bool nanoseconds, const char *expected)
{
	char text[SCREEN_NUMBER_MAX];

	screen_format_time(text, width, ns, nanoseconds);
	assert_string_equal(text, expected);
}

static void test_time(void **state)
{
	(void)state;
	expect_time(0, 6, false, "0");
	expect_time(1999, 6, false, "1");
	expect_time(1999, 8, true, "1999");
	expect_time(999999999, 6, false, "999999");
	expect_time(1000000000, 6, false, "1.000s");
	expect_time(99999999, 8, true, "99999999");
	expect_time(100000000, 8, true, "100.00ms");
	expect_time(999999999, 8, true, "999.99ms");
	expect_time(1234567890, 8, true, "1.23456s");
	expect_time(HOUR, 6, false, "3600s");
	expect_time(10 * HOUR, 6, false, "10.00h");
	expect_time(3650 * 24 * HOUR, 6, false, "3650d");
}

static void test_time_never_too_wide(void **state)
{
	char text[SCREEN_NUMBER_MAX];
	uint64_t ns;

	(void)state;
	for (ns = 1; ns < RTLAT_DURATION_MAX; ns += ns / 7 + 1) {
		screen_format_time(text, 6, ns, false);
		assert_in_range(strlen(text), 1, 6);
		screen_format_time(text, 8, ns, true);
		assert_in_range(strlen(text), 1, 8);
	}
}

static void expect_count(uint64_t count, int width, const char *expected)
{
	char text[SCREEN_NUMBER_MAX];

	screen_format_count(text, width, count);
	assert_string_equal(text, expected);
}

static void test_count(void **state)
{
	(void)state;
	expect_count(0, 8, "0");
	expect_count(99999999, 8, "99999999");
	expect_count(100000000, 8, "100000k");
	expect_count(1000000, 6, "1000k");
	expect_count(UINT64_MAX, 8, "18446P");
}

static void test_clock(void **state)
{
	char text[SCREEN_NUMBER_MAX];

	(void)state;
	screen_format_clock(text, 12 * RTLAT_NSEC_PER_SEC + 999999999);
	assert_string_equal(text, "00:00:12");
	screen_format_clock(text, 24 * HOUR - 1);
	assert_string_equal(text, "23:59:59");
	screen_format_clock(text, 50 * HOUR + 61 * RTLAT_NSEC_PER_SEC);
	assert_string_equal(text, "2d 02:01:01");
}

/* The rows begin at or below min, end at or below max, ascend, and are as many as asked for. */
static void check_scale(uint64_t min, uint64_t max, unsigned int rows)
{
	uint64_t edge[SCREEN_SCALE_MAX];
	unsigned int nr = screen_scale(min, max, rows, edge), i;

	assert_in_range(nr, 1, rows);
	assert_true(edge[nr - 1] <= max);
	if (rows > 20)
		assert_true(edge[0] <= min);
	for (i = 1; i < nr; i++)
		assert_true(edge[i - 1] < edge[i]);
	if (nr > 1 && rows > 20)
		assert_true(edge[1] > min);
}

static void test_scale(void **state)
{
	uint64_t min, max, none[SCREEN_SCALE_MAX];
	unsigned int rows;

	(void)state;
	for (min = 0; min < HOUR; min = min * 3 + 17)
		for (max = min; max < 2 * HOUR; max = max * 4 + 1)
			for (rows = 1; rows < 100; rows += 13)
				check_scale(min, max, rows);
	check_scale(1, UINT64_MAX, 64);
	assert_int_equal(screen_scale(1, 1000, 0, none), 0);
}

static void test_scale_steps(void **state)
{
	static const uint64_t expected[] = { 2000, 5000, 10000, 20000, 50000, 100000, 200000 };
	uint64_t edge[SCREEN_SCALE_MAX];

	(void)state;
	assert_int_equal(screen_scale(2500, 412345, 10, edge), 7);
	assert_memory_equal(edge, expected, sizeof(expected));
	assert_int_equal(screen_scale(20, 90, 10, edge), 1);
	assert_int_equal(edge[0], 0);
}

static int row_with_losses(void *data, unsigned int index, struct rtlat_row *row)
{
	(void)index;
	*row = (struct rtlat_row){ .cpu = -1 };
	row->missed = row->lost = *(bool *)data;
	return 0;
}

static bool has_max(const struct screen_columns *columns, enum rtlat_context context)
{
	unsigned int i;

	for (i = 0; i < columns->nr; i++) {
		const struct row_key *key = &columns->column[i].key;

		if (key->field == ROW_MAX && key->context == context)
			return true;
	}
	return false;
}

/* Every page, at any width: nothing beyond the edge, and no culprit at the cost of a maximum. */
static bool check_columns(struct screen *screen, int width)
{
	bool noise = screen->feed.contexts & RTLAT_HAS(RTLAT_NOISE);
	const struct screen_column *last;
	struct screen_columns columns;
	unsigned int page = 0, i;
	bool culprit;

	do {
		screen->page = page;
		screen_columns_choose(screen, width, &columns);
		last = &columns.column[columns.nr - 1];
		culprit = last->key.field == (noise ? ROW_SOURCE : ROW_CULPRIT);
		assert_true(last->x + last->width <= width);
		for (i = 1; i < columns.nr; i++)
			assert_true(columns.column[i].x >
				    columns.column[i - 1].x + columns.column[i - 1].width);
		if (culprit) {
			assert_true(last->width >= CULPRIT_WIDTH_MIN);
			assert_true(screen_column_opens(&columns, columns.nr - 1));
		}
		for (i = 0; culprit && !noise && !page && i < RTLAT_LATENCIES; i++)
			assert_true(has_max(&columns, i));
	} while (++page < columns.pages);
	return culprit;
}

static void expect_culprit_from(bool losses, bool nanoseconds, int expected)
{
	struct screen screen = {
		.feed = { .data = &losses,
			  .contexts = RTLAT_HAS(RTLAT_LATENCIES) - 1,
			  .row = row_with_losses },
		.nanoseconds = nanoseconds,
	};
	int width;

	assert_int_equal(screen_rows_init(&screen), 0);
	for (width = 20; width < 300; width++)
		assert_false(check_columns(&screen, width));
	screen.feed.contexts |= RTLAT_HAS_INTERFERENCE;
	for (width = 20; width < 300; width++)
		assert_int_equal(check_columns(&screen, width), width >= expected);
	screen_rows_free(&screen);
}

static void test_culprit_column(void **state)
{
	(void)state;
	expect_culprit_from(false, false, 60);
	expect_culprit_from(true, false, 74);
	expect_culprit_from(false, true, 66);
	expect_culprit_from(true, true, 80);
}

/* The columns' names, a '|' where a group begins. */
static void expect_columns(unsigned int contexts, bool hardware_only, int width, unsigned int page,
			   const char *expected)
{
	const struct rtlat_config config = { .hardware_only = hardware_only };
	bool losses = false;
	struct screen screen = {
		.feed = { .data = &losses,
			  .config = &config,
			  .contexts = RTLAT_HAS(RTLAT_NOISE) | contexts,
			  .row = row_with_losses },
		.page = page,
	};
	struct screen_columns columns;
	char text[256] = "";
	unsigned int i;

	assert_int_equal(screen_rows_init(&screen), 0);
	screen_columns_choose(&screen, width, &columns);
	for (i = 0; i < columns.nr; i++) {
		strcat(text, i == 0 ? "" : screen_column_opens(&columns, i) ? " | " : " ");
		strcat(text, columns.column[i].name);
	}
	assert_string_equal(text, expected);
	screen_rows_free(&screen);
}

static void test_noise_columns(void **state)
{
	const unsigned int counts = RTLAT_HAS_COUNTS, all = counts | RTLAT_HAS_INTERFERENCE;

	(void)state;
	expect_columns(0, false, 80, 0, "CPU periods | avail% noise period p99 max");
	expect_columns(counts, false, 80, 0,
		       "CPU periods | avail% noise period p99 max | hw irq softirq thread");
	expect_columns(all, false, 80, 0,
		       "CPU periods | avail% noise period max | hw irq | source");
	expect_columns(all, false, 80, 1, "CPU periods | avail% noise period p99 max | source");
	expect_columns(all, false, 80, 2, "CPU periods | hw nmi irq softirq thread | source");
	expect_columns(all, false, 80, 3,
		       "CPU periods | avail% noise period max | hw irq | source");
	expect_columns(all, false, 200, 0,
		       "CPU periods | avail% noise period p99 max | hw nmi irq softirq thread | "
		       "source");
	expect_columns(all, true, 80, 0, "CPU periods | avail% noise period p99 max | hw | source");
	expect_columns(counts, true, 80, 0, "CPU periods | avail% noise period p99 max | hw nmi");
	expect_columns(counts, false, 24, 0, "CPU periods | avail%");
}

static void test_noise_columns_fit(void **state)
{
	static const struct rtlat_config config = { 0 };
	bool losses = true;
	struct screen screen = {
		.feed = { .data = &losses,
			  .config = &config,
			  .contexts = RTLAT_HAS(RTLAT_NOISE) | RTLAT_HAS_COUNTS |
				      RTLAT_HAS_INTERFERENCE,
			  .row = row_with_losses },
	};
	int width;

	(void)state;
	assert_int_equal(screen_rows_init(&screen), 0);
	for (width = 20; width < 300; width++)
		check_columns(&screen, width);
	screen.nanoseconds = true;
	for (width = 20; width < 300; width++)
		check_columns(&screen, width);
	screen_rows_free(&screen);
}

/* Every column once, and then from the start. */
static void test_noise_sorting(void **state)
{
	static const enum row_field expected[] = {
		ROW_PERIODS,  ROW_AVAILABLE, ROW_NOISE, ROW_MAX_PERIOD, ROW_P99,     ROW_MAX,
		ROW_HARDWARE, ROW_NMIS,      ROW_IRQS,  ROW_SOFTIRQS,   ROW_THREADS, ROW_CPU,
	};
	static const struct rtlat_config config = { 0 };
	bool losses = false;
	struct screen screen = {
		.feed = { .data = &losses,
			  .config = &config,
			  .contexts = RTLAT_HAS(RTLAT_NOISE) | RTLAT_HAS_COUNTS,
			  .row = row_with_losses },
	};
	unsigned int i;

	(void)state;
	assert_int_equal(screen_rows_init(&screen), 0);
	for (i = 0; i < sizeof(expected) / sizeof(*expected); i++) {
		screen_sort_next(&screen);
		assert_int_equal(screen.rows.sort.field, expected[i]);
	}
	screen_rows_free(&screen);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_time),
		cmocka_unit_test(test_time_never_too_wide),
		cmocka_unit_test(test_count),
		cmocka_unit_test(test_clock),
		cmocka_unit_test(test_scale),
		cmocka_unit_test(test_scale_steps),
		cmocka_unit_test(test_culprit_column),
		cmocka_unit_test(test_noise_columns),
		cmocka_unit_test(test_noise_columns_fit),
		cmocka_unit_test(test_noise_sorting),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

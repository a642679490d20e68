// SPDX-License-Identifier: GPL-2.0-only
/* The share of noise in a few characters; and one that is not known. */
#include "tests/unit/lib/unit.h"

#include <string.h>

#include "rtlat/result/noise_text.h"
#include "rtlat/result/row_field.h"

static void expect_available(uint64_t time, uint64_t runtime, const char *expected)
{
	const struct rtlat_noise noise = { .time = time, .runtime = runtime };
	char text[NOISE_PERCENT_SIZE];

	noise_available_text(text, &noise);
	assert_string_equal(text, expected);
}

static void all_is_available_only_without_noise(void **state)
{
	(void)state;
	expect_available(0, 0, "-");
	expect_available(0, 1000000000, "100.00000");
	expect_available(1, UINT64_MAX, "99.99999");
	expect_available(49, 1000000000, "99.99999");
	expect_available(100, 1000000000, "99.99999");
	expect_available(1000, 1000000000, "99.99990");
	expect_available(814966, 2008975, "59.43374");
	expect_available(1000000000, 1000000000, "0.00000");
	expect_available(1000000001, 1000000000, "0.00000");
}

static void expect_share(uint64_t time, const char *expected)
{
	const struct rtlat_noise noise = { .runtime = 1000000000 };
	char text[NOISE_PERCENT_SIZE];

	noise_share_text(text, time, &noise);
	assert_string_equal(text, expected);
}

static void a_small_share_is_not_nothing(void **state)
{
	const struct rtlat_noise none = { 0 };
	char text[NOISE_PERCENT_SIZE];

	(void)state;
	expect_share(0, "0");
	expect_share(123456789, "12.35");
	expect_share(1234567, "0.12");
	expect_share(123456, "0.012");
	expect_share(12345, "0.0012");
	expect_share(100, "0.000010");
	expect_share(1000000000, "100.00");
	noise_share_text(text, 5, &none);
	assert_string_equal(text, "0");
}

static void expect_source(unsigned int width, const char *expected)
{
	const struct rtlat_noise noise = { .runtime = 1000000000 };
	const struct rtlat_noise_source source = {
		.time = 123456,
		.by = RTLAT_BY_IRQ,
		.id = 236,
		.name = "local_timer",
	};
	char text[CULPRIT_SIZE];

	noise_source_text(text, width, &source, &noise);
	assert_string_equal(text, expected);
}

static void a_source_loses_its_id_before_its_name(void **state)
{
	(void)state;
	expect_source(CULPRIT_SIZE, "irq local_timer:236 0.012%");
	expect_source(26, "irq local_timer:236 0.012%");
	expect_source(25, "irq local_timer 0.012%");
	expect_source(22, "irq local_timer 0.012%");
	expect_source(21, "irq local_time 0.012%");
}

static void a_source_without_a_name(void **state)
{
	const struct rtlat_noise noise = { .runtime = 1000 };
	struct rtlat_noise_source source = { .by = RTLAT_BY_NMI };
	char text[CULPRIT_SIZE];

	(void)state;
	noise_source_text(text, CULPRIT_SIZE, &source, &noise);
	assert_string_equal(text, "");
	source.time = 500;
	noise_source_text(text, CULPRIT_SIZE, &source, &noise);
	assert_string_equal(text, "nmi 50.00%");
	source.by = RTLAT_BY_THREAD;
	noise_source_text(text, 18, &source, &noise);
	assert_string_equal(text, "thread, oth 50.00%");
}

/* More of it is worse, of all numbers alike. */
static void less_available_is_more(void **state)
{
	const struct row_key key = { .field = ROW_AVAILABLE };
	struct rtlat_row row = { .noise = { .runtime = 1000000000000, .time = 5 } };
	uint64_t less = row_value(&row, key);

	(void)state;
	row.noise.time = 6;
	assert_true(row_value(&row, key) > less);
	row.noise.time = row.noise.runtime;
	assert_true(row_value(&row, key) > less);
	less = row_value(&row, key);
	/* A file may have any two numbers. */
	row.noise.time = UINT64_MAX;
	row.noise.runtime = 1;
	assert_int_equal(row_value(&row, key), less);
}

static void nothing_is_known_without_runtime(void **state)
{
	static const enum row_field fields[] = {
		ROW_NOISE, ROW_AVAILABLE, ROW_MAX_PERIOD, ROW_HARDWARE,
		ROW_NMIS,  ROW_IRQS,      ROW_SOFTIRQS,   ROW_THREADS,
	};
	struct rtlat_row row = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		row.noise.runtime = 0;
		assert_false(row_has(&row, (struct row_key){ .field = fields[i] }));
		assert_int_equal(row_value(&row, (struct row_key){ .field = fields[i] }), 0);
		row.noise.runtime = 1;
		assert_true(row_has(&row, (struct row_key){ .field = fields[i] }));
	}
	assert_false(row_has(&row, (struct row_key){ ROW_MAX, RTLAT_NOISE }));
	row.context[RTLAT_NOISE].count = 1;
	assert_true(row_has(&row, (struct row_key){ ROW_MAX, RTLAT_NOISE }));
	assert_false(row_has(&row, (struct row_key){ ROW_P99, RTLAT_NOISE }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_is_available_only_without_noise),
		cmocka_unit_test(a_small_share_is_not_nothing),
		cmocka_unit_test(a_source_loses_its_id_before_its_name),
		cmocka_unit_test(a_source_without_a_name),
		cmocka_unit_test(less_available_is_more),
		cmocka_unit_test(nothing_is_known_without_runtime),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

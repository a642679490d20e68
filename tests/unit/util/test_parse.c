// SPDX-License-Identifier: GPL-2.0-only
/* Tests of parsing numbers and times. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat.h"
#include "tests/unit/lib/unit.h"

#define UNTOUCHED 0x5a5a5a5a5a5a5a5aULL
#define ROUND_TRIPS 20000

/* Nobody may take these for a number, whatever the range. */
static const char *const no_numbers[] = {
	"",     " ",   "abc",          "+1",       "0x10",
	"10 m", "1e3", "1.5",          "1,5",      "1 ",
	" 1",   "1\n", "\t1",          "--1",      "1-",
	"-",    "+",   "0b1",          "1_0",      "1'0",
	"NaN",  "inf", "\x31\xc2\xb2", "\xd9\xa1", "99999999999999999999x",
};

static const struct {
	const char *text;
	uint64_t min, max;
	int ret;
	uint64_t value;
} unsigned_cases[] = {
	{ "0", 0, 10, 0, 0 },
	{ "10", 0, 10, 0, 10 },
	{ "007", 0, 10, 0, 7 },
	{ "11", 0, 10, -ERANGE, 0 },
	{ "4", 5, 10, -ERANGE, 0 },
	{ "5", 5, 5, 0, 5 },
	{ "18446744073709551615", 0, UINT64_MAX, 0, UINT64_MAX },
	{ "18446744073709551616", 0, UINT64_MAX, -ERANGE, 0 },
	{ "18446744073709551625", 0, UINT64_MAX, -ERANGE, 0 },
	{ "99999999999999999999", 0, UINT64_MAX, -ERANGE, 0 },
	{ "184467440737095516150", 0, UINT64_MAX, -ERANGE, 0 },
	{ "-1", 0, UINT64_MAX, -EINVAL, 0 },
	{ "-0", 0, UINT64_MAX, -EINVAL, 0 },
};

static const struct {
	const char *text;
	int64_t min, max;
	int ret;
	int64_t value;
} signed_cases[] = {
	{ "0", -10, 10, 0, 0 },
	{ "-0", -10, 10, 0, 0 },
	{ "-1", -10, 10, 0, -1 },
	{ "-10", -10, 10, 0, -10 },
	{ "-11", -10, 10, -ERANGE, 0 },
	{ "11", -10, 10, -ERANGE, 0 },
	{ "9223372036854775807", INT64_MIN, INT64_MAX, 0, INT64_MAX },
	{ "9223372036854775808", INT64_MIN, INT64_MAX, -ERANGE, 0 },
	{ "-9223372036854775808", INT64_MIN, INT64_MAX, 0, INT64_MIN },
	{ "-9223372036854775809", INT64_MIN, INT64_MAX, -ERANGE, 0 },
	{ "18446744073709551615", INT64_MIN, INT64_MAX, -ERANGE, 0 },
	{ "-18446744073709551616", INT64_MIN, INT64_MAX, -ERANGE, 0 },
	{ "- 1", -10, 10, -EINVAL, 0 },
};

static const struct {
	const char *text;
	int ret;
	uint64_t seconds;
} durations[] = {
	{ "1", 0, 1 },
	{ "1s", 0, 1 },
	{ "90", 0, 90 },
	{ "10m", 0, 600 },
	{ "2h", 0, 7200 },
	{ "7d", 0, 604800 },
	{ "2S", 0, 2 },
	{ "2M", 0, 120 },
	{ "2H", 0, 7200 },
	{ "2D", 0, 172800 },
	{ "3650d", 0, 3650ULL * 86400 },
	{ "315360000", 0, 315360000 },
	{ "0", -ERANGE, 0 },
	{ "0d", -ERANGE, 0 },
	{ "3651d", -ERANGE, 0 },
	{ "315360001", -ERANGE, 0 },
	{ "18446744073709551615", -ERANGE, 0 },
	{ "18446744073709551616", -ERANGE, 0 },
	{ "99999999999999999999d", -ERANGE, 0 },
	{ "213503982334602d", -ERANGE, 0 },
	{ "5y", -EINVAL, 0 },
	{ "10x", -EINVAL, 0 },
	{ "10 m", -EINVAL, 0 },
	{ "10Ms", -ERANGE, 0 },
	{ "10ms", -ERANGE, 0 },
	{ "2000ms", 0, 2 },
	{ "1h30m", 0, 5400 },
	{ "1d2h3m4s", 0, 93784 },
	{ "1m30", -EINVAL, 0 },
	{ "30m1h", -EINVAL, 0 },
	{ "1m1m", -EINVAL, 0 },
	{ "1m-1s", -EINVAL, 0 },
	{ "213503982d18446744073s", -ERANGE, 0 },
	{ "10mm", -EINVAL, 0 },
	{ "m", -EINVAL, 0 },
	{ "-1", -EINVAL, 0 },
	{ "-1s", -EINVAL, 0 },
	{ "1.5h", -EINVAL, 0 },
};

static void test_no_numbers(void **state)
{
	uint64_t number = UNTOUCHED, ns = UNTOUCHED;
	int64_t value = UNTOUCHED;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(no_numbers); i++) {
		const char *text = no_numbers[i];

		assert_case(rtlat_parse_u64(text, 0, UINT64_MAX, &number) == -EINVAL, "u64 '%s'\n",
			    text);
		assert_case(rtlat_parse_s64(text, INT64_MIN, INT64_MAX, &value) == -EINVAL,
			    "s64 '%s'\n", text);
		assert_case(rtlat_parse_duration(text, &ns) == -EINVAL, "duration '%s'\n", text);
		assert_case(number == UNTOUCHED && value == (int64_t)UNTOUCHED && ns == UNTOUCHED,
			    "'%s' changed its output\n", text);
	}
}

static void test_unsigned(void **state)
{
	uint64_t value;
	size_t i;
	int ret;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(unsigned_cases); i++) {
		value = UNTOUCHED;
		ret = rtlat_parse_u64(unsigned_cases[i].text, unsigned_cases[i].min,
				      unsigned_cases[i].max, &value);
		assert_case(ret == unsigned_cases[i].ret, "'%s': returned %d\n",
			    unsigned_cases[i].text, ret);
		assert_case(value == (ret ? UNTOUCHED : unsigned_cases[i].value),
			    "'%s': value %llu\n", unsigned_cases[i].text,
			    (unsigned long long)value);
	}
}

static void test_signed(void **state)
{
	int64_t value;
	size_t i;
	int ret;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(signed_cases); i++) {
		value = (int64_t)UNTOUCHED;
		ret = rtlat_parse_s64(signed_cases[i].text, signed_cases[i].min,
				      signed_cases[i].max, &value);
		assert_case(ret == signed_cases[i].ret, "'%s': returned %d\n", signed_cases[i].text,
			    ret);
		assert_case(value == (ret ? (int64_t)UNTOUCHED : signed_cases[i].value),
			    "'%s': value %lld\n", signed_cases[i].text, (long long)value);
	}
}

static void test_numbers_round_trip(void **state)
{
	uint64_t number, value;
	int64_t signed_value;
	char text[32];
	int i;

	(void)state;
	srand(3);
	for (i = 0; i < ROUND_TRIPS; i++) {
		number = ((uint64_t)rand() << 33 ^ (uint64_t)rand() << 11 ^ rand()) >> rand() % 64;
		snprintf(text, sizeof(text), "%llu", (unsigned long long)number);
		assert_int_equal(rtlat_parse_u64(text, 0, UINT64_MAX, &value), 0);
		assert_true(value == number);
		snprintf(text, sizeof(text), "%lld", (long long)number);
		assert_int_equal(rtlat_parse_s64(text, INT64_MIN, INT64_MAX, &signed_value), 0);
		assert_true(signed_value == (int64_t)number);
	}
}

static void test_durations(void **state)
{
	uint64_t ns;
	size_t i;
	int ret;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(durations); i++) {
		ns = UNTOUCHED;
		ret = rtlat_parse_duration(durations[i].text, &ns);
		assert_case(ret == durations[i].ret, "'%s': returned %d\n", durations[i].text, ret);
		assert_case(ns == (ret ? UNTOUCHED : durations[i].seconds * RTLAT_NSEC_PER_SEC),
			    "'%s': %llu ns\n", durations[i].text, (unsigned long long)ns);
	}
}

/* Lists that are read, as they are written again. */
static const struct {
	const char *list;
	const char *format;
} good_percentiles[] = {
	{ "50", "50" },
	{ "100", "100" },
	{ "100.000000", "100" },
	{ "0.000001", "0.000001" },
	{ "99.9", "99.9" },
	{ "99.90", "99.9" },
	{ "99.999999", "99.999999" },
	{ "50,50", "50" },
	{ "50,50.0,50.000000", "50" },
	{ "99.9,50,99", "50,99,99.9" },
	{ "100,0.5", "0.5,100" },
	{ "00050", "50" },
	{ "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16" },
};

static const struct {
	const char *list;
	int ret;
} bad_percentiles[] = {
	{ "", -EINVAL },
	{ " ", -EINVAL },
	{ "abc", -EINVAL },
	{ ",", -EINVAL },
	{ "50,", -EINVAL },
	{ ",50", -EINVAL },
	{ "50,,99", -EINVAL },
	{ "50, 99", -EINVAL },
	{ "50 ", -EINVAL },
	{ "-1", -EINVAL },
	{ "+50", -EINVAL },
	{ "50%", -EINVAL },
	{ ".5", -EINVAL },
	{ "5.", -EINVAL },
	{ "5.,6", -EINVAL },
	{ "5.5.5", -EINVAL },
	{ "5e1", -EINVAL },
	{ "0x32", -EINVAL },
	{ "p50", -EINVAL },
	{ "99.9999999", -EINVAL },
	{ "50.0000000", -EINVAL },
	{ "50;99", -EINVAL },
	{ "0", -ERANGE },
	{ "0.0", -ERANGE },
	{ "0.000000", -ERANGE },
	{ "50,0", -ERANGE },
	{ "100.1", -ERANGE },
	{ "100.000001", -ERANGE },
	{ "101", -ERANGE },
	{ "4295", -ERANGE },
	{ "4294967346", -ERANGE },
	{ "18446744073709551666", -ERANGE },
	{ "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", -E2BIG },
};

static void format_list(const struct rtlat_percentiles *percentiles, char *list, size_t size)
{
	char number[32];
	size_t length = 0;
	unsigned int i;
	int ret;

	for (i = 0; i < percentiles->nr; i++) {
		ret = rtlat_percentile_format(percentiles->value[i], number, sizeof(number));
		assert_int_equal(ret, strlen(number));
		length += snprintf(list + length, size - length, "%s%s", i ? "," : "", number);
		assert_true(length < size);
	}
}

static void test_percentiles_good(void **state)
{
	struct rtlat_percentiles percentiles;
	char list[256];
	size_t i;
	int ret;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(good_percentiles); i++) {
		ret = rtlat_parse_percentiles(good_percentiles[i].list, &percentiles);
		assert_case(ret == 0, "'%s': returned %d\n", good_percentiles[i].list, ret);
		format_list(&percentiles, list, sizeof(list));
		assert_case(!strcmp(list, good_percentiles[i].format), "'%s': read as '%s'\n",
			    good_percentiles[i].list, list);
	}
}

static void test_percentiles_bad(void **state)
{
	struct rtlat_percentiles before, percentiles;
	size_t i;
	int ret;

	(void)state;
	memset(&before, 0x5a, sizeof(before));
	for (i = 0; i < ARRAY_SIZE(bad_percentiles); i++) {
		percentiles = before;
		ret = rtlat_parse_percentiles(bad_percentiles[i].list, &percentiles);
		assert_case(ret == bad_percentiles[i].ret, "'%s': returned %d\n",
			    bad_percentiles[i].list, ret);
		assert_case(!memcmp(&percentiles, &before, sizeof(before)),
			    "'%s' changed its output\n", bad_percentiles[i].list);
	}
}

static void test_percentile_values(void **state)
{
	struct rtlat_percentiles percentiles;

	(void)state;
	assert_int_equal(rtlat_parse_percentiles("99.9,0.000001,100", &percentiles), 0);
	assert_int_equal(percentiles.nr, 3);
	assert_int_equal(percentiles.value[0], 1);
	assert_int_equal(percentiles.value[1], 99900000);
	assert_int_equal(percentiles.value[2], 100 * RTLAT_PERCENT);
}

static void test_percentile_round_trip(void **state)
{
	struct rtlat_percentiles percentiles;
	uint32_t value;
	char text[16];
	int i, ret;

	(void)state;
	srand(4);
	for (i = 0; i < ROUND_TRIPS; i++) {
		value = 1 + (uint32_t)rand() % (100 * RTLAT_PERCENT);
		ret = rtlat_percentile_format(value, text, sizeof(text));
		assert_int_equal(ret, strlen(text));
		assert_true(!strchr(text, '.') || text[ret - 1] != '0');
		assert_int_equal(rtlat_parse_percentiles(text, &percentiles), 0);
		assert_int_equal(percentiles.nr, 1);
		assert_int_equal(percentiles.value[0], value);
	}
}

static void test_percentile_format_size(void **state)
{
	char text[8];
	size_t size;

	(void)state;
	for (size = 0; size <= strlen("99.9"); size++) {
		memset(text, '#', sizeof(text));
		assert_int_equal(rtlat_percentile_format(99900000, text, size), -ENOSPC);
		assert_int_equal(text[size], '#');
	}
	assert_int_equal(rtlat_percentile_format(99900000, text, size), strlen("99.9"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_numbers),
		cmocka_unit_test(test_unsigned),
		cmocka_unit_test(test_signed),
		cmocka_unit_test(test_numbers_round_trip),
		cmocka_unit_test(test_durations),
		cmocka_unit_test(test_percentiles_good),
		cmocka_unit_test(test_percentiles_bad),
		cmocka_unit_test(test_percentile_values),
		cmocka_unit_test(test_percentile_round_trip),
		cmocka_unit_test(test_percentile_format_size),
	};

	return cmocka_run_group_tests_name("parse", tests, NULL, NULL);
}

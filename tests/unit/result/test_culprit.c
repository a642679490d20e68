// SPDX-License-Identifier: GPL-2.0-only
/* The culprit of a sample, in the width there is. */
#include "tests/unit/lib/unit.h"

#include <string.h>

#include "rtlat/result/culprit.h"

static const struct rtlat_sample example = {
	.has = RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS_INTERFERENCE,
	.latency = { [RTLAT_THREAD] = 12345 },
	.interference = {
		.time = { [RTLAT_BY_THREAD] = 9999 },
		.count = { [RTLAT_BY_THREAD] = 3 },
		.worst = { [RTLAT_BY_THREAD] = { .duration = 6000, .id = 87882, .name = "cc1" } },
	},
};

static void expect(unsigned int width, const struct rtlat_sample *sample, bool nanoseconds,
		   const char *expected)
{
	char text[CULPRIT_SIZE];

	culprit_text(text, width, sample, nanoseconds);
	assert_string_equal(text, expected);
}

static void what_matters_least_goes_first(void **state)
{
	(void)state;
	expect(CULPRIT_SIZE, &example, false, "thread cc1:87882 +2 9.9us 81%");
	expect(29, &example, false, "thread cc1:87882 +2 9.9us 81%");
	expect(28, &example, false, "thread cc1:87882 9.9us 81%");
	expect(26, &example, false, "thread cc1:87882 9.9us 81%");
	expect(25, &example, false, "thread cc1 9.9us 81%");
	expect(20, &example, false, "thread cc1 9.9us 81%");
	expect(19, &example, false, "thread cc1 81%");
	expect(13, &example, false, "thread cc 81%");
	expect(CULPRIT_SIZE, &example, true, "thread cc1:87882 +2 9999ns 81%");
}

static void never_wider_than_asked_for(void **state)
{
	struct rtlat_sample sample = example;
	char text[CULPRIT_SIZE];
	unsigned int width;

	(void)state;
	memset(sample.interference.worst[RTLAT_BY_THREAD].name, ':', RTLAT_NAME_SIZE);
	sample.interference.worst[RTLAT_BY_THREAD].id = INT32_MIN;
	sample.interference.count[RTLAT_BY_THREAD] = UINT32_MAX;
	for (width = 8; width < CULPRIT_SIZE; width++) {
		culprit_text(text, width, &sample, false);
		assert_in_range(strlen(text), 1, width);
		assert_non_null(strstr(text, width < CULPRIT_WIDTH_MIN ? " 81%" : " 9.9us 81%"));
	}
}

static void a_part_without_a_name(void **state)
{
	struct rtlat_sample sample = example;

	(void)state;
	sample.interference.late = 13579;
	sample.latency[RTLAT_THREAD] = 30000;
	expect(CULPRIT_SIZE, &sample, false, "late 13.5us 45%");
	expect(11, &sample, false, "late 45%");
	sample.latency[RTLAT_THREAD] = 50000;
	expect(CULPRIT_SIZE, &sample, false, "unexplained 26.4us 53%");
	sample.interference.time[RTLAT_BY_NMI] = 20000;
	sample.interference.count[RTLAT_BY_NMI] = 12;
	expect(CULPRIT_SIZE, &sample, false, "nmi +11 20.0us 40%");
	expect(17, &sample, false, "nmi +11 40%");
	sample.has &= ~RTLAT_HAS_INTERFERENCE;
	expect(CULPRIT_SIZE, &sample, false, "");
}

/* In a narrow column why goes before who. */
static void whom_the_interrupt_met(void **state)
{
	struct rtlat_sample sample = {
		.has = RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS_INTERFERENCE,
		.latency = { [RTLAT_THREAD] = 2092100 },
		.interference = { .late = 2092000, .met = { true, 370, "modprobe" } },
	};

	(void)state;
	expect(CULPRIT_SIZE, &sample, false, "late, interrupts off in modprobe:370 2092us 100%");
	expect(48, &sample, false, "late, interrupts off in modprobe:370 2092us 100%");
	expect(47, &sample, false, "late modprobe:370 2092us 100%");
	expect(28, &sample, false, "late modprobe 2092us 100%");
	sample.interference.met.pid = 0;
	expect(32, &sample, false, "late, exit from idle 2092us 100%");
	expect(31, &sample, false, "late idle 2092us 100%");
	sample.interference.late = 0;
	sample.interference.hrtimers.time = sample.interference.hrtimers.longest = 9000;
	sample.interference.hrtimers.count = 1;
	sample.latency[RTLAT_THREAD] = 9000;
	memset(sample.interference.hrtimers.name, 'x', RTLAT_SYMBOL_SIZE - 1);
	expect(22, &sample, false, "hrtimer xxx 9.0us 100%");
}

static void expect_time(uint64_t ns, bool nanoseconds, const char *expected)
{
	char text[32];

	culprit_time(text, sizeof(text), ns, nanoseconds);
	assert_string_equal(text, expected);
}

static void times_are_cut(void **state)
{
	(void)state;
	expect_time(0, false, "0.0us");
	expect_time(999, false, "0.9us");
	expect_time(999999, false, "999.9us");
	expect_time(1000000, false, "1000us");
	expect_time(99999999, false, "99999us");
	expect_time(100000000, false, "100ms");
	expect_time(100000000, true, "100000000ns");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_matters_least_goes_first),
		cmocka_unit_test(never_wider_than_asked_for),
		cmocka_unit_test(a_part_without_a_name),
		cmocka_unit_test(whom_the_interrupt_met),
		cmocka_unit_test(times_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Functions of timers get their names, each looked up once. */
#include "tests/unit/lib/unit.h"

#include <string.h>

#include "lib/symbols/timer_names.h"

#define KNOWN 0xffffffff81000010
#define NOWHERE 0x10

static struct timer_names names = {
	.nr = 1,
	.frame = { { .address = KNOWN, .symbol = "function+0x0 [module]" } },
};

static struct rtlat_sample sample_of(uint64_t function)
{
	return (struct rtlat_sample){
		.has = RTLAT_HAS_INTERFERENCE,
		.interference.hrtimers.function = function,
	};
}

static void a_function_has_no_offset(void **state)
{
	struct rtlat_sample sample = sample_of(KNOWN);

	(void)state;
	timer_names_resolve(&names, &sample, 1);
	assert_string_equal(sample.interference.hrtimers.name, "function [module]");
}

static void what_has_no_name_is_remembered(void **state)
{
	struct rtlat_sample samples[] = { sample_of(NOWHERE), sample_of(0), sample_of(KNOWN),
					  sample_of(NOWHERE) };

	(void)state;
	timer_names_resolve(&names, samples, ARRAY_SIZE(samples));
	assert_int_equal(names.nr, 2);
	assert_string_equal(samples[0].interference.hrtimers.name, "");
	assert_string_equal(samples[2].interference.hrtimers.name, "function [module]");
	timer_names_resolve(&names, samples, ARRAY_SIZE(samples));
	assert_int_equal(names.nr, 2);
}

/* Functions that do not fit are addresses. */
static void there_is_an_end_to_it(void **state)
{
	struct rtlat_sample samples[2 * TIMER_NAMES_MAX];
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(samples); i++)
		samples[i] = sample_of(NOWHERE + i);
	timer_names_resolve(&names, samples, ARRAY_SIZE(samples));
	assert_int_equal(names.nr, TIMER_NAMES_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_function_has_no_offset),
		cmocka_unit_test(what_has_no_name_is_remembered),
		cmocka_unit_test(there_is_an_end_to_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

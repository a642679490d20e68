// SPDX-License-Identifier: GPL-2.0-only
/* Whole runs of the source spin, which works on every machine. */
#include "tests/unit/lib/unit.h"

#include <errno.h>

#include "tests/unit/lib/whole_run.h"

#define MS RTLAT_NSEC_PER_MSEC

static void short_run(struct rtlat_config *config)
{
	rtlat_config_init_noise(config);
	config->source = "spin";
	config->period_ns = 100 * MS;
	config->runtime_ns = 50 * MS;
	config->duration_ns = 400 * MS;
	rtlat_cpuset_add(&config->cpus, 0);
}

/* Half of each period; a loaded machine may hold up the thread, but time does not get lost. */
static void runtime_is_part_of_each_period(void **state)
{
	const struct rtlat_cpu_result *total;
	struct rtlat_result result;
	struct rtlat_config config;
	struct rtlat_run *run = NULL;
	unsigned int tries;

	(void)state;
	total = &result.total;
	/* On a busy machine the thread may not have run before all is over. */
	for (tries = 0; !run && tries < 20; tries++) {
		short_run(&config);
		run = whole_run(&config, &result);
		assert_non_null(total->noise);
		if (!total->noise->runtime) {
			rtlat_run_destroy(run);
			run = NULL;
		}
	}
	assert_non_null(run);
	assert_true(total->noise->periods <= 4);
	assert_true(total->noise->runtime >= total->noise->periods * 49 * MS);
	assert_in_range(total->noise->runtime, 1, result.duration_ns);
	assert_true(total->noise->time <= total->noise->runtime);
	assert_true(total->noise->max_period <= total->noise->time);
	assert_int_equal(total->context[RTLAT_NOISE].histogram->count, total->count);
	assert_int_equal(total->context[RTLAT_NOISE].histogram->sum, total->noise->time);
	assert_true(!total->count ||
		    total->context[RTLAT_NOISE].histogram->min >= config.threshold_ns);
	assert_null(total->context[RTLAT_THREAD].histogram);
	assert_int_equal(result.contexts, RTLAT_HAS(RTLAT_NOISE));
	assert_int_equal(result.status, RTLAT_STATUS_PASS);
	rtlat_run_destroy(run);
}

/* A CPU that has nothing to tell has been measured. */
static void no_noise_is_a_result(void **state)
{
	struct rtlat_result result;
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	short_run(&config);
	config.threshold_ns = 100 * RTLAT_NSEC_PER_SEC;
	run = whole_run(&config, &result);
	assert_int_equal(result.total.count, 0);
	assert_true(result.total.noise->runtime > 0);
	assert_int_equal(result.status, RTLAT_STATUS_PASS);
	rtlat_run_destroy(run);
}

/* Two readings of the clock are always a nanosecond apart at some time. */
static struct rtlat_run *run_to_limit(uint64_t noise, uint64_t period, struct rtlat_result *result)
{
	struct rtlat_config config;
	struct rtlat_run *run;

	short_run(&config);
	config.threshold_ns = 1;
	config.stop_noise_ns = noise;
	config.stop_period_ns = period;
	config.duration_ns = 60 * RTLAT_NSEC_PER_SEC;
	run = whole_run(&config, result);
	assert_non_null(result->exceeded);
	assert_int_equal(result->status, RTLAT_STATUS_FAIL);
	assert_int_equal(result->exceeded->context, RTLAT_NOISE);
	assert_int_equal(result->exceeded->limit, 1);
	assert_int_equal(result->exceeded->period, period > 0);
	assert_true(result->duration_ns < config.duration_ns);
	return run;
}

static void a_noise_that_is_too_long_ends_the_run(void **state)
{
	struct rtlat_result result;
	struct rtlat_run *run = run_to_limit(1, 0, &result);

	(void)state;
	assert_true(result.exceeded->sample.latency[RTLAT_NOISE] > 1);
	assert_int_equal(result.exceeded->sample.seq, result.total.count);
	rtlat_run_destroy(run);
}

static void a_period_with_too_much_ends_the_run(void **state)
{
	struct rtlat_result result;
	struct rtlat_run *run = run_to_limit(0, 1, &result);

	(void)state;
	assert_int_equal(result.exceeded->sample.seq, 1);
	assert_int_equal(result.total.noise->periods, 1);
	assert_int_equal(result.exceeded->sample.latency[RTLAT_NOISE], result.total.noise->time);
	rtlat_run_destroy(run);
}

static void hardware_alone_is_not_to_be_had(void **state)
{
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	short_run(&config);
	config.hardware_only = true;
	assert_int_equal(rtlat_run_create(&run, &config), -EOPNOTSUPP);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runtime_is_part_of_each_period),
		cmocka_unit_test(no_noise_is_a_result),
		cmocka_unit_test(a_noise_that_is_too_long_ends_the_run),
		cmocka_unit_test(a_period_with_too_much_ends_the_run),
		cmocka_unit_test(hardware_alone_is_not_to_be_had),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

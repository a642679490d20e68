// SPDX-License-Identifier: GPL-2.0-only
/* Whole runs of the clock source, which works on every machine. */
#include <errno.h>
#include <stdarg.h>
#include <setjmp.h>
#include <unistd.h>
#include <cmocka.h>

#include "rtlat.h"
#include "lib/run/run.h"
#include "lib/util/thread.h"
#include "tests/unit/lib/whole_run.h"

#define DURATION (400 * RTLAT_NSEC_PER_MSEC)

static void short_run(struct rtlat_config *config)
{
	rtlat_config_init(config);
	config->source = "clock";
	config->duration_ns = DURATION;
	rtlat_cpuset_add(&config->cpus, 0);
}

static void every_period_is_accounted_for(void **state)
{
	struct rtlat_result result;
	struct rtlat_config config;
	struct rtlat_run *run;
	uint64_t periods;

	(void)state;
	short_run(&config);
	run = whole_run(&config, &result);
	periods = result.duration_ns / config.period_ns;
	assert_in_range(result.total.count + result.total.missed, periods - 2, periods + 2);
	assert_int_equal(result.nr_cpus, 1);
	assert_int_equal(result.cpus[0].cpu, 0);
	assert_null(result.total.context[RTLAT_IRQ].histogram);
	assert_true(result.complete);
	rtlat_run_destroy(run);
}

/* Every latency is at least a nanosecond: the first sample ends the run, and is all there is. */
static void a_limit_ends_the_run(void **state)
{
	const struct rtlat_exceeded *exceeded;
	struct rtlat_result result;
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	short_run(&config);
	config.stop_thread_ns = 1;
	run = whole_run(&config, &result);
	exceeded = result.exceeded;
	assert_non_null(exceeded);
	assert_int_equal(result.status, RTLAT_STATUS_FAIL);
	assert_int_equal(result.reasons->nr, 1);
	assert_string_equal(result.stop, "threshold");
	assert_true(result.duration_ns < DURATION);
	assert_int_equal(result.total.count, 1);
	assert_int_equal(exceeded->context, RTLAT_THREAD);
	assert_int_equal(exceeded->limit, 1);
	assert_int_equal(exceeded->sample.seq, 1);
	assert_int_equal(exceeded->sample.cpu, 0);
	assert_int_equal(exceeded->sample.latency[RTLAT_THREAD],
			 result.total.context[RTLAT_THREAD].histogram->max);
	rtlat_run_destroy(run);
}

static void a_limit_that_is_not_reached_changes_nothing(void **state)
{
	struct rtlat_result result;
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	short_run(&config);
	config.stop_thread_ns = 3600 * RTLAT_NSEC_PER_SEC;
	run = whole_run(&config, &result);
	assert_null(result.exceeded);
	assert_null(result.stop);
	assert_int_equal(result.status, RTLAT_STATUS_PASS);
	assert_int_equal(result.duration_ns, DURATION);
	rtlat_run_destroy(run);
}

/* Samples of the warm-up are not recorded, and so end nothing. */
static void a_limit_counts_after_the_warm_up(void **state)
{
	struct rtlat_result result;
	struct rtlat_config config;
	struct rtlat_run *run;
	uint64_t before = run_now();

	(void)state;
	short_run(&config);
	config.stop_thread_ns = 1;
	config.warm_up_ns = 50 * RTLAT_NSEC_PER_MSEC;
	run = whole_run(&config, &result);
	assert_non_null(result.exceeded);
	assert_true(result.exceeded->sample.expiry >= before + config.warm_up_ns);
	assert_int_equal(result.total.count, 1);
	rtlat_run_destroy(run);
}

/* Who stops the run may be held up by whatever is measured. */
static void a_given_duration_ends_by_itself(void **state)
{
	const uint64_t periods = DURATION / RTLAT_NSEC_PER_MSEC;
	struct rtlat_result result;
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	short_run(&config);
	assert_int_equal(rtlat_run_create(&run, &config), 0);
	assert_int_equal(rtlat_run_start(run), 0);
	usleep(DURATION / RTLAT_NSEC_PER_USEC + 100000);
	assert_int_equal(rtlat_run_stop(run, NULL), 0);
	assert_int_equal(rtlat_run_result(run, &result), 0);
	assert_int_equal(result.duration_ns, DURATION);
	assert_int_equal(result.total.count + result.total.missed, periods);
	rtlat_run_destroy(run);
}

static void samples_are_whole(void **state)
{
	struct rtlat_result result;
	struct rtlat_config config;
	struct rtlat_run *run;
	unsigned int i;

	(void)state;
	short_run(&config);
	config.worst = RTLAT_WORST_MAX;
	run = whole_run(&config, &result);
	assert_int_equal(result.total.nr_worst, RTLAT_WORST_MAX);
	for (i = 0; i < result.total.nr_worst; i++) {
		const struct rtlat_sample *sample = &result.total.worst[i];

		assert_int_equal(sample->has, result.contexts);
		assert_true(sample->latency[RTLAT_RETURN] >= sample->latency[RTLAT_THREAD]);
		assert_true(i == 0 ||
			    sample->latency[RTLAT_THREAD] <= sample[-1].latency[RTLAT_THREAD]);
	}
	assert_int_equal(result.total.worst[0].latency[RTLAT_THREAD],
			 result.total.context[RTLAT_THREAD].histogram->max);
	rtlat_run_destroy(run);
}

/* One snapshot has the statistics and the sample, while it lasts and at the end. */
static void rows_have_the_worst_sample(void **state)
{
	struct rtlat_result result;
	struct rtlat_config config;
	struct rtlat_run *run;
	struct rtlat_row row;
	unsigned int i;

	(void)state;
	short_run(&config);
	assert_int_equal(rtlat_run_create(&run, &config), 0);
	assert_int_equal(rtlat_run_start(run), 0);
	usleep(100000);
	for (i = 0; i < 2; i++) {
		assert_int_equal(rtlat_run_row(run, i ? RTLAT_ROW_TOTAL : 0, &row), 0);
		assert_int_equal(row.cpu, i ? -1 : 0);
		assert_true(row.count > 10);
		assert_int_equal(row.worst.latency[RTLAT_THREAD], row.context[RTLAT_THREAD].max);
	}
	assert_int_equal(rtlat_run_stop(run, NULL), 0);
	assert_int_equal(rtlat_run_result(run, &result), 0);
	rtlat_cpu_result_row(&result.cpus[0], &row);
	assert_int_equal(row.count, result.cpus[0].count);
	assert_int_equal(row.worst.seq, result.cpus[0].worst[0].seq);
	assert_int_equal(row.worst.latency[RTLAT_THREAD], row.context[RTLAT_THREAD].max);
	rtlat_run_destroy(run);
}

static void warm_up_is_left_out(void **state)
{
	struct rtlat_result result;
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	short_run(&config);
	config.warm_up_ns = DURATION;
	run = whole_run(&config, &result);
	assert_in_range(result.duration_ns, DURATION, 2 * DURATION - 1);
	assert_true(result.total.count <= result.duration_ns / config.period_ns + 2);
	rtlat_run_destroy(run);
}

static void reset_begins_anew(void **state)
{
	struct rtlat_config config;
	struct rtlat_row row;
	struct rtlat_run *run;
	int resets;

	(void)state;
	short_run(&config);
	config.duration_ns = 0;
	assert_int_equal(rtlat_run_create(&run, &config), 0);
	assert_int_equal(rtlat_run_start(run), 0);
	for (resets = 0; resets < 4; resets++) {
		usleep(100000);
		assert_int_equal(rtlat_run_row(run, RTLAT_ROW_TOTAL, &row), 0);
		assert_true(row.count > 10);
		assert_int_equal(rtlat_run_reset(run), 0);
		assert_int_equal(rtlat_run_row(run, 0, &row), 0);
		assert_true(row.count < 10);
	}
	assert_int_equal(rtlat_run_stop(run, "reset test"), 0);
	rtlat_run_destroy(run);
}

/* An interim result is whole, and less than the one at the end. */
static void a_result_so_far_agrees_with_itself(void **state)
{
	struct rtlat_result result;
	struct rtlat_config config;
	struct rtlat_run *run;
	uint64_t count;

	(void)state;
	short_run(&config);
	config.nr_gates = 2;
	assert_int_equal(rtlat_gate_parse("count>0", &config.gates[0]), 0);
	assert_int_equal(rtlat_gate_parse("duration>=1h", &config.gates[1]), 0);
	assert_int_equal(rtlat_run_create(&run, &config), 0);
	assert_int_equal(rtlat_run_interim(run, &result), -EINVAL);
	assert_int_equal(rtlat_run_start(run), 0);
	assert_int_equal(rtlat_run_result(run, &result), -EBUSY);
	do {
		assert_int_equal(rtlat_run_wait(run, DURATION / 8), 0);
		assert_int_equal(rtlat_run_interim(run, &result), 0);
	} while (!result.total.count);
	count = result.total.count;
	assert_true(result.running);
	assert_int_equal(result.cpus[0].count, count);
	assert_int_equal(result.total.context[RTLAT_THREAD].histogram->count, count);
	assert_in_range(result.duration_ns, 1, DURATION);
	assert_null(result.cpus[0].context[RTLAT_THREAD].linear);
	assert_int_equal(result.gates[0].outcome, RTLAT_GATE_HELD);
	assert_int_equal(result.gates[1].outcome, RTLAT_GATE_FAILED);
	while (rtlat_run_wait(run, RTLAT_NSEC_PER_SEC) == 0)
		;
	assert_int_equal(rtlat_run_stop(run, NULL), 0);
	assert_int_equal(rtlat_run_interim(run, &result), -EINVAL);
	assert_int_equal(rtlat_run_result(run, &result), 0);
	assert_false(result.running);
	assert_true(result.total.count > count);
	assert_int_equal(result.cpus[0].count, result.total.count);
	rtlat_run_destroy(run);
}

static void destroy_ends_a_running_run(void **state)
{
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	short_run(&config);
	assert_int_equal(rtlat_run_create(&run, &config), 0);
	assert_int_equal(rtlat_run_start(run), 0);
	rtlat_run_destroy(run);
}

static void normal_priority_is_not_realtime(void **state)
{
	struct rtlat_result result;
	struct rtlat_config config;
	struct rtlat_run *run;

	(void)state;
	short_run(&config);
	config.sched_given = true;
	config.sched = (struct rtlat_sched){ .policy = RTLAT_POLICY_OTHER };
	run = whole_run(&config, &result);
	assert_false(result.realtime_priority);
	rtlat_run_destroy(run);
}

static void *sleep_a_while(void *data)
{
	run_sleep_until(run_now() + 100 * RTLAT_NSEC_PER_MSEC);
	atomic_store((atomic_bool *)data, true);
	return NULL;
}

/* Memory of the thread is freed when it is joined. */
static void a_thread_that_can_not_be_woken_is_joined(void **state)
{
	atomic_bool done = false;
	pthread_t thread;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, sleep_a_while, &done), 0);
	run_join(thread, -1);
	assert_true(atomic_load(&done));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_period_is_accounted_for),
		cmocka_unit_test(a_thread_that_can_not_be_woken_is_joined),
		cmocka_unit_test(a_limit_ends_the_run),
		cmocka_unit_test(a_limit_that_is_not_reached_changes_nothing),
		cmocka_unit_test(a_limit_counts_after_the_warm_up),
		cmocka_unit_test(a_given_duration_ends_by_itself),
		cmocka_unit_test(samples_are_whole),
		cmocka_unit_test(rows_have_the_worst_sample),
		cmocka_unit_test(warm_up_is_left_out),
		cmocka_unit_test(reset_begins_anew),
		cmocka_unit_test(a_result_so_far_agrees_with_itself),
		cmocka_unit_test(destroy_ends_a_running_run),
		cmocka_unit_test(normal_priority_is_not_realtime),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

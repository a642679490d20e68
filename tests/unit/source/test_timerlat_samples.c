// SPDX-License-Identifier: GPL-2.0-only
/* The tracer's entries become samples: whole ones, lost ones, missed periods, restarts. */
#include "tests/unit/lib/unit.h"

#include "tests/unit/lib/recorder_fixture.h"

#define PERIOD 1000000ULL
#define ALL (RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN))
#define KERNEL (RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD))
#define START (5 * PERIOD + 123)

static int setup(void **state)
{
	struct recorder_fixture *fixture;

	if (recorder_setup(state))
		return -1;
	fixture = *state;
	timerlat_samples_init(&fixture->samples, 1, PERIOD, START - PERIOD, ALL);
	return 0;
}

/* The entry of activation `seq` whose timer expired at `expiry`; written `delay` after its clock. */
static void feed(struct recorder_fixture *fixture, uint64_t seq, uint64_t expiry,
		 enum rtlat_context context, uint64_t latency, uint64_t delay)
{
	struct timerlat_entry entry = {
		.time = expiry + latency + delay,
		.seq = seq,
		.latency = latency,
		.context = context,
	};

	timerlat_samples_feed(&fixture->samples, fixture->recorder, &entry);
}

static void feed_sample(struct recorder_fixture *fixture, uint64_t seq, uint64_t expiry)
{
	feed(fixture, seq, expiry, RTLAT_IRQ, 700, 150);
	feed(fixture, seq, expiry, RTLAT_THREAD, 4200, 200);
	feed(fixture, seq, expiry, RTLAT_RETURN, 6900, 100);
}

static void whole_samples(void **state)
{
	struct recorder_fixture *fixture = *state;
	uint64_t i;

	for (i = 0; i < 50; i++)
		feed_sample(fixture, i + 1, START + i * PERIOD);
	timerlat_samples_finish(&fixture->samples, fixture->recorder, START + 49 * PERIOD + 9000);
	assert_int_equal(fixture->recorder->count, 50);
	assert_int_equal(fixture->recorder->missed, 0);
	assert_int_equal(fixture->recorder->lost, 0);
	assert_int_equal(fixture->recorder->histogram[RTLAT_RETURN].max, 6900);
	/* The grid keeps the least delay of the entries, so the expiry is known to that. */
	assert_int_equal(fixture->recorder->latest.expiry, START + 49 * PERIOD + 100);
}

/* The tracer goes on for a while: what it traces then does not count, what was missed before does. */
static void what_comes_after_the_end_does_not_count(void **state)
{
	struct recorder_fixture *fixture = *state;
	uint64_t i;

	for (i = 0; i < 10; i++)
		feed_sample(fixture, i + 1, START + i * PERIOD);
	fixture->samples.record_to = START + 12 * PERIOD + 500;
	for (i = 15; i < 30; i++)
		feed_sample(fixture, i - 4, START + i * PERIOD);
	timerlat_samples_finish(&fixture->samples, fixture->recorder, fixture->samples.record_to);
	assert_int_equal(fixture->recorder->count, 10);
	/* Two of three are missed; the one at the very end might have come yet. */
	assert_int_equal(fixture->recorder->missed, 2);
	assert_int_equal(fixture->recorder->lost, 0);
}

static void kernel_threads_have_no_return(void **state)
{
	struct recorder_fixture *fixture = *state;
	uint64_t i;

	fixture->samples.contexts = KERNEL;
	for (i = 0; i < 20; i++) {
		feed(fixture, i + 1, START + i * PERIOD, RTLAT_IRQ, 700, 0);
		feed(fixture, i + 1, START + i * PERIOD, RTLAT_THREAD, 4200, 0);
	}
	assert_int_equal(fixture->recorder->count, 19);
	timerlat_samples_finish(&fixture->samples, fixture->recorder, START + 19 * PERIOD + 9000);
	assert_int_equal(fixture->recorder->count, 20);
	assert_int_equal(fixture->recorder->lost, 0);
	assert_int_equal(fixture->recorder->histogram[RTLAT_RETURN].count, 0);
}

static void a_thread_before_its_interrupt_is_none(void **state)
{
	struct recorder_fixture *fixture = *state;

	feed_sample(fixture, 1, START);
	/* The next activation's, that a signal has woken: by the number of the one before. */
	feed(fixture, 1, START + PERIOD, RTLAT_THREAD, 95, 0);
	feed(fixture, 1, START + PERIOD, RTLAT_RETURN, 130, 0);
	feed_sample(fixture, 2, START + 2 * PERIOD);
	assert_int_equal(fixture->recorder->count, 2);
	assert_int_equal(fixture->recorder->histogram[RTLAT_THREAD].min, 4200);
	assert_int_equal(fixture->recorder->lost, 0);
	assert_int_equal(fixture->recorder->missed, 1);
}

static void missed_periods_are_counted(void **state)
{
	struct recorder_fixture *fixture = *state;

	feed_sample(fixture, 1, START);
	feed(fixture, 2, START + PERIOD, RTLAT_IRQ, 700, 0);
	feed(fixture, 2, START + PERIOD, RTLAT_THREAD, 500 * PERIOD - 300, 0);
	feed(fixture, 2, START + PERIOD, RTLAT_RETURN, 500 * PERIOD - 100, 0);
	/* Late by 500 periods less a little: the tracer skips 499 of them without a word. */
	feed_sample(fixture, 3, START + 501 * PERIOD);
	feed_sample(fixture, 4, START + 502 * PERIOD);
	assert_int_equal(fixture->recorder->count, 4);
	assert_int_equal(fixture->recorder->missed, 499);
	assert_int_equal(fixture->recorder->lost, 0);
	assert_int_equal(fixture->recorder->latest.missed, 0);
}

static void delayed_entries_are_no_missed_periods(void **state)
{
	struct recorder_fixture *fixture = *state;
	uint64_t i;

	/* One entry of a sample may be written late, by an NMI say; the other tells the truth. */
	for (i = 0; i < 30; i++) {
		feed(fixture, i + 1, START + i * PERIOD, RTLAT_IRQ, 700,
		     i % 2 ? 100 : 3 * PERIOD / 4);
		feed(fixture, i + 1, START + i * PERIOD, RTLAT_THREAD, 4200, 50);
		feed(fixture, i + 1, START + i * PERIOD, RTLAT_RETURN, 6900, 50);
	}
	assert_int_equal(fixture->recorder->count, 30);
	assert_int_equal(fixture->recorder->missed, 0);
}

static void lost_samples_are_not_missed_ones(void **state)
{
	struct recorder_fixture *fixture = *state;

	feed_sample(fixture, 1, START);
	feed_sample(fixture, 12, START + 13 * PERIOD);
	assert_int_equal(fixture->recorder->count, 2);
	assert_int_equal(fixture->recorder->lost, 10);
	assert_int_equal(fixture->recorder->missed, 2);
}

static void torn_samples_are_losses(void **state)
{
	struct recorder_fixture *fixture = *state;

	feed_sample(fixture, 1, START);
	/* Overrun: the oldest entries go, so a sample comes without its head. */
	feed(fixture, 2, START + PERIOD, RTLAT_THREAD, 4200, 0);
	feed(fixture, 2, START + PERIOD, RTLAT_RETURN, 6900, 0);
	assert_int_equal(fixture->recorder->latest.latency[RTLAT_IRQ], 0);
	feed_sample(fixture, 3, START + 2 * PERIOD);
	assert_int_equal(fixture->recorder->count, 3);
	assert_int_equal(fixture->recorder->lost, 1);
	assert_int_equal(fixture->recorder->histogram[RTLAT_IRQ].count, 2);
	assert_int_equal(fixture->recorder->histogram[RTLAT_THREAD].count, 3);
}

static void a_restart_begins_anew(void **state)
{
	struct recorder_fixture *fixture = *state;
	uint64_t i;

	for (i = 0; i < 10; i++)
		feed_sample(fixture, i + 1, START + i * PERIOD);
	/* The CPU was offline for a while; its thread counts from one, on another phase. */
	for (i = 0; i < 10; i++)
		feed_sample(fixture, i + 1, START + 5000 * PERIOD + 777 + i * PERIOD);
	assert_int_equal(fixture->recorder->count, 20);
	assert_int_equal(fixture->recorder->missed, 0);
	assert_int_equal(fixture->recorder->lost, 0);
}

static void late_at_the_end(void **state)
{
	struct recorder_fixture *fixture = *state;

	feed_sample(fixture, 1, START);
	feed(fixture, 2, START + PERIOD, RTLAT_IRQ, 700, 0);
	/* The thread has not run for 300 periods when tracing ends. */
	timerlat_samples_finish(&fixture->samples, fixture->recorder,
				START + 301 * PERIOD + PERIOD / 2);
	assert_int_equal(fixture->recorder->count, 2);
	assert_int_equal(fixture->recorder->lost, 0);
	assert_int_equal(fixture->recorder->missed, 299);
	assert_int_equal(fixture->recorder->histogram[RTLAT_IRQ].count, 2);
	assert_int_equal(fixture->recorder->histogram[RTLAT_THREAD].count, 1);
}

static void warm_up_is_not_recorded(void **state)
{
	struct recorder_fixture *fixture = *state;
	uint64_t i;

	fixture->samples.record_from = START + 10 * PERIOD;
	for (i = 0; i < 5; i++)
		feed_sample(fixture, i + 1, START + i * PERIOD);
	/* Periods missed and lost during the warm-up do not count either. */
	for (i = 5; i < 20; i++)
		feed_sample(fixture, i + 2, START + (i + 2) * PERIOD);
	assert_int_equal(fixture->recorder->count, 12);
	assert_int_equal(fixture->recorder->missed, 0);
	assert_int_equal(fixture->recorder->lost, 0);
}

static void what_comes_late_after_a_reset_is_not_recorded(void **state)
{
	struct recorder_fixture *fixture = *state;
	uint64_t i;

	for (i = 0; i < 10; i++)
		feed_sample(fixture, i + 1, START + i * PERIOD);
	timerlat_samples_record_from(&fixture->samples, START + 20 * PERIOD);
	for (i = 10; i < 30; i++)
		feed_sample(fixture, i + 1, START + i * PERIOD);
	/* Ten of before the reset, and ten after it. */
	assert_int_equal(fixture->recorder->count, 20);
	assert_int_equal(fixture->recorder->missed, 0);
	feed_sample(fixture, 31, START + 35 * PERIOD);
	assert_int_equal(fixture->recorder->missed, 5);
}

static void a_late_first_timer_missed_periods(void **state)
{
	struct recorder_fixture *fixture = *state;

	/* The thread got to arm its first timer 40 periods after the start. */
	feed_sample(fixture, 1, START + 40 * PERIOD);
	feed_sample(fixture, 2, START + 41 * PERIOD);
	assert_int_equal(fixture->recorder->count, 2);
	assert_int_equal(fixture->recorder->missed, 40);
}

static void a_thread_that_never_ran_missed_all(void **state)
{
	struct recorder_fixture *fixture = *state;

	timerlat_samples_finish(&fixture->samples, fixture->recorder,
				START + 100 * PERIOD + PERIOD / 2);
	assert_int_equal(fixture->recorder->count, 0);
	assert_int_equal(fixture->recorder->missed, 100);
}

static void never_after_the_warm_up(void **state)
{
	struct recorder_fixture *fixture = *state;
	uint64_t i;

	fixture->samples.record_from = START + 10 * PERIOD;
	for (i = 0; i < 5; i++)
		feed_sample(fixture, i + 1, START + i * PERIOD);
	timerlat_samples_finish(&fixture->samples, fixture->recorder,
				START + 111 * PERIOD + PERIOD / 2);
	assert_int_equal(fixture->recorder->count, 0);
	assert_int_equal(fixture->recorder->missed, 100);
}

static void nothing_at_all(void **state)
{
	struct recorder_fixture *fixture = *state;

	timerlat_samples_finish(&fixture->samples, fixture->recorder, START);
	assert_int_equal(fixture->recorder->count, 0);
	assert_int_equal(fixture->recorder->missed, 0);
}

static void what_can_not_be_read_is_lost(void **state)
{
	struct recorder_fixture *fixture = *state;

	feed_sample(fixture, 1, START);
	feed_sample(fixture, 2, START + PERIOD);
	timerlat_samples_break_off(&fixture->samples, fixture->recorder,
				   START + 11 * PERIOD + PERIOD / 2);
	assert_int_equal(fixture->recorder->count, 2);
	assert_int_equal(fixture->recorder->missed, 0);
	assert_int_equal(fixture->recorder->lost, 9);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, recorder_teardown)
	const struct CMUnitTest tests[] = {
		TEST(whole_samples),
		TEST(what_comes_after_the_end_does_not_count),
		TEST(kernel_threads_have_no_return),
		TEST(a_thread_before_its_interrupt_is_none),
		TEST(missed_periods_are_counted),
		TEST(delayed_entries_are_no_missed_periods),
		TEST(lost_samples_are_not_missed_ones),
		TEST(torn_samples_are_losses),
		TEST(a_restart_begins_anew),
		TEST(late_at_the_end),
		TEST(warm_up_is_not_recorded),
		TEST(what_comes_late_after_a_reset_is_not_recorded),
		TEST(a_late_first_timer_missed_periods),
		TEST(a_thread_that_never_ran_missed_all),
		TEST(never_after_the_warm_up),
		TEST(nothing_at_all),
		TEST(what_can_not_be_read_is_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

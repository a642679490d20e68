// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's records become samples, whole and each once. */
#include "tests/unit/lib/unit.h"

#include "tests/unit/lib/recorder_fixture.h"

#define PERIOD 100000ULL
#define FROM (7 * PERIOD)

static int setup(void **state)
{
	struct recorder_fixture *fixture;

	if (recorder_setup(state))
		return -1;
	fixture = *state;
	record_samples_init(&fixture->records, 1, PERIOD);
	return 0;
}

/* Activation `seq`, `periods` after FROM; its record tells the return latency of the one before. */
static void feed(struct recorder_fixture *fixture, uint64_t seq, uint64_t periods, uint64_t missed)
{
	/* By turns: samples look back at the last one. */
	static struct timerlat_record records[2];
	struct timerlat_record *record = &records[seq & 1];

	*record = (struct timerlat_record){
		.size = sizeof(*record),
		.seq = seq,
		.expiry = FROM + periods * PERIOD,
		.irq_latency = 500,
		.thread_latency = 3000 + seq,
		.return_latency = seq > 1 ? 4000 + seq - 1 : 0,
		.missed = missed,
		.late = 400,
		.handler = 600,
		.time = { [TIMERLAT_THREAD] = 1500 },
		.count = { [TIMERLAT_THREAD] = 1 },
		.worst = { [TIMERLAT_THREAD] = { .duration = 1500, .id = 7, .name = "hog" } },
	};

	record_samples_feed(&fixture->records, fixture->recorder, record, sizeof(*record), FROM);
}

static void finish(struct recorder_fixture *fixture, uint64_t periods)
{
	record_samples_finish(&fixture->records, fixture->recorder, FROM,
			      FROM + periods * PERIOD + PERIOD / 2);
}

static void a_sample_has_its_own_return(void **state)
{
	struct recorder_fixture *fixture = *state;
	const struct rtlat_sample *latest = &fixture->recorder->latest;

	feed(fixture, 1, 1, 0);
	assert_int_equal(fixture->recorder->count, 0);
	feed(fixture, 2, 2, 0);
	assert_int_equal(fixture->recorder->count, 1);
	assert_int_equal(latest->latency[RTLAT_THREAD], 3001);
	assert_int_equal(latest->latency[RTLAT_RETURN], 4001);
	finish(fixture, 2);
	assert_int_equal(fixture->recorder->count, 2);
	assert_int_equal(fixture->recorder->histogram[RTLAT_RETURN].count, 1);
	assert_int_equal(fixture->recorder->missed, 0);
}

/* A clock that goes back has the kernel take a difference below 0. */
static void a_negative_difference_is_counted(void **state)
{
	struct recorder_fixture *fixture = *state;
	struct timerlat_record record = {
		.size = sizeof(record),
		.seq = 1,
		.expiry = FROM + PERIOD,
		.irq_latency = (uint64_t)-3,
		.thread_latency = 3000,
	};

	record_samples_feed(&fixture->records, fixture->recorder, &record, sizeof(record), FROM);
	finish(fixture, 1);
	assert_int_equal(fixture->recorder->count, 1);
	assert_int_equal(fixture->recorder->clamped, 1);
	assert_int_equal(fixture->recorder->histogram[RTLAT_IRQ].max, 0);
	assert_int_equal(fixture->recorder->histogram[RTLAT_THREAD].max, 3000);
}

static void interference_is_kept_with_the_worst(void **state)
{
	struct recorder_fixture *fixture = *state;
	const struct rtlat_sample *worst = &fixture->recorder->worst[0];

	feed(fixture, 1, 1, 0);
	finish(fixture, 1);
	assert_int_equal(fixture->recorder->nr_worst, 1);
	assert_true(worst->has & RTLAT_HAS_INTERFERENCE);
	assert_int_equal(worst->interference.late, 400);
	assert_int_equal(worst->interference.time[RTLAT_BY_THREAD], 1500);
	assert_string_equal(worst->interference.worst[RTLAT_BY_THREAD].name, "hog");
	assert_int_equal(worst->interference.worst[RTLAT_BY_THREAD].id, 7);
}

static void a_short_record_has_no_interference(void **state)
{
	struct recorder_fixture *fixture = *state;
	struct timerlat_record record = { .seq = 1, .expiry = FROM + PERIOD, .thread_latency = 9 };

	record_samples_feed(&fixture->records, fixture->recorder, &record, TIMERLAT_RECORD_MIN,
			    FROM);
	finish(fixture, 1);
	assert_int_equal(fixture->recorder->count, 1);
	assert_false(fixture->recorder->worst[0].has & RTLAT_HAS_INTERFERENCE);
}

/* The record of a kernel that does not tell yet whom the interrupt met. */
static void an_older_record_has_what_it_has(void **state)
{
	struct recorder_fixture *fixture = *state;
	const size_t size = offsetof(struct timerlat_record, met_name);
	const struct rtlat_sample *worst = &fixture->recorder->worst[0];
	struct timerlat_record record = {
		.size = size,
		.seq = 1,
		.expiry = FROM + PERIOD,
		.irq_latency = 700,
		.thread_latency = 900,
		.late = 700,
		/* Bytes behind the name are none of it. */
		.met_pid = 9,
		.met_name = "nobody",
		.timer_time = 600,
	};

	record_samples_feed(&fixture->records, fixture->recorder, &record, size, FROM);
	finish(fixture, 1);
	assert_true(worst->has & RTLAT_HAS_INTERFERENCE);
	assert_int_equal(worst->interference.late, 700);
	assert_false(worst->interference.met.known);
	assert_int_equal(worst->interference.hrtimers.time, 0);
	assert_int_equal(fixture->recorder->idle_irq_max, 0);
}

/* Time of other timers is no part of late, nor of handler. */
static void whom_the_interrupt_met(void **state)
{
	struct recorder_fixture *fixture = *state;
	struct timerlat_record record = {
		.size = sizeof(record),
		.seq = 1,
		.expiry = FROM + PERIOD,
		.irq_latency = 700,
		.thread_latency = 900,
		.late = 700,
		.handler = 80,
		.met_name = "swapper/3",
		.timer_time = 600,
		.timer_count = 2,
		.timer_duration = 500,
		.timer_function = 0xffffffff81000010,
		.timer_after = 50,
	};
	struct rtlat_sample latest;

	record_samples_feed(&fixture->records, fixture->recorder, &record, sizeof(record), FROM);
	record_samples_latest(&fixture->records, &latest);
	assert_int_equal(latest.interference.late, 150);
	assert_int_equal(latest.interference.handler, 30);
	assert_true(latest.interference.met.known);
	assert_int_equal(latest.interference.met.pid, 0);
	assert_string_equal(latest.interference.met.name, "swapper/3");
	assert_int_equal(latest.interference.hrtimers.time, 600);
	assert_int_equal(latest.interference.hrtimers.count, 2);
	assert_int_equal(latest.interference.hrtimers.longest, 500);
	assert_int_equal(latest.interference.hrtimers.function, 0xffffffff81000010);
	finish(fixture, 1);
	assert_int_equal(fixture->recorder->idle_irq_max, 700);
}

static struct timerlat_record with_sender(void)
{
	return (struct timerlat_record){
		.size = sizeof(struct timerlat_record),
		.seq = 1,
		.expiry = FROM + PERIOD,
		.thread_latency = 900,
		.worst[TIMERLAT_IRQ] = { 500, 253, 0, "reschedule" },
		.sender_name = "hog",
		.sender_pid = 77,
		.sender_cpu = 1,
	};
}

static void who_sent_the_interrupt(void **state)
{
	struct recorder_fixture *fixture = *state;
	struct timerlat_record record = with_sender();
	struct rtlat_sample latest;

	record.flags = TIMERLAT_SENDER;
	record_samples_feed(&fixture->records, fixture->recorder, &record, sizeof(record), FROM);
	record_samples_latest(&fixture->records, &latest);
	assert_true(latest.interference.sender.known);
	assert_int_equal(latest.interference.sender.cpu, 1);
	assert_int_equal(latest.interference.sender.pid, 77);
	assert_string_equal(latest.interference.sender.name, "hog");
}

/* The kernel does not know who sent it, or is one that never does. */
static void nobody_is_known_to_have_sent_it(void **state)
{
	struct recorder_fixture *fixture = *state;
	struct timerlat_record record = with_sender();
	struct rtlat_sample latest;

	record_samples_feed(&fixture->records, fixture->recorder, &record, sizeof(record), FROM);
	record_samples_latest(&fixture->records, &latest);
	assert_false(latest.interference.sender.known);
	record.flags = TIMERLAT_SENDER;
	record.size = offsetof(struct timerlat_record, sender_name);
	record_samples_feed(&fixture->records, fixture->recorder, &record, record.size, FROM);
	record_samples_latest(&fixture->records, &latest);
	assert_true(latest.interference.met.known);
	assert_false(latest.interference.sender.known);
}

static void missed_and_lost(void **state)
{
	struct recorder_fixture *fixture = *state;

	feed(fixture, 1, 1, 0);
	feed(fixture, 2, 12, 10);
	feed(fixture, 5, 15, 0);
	finish(fixture, 15);
	assert_int_equal(fixture->recorder->count, 3);
	assert_int_equal(fixture->recorder->missed, 10);
	assert_int_equal(fixture->recorder->lost, 2);
}

static void a_late_start_and_a_late_end_are_missed(void **state)
{
	struct recorder_fixture *fixture = *state;

	feed(fixture, 1, 21, 0);
	feed(fixture, 2, 22, 0);
	/* The thread did not run again until the run had long ended. */
	finish(fixture, 52);
	assert_int_equal(fixture->recorder->count, 2);
	assert_int_equal(fixture->recorder->missed, 20 + 30);
}

static void what_expires_after_the_end_does_not_count(void **state)
{
	struct recorder_fixture *fixture = *state;

	feed(fixture, 1, 1, 0);
	/* The sample should have come at 2; of the nine that it missed four were within the run. */
	feed(fixture, 2, 11, 9);
	finish(fixture, 5);
	assert_int_equal(fixture->recorder->count, 1);
	assert_int_equal(fixture->recorder->missed, 4);
}

static void what_expired_before_the_start_does_not_count(void **state)
{
	struct recorder_fixture *fixture = *state;
	struct timerlat_record early = { .seq = 1, .expiry = FROM - PERIOD, .thread_latency = 9 };

	record_samples_feed(&fixture->records, fixture->recorder, &early, sizeof(early), FROM);
	feed(fixture, 2, 0, 0);
	feed(fixture, 3, 1, 0);
	finish(fixture, 1);
	assert_int_equal(fixture->recorder->count, 2);
	assert_int_equal(fixture->recorder->missed, 0);
	assert_int_equal(fixture->recorder->lost, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, recorder_teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_sample_has_its_own_return),
		TEST(a_negative_difference_is_counted),
		TEST(interference_is_kept_with_the_worst),
		TEST(a_short_record_has_no_interference),
		TEST(an_older_record_has_what_it_has),
		TEST(whom_the_interrupt_met),
		TEST(who_sent_the_interrupt),
		TEST(nobody_is_known_to_have_sent_it),
		TEST(missed_and_lost),
		TEST(a_late_start_and_a_late_end_are_missed),
		TEST(what_expires_after_the_end_does_not_count),
		TEST(what_expired_before_the_start_does_not_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

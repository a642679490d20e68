// SPDX-License-Identifier: GPL-2.0-only
/* From the osnoise tracer's entries to what a recorder has of noise. */
#include "tests/unit/lib/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/source/tracer/osnoise_samples.h"

#define MS RTLAT_NSEC_PER_MSEC
#define FROM (1000 * MS)

struct fixture {
	struct osnoise_samples samples;
	struct noise noise;
	struct rtlat_config config;
	struct rtlat_recorder *recorder;
	struct rtlat_sample sample;
};

static int setup(void **state)
{
	static const struct rtlat_recorder_layout layout = {
		.worst = 2,
		.sources = 16,
		.contexts = RTLAT_HAS(RTLAT_NOISE),
	};
	struct fixture *fixture = calloc(1, sizeof(*fixture));

	if (!fixture)
		return -1;
	*state = fixture;
	rtlat_config_init_noise(&fixture->config);
	fixture->config.period_ns = 100 * MS;
	fixture->config.runtime_ns = 80 * MS;
	fixture->recorder = malloc(rtlat_recorder_size(&layout));
	if (!fixture->recorder)
		return -1;
	rtlat_recorder_init(fixture->recorder, 3, &layout);
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;

	free(fixture->recorder);
	free(fixture);
	return 0;
}

static void begin(struct fixture *fixture, bool explained, bool from_start)
{
	osnoise_samples_init(&fixture->samples, 3, &fixture->config,
			     explained ? &fixture->noise : NULL, FROM, from_start);
}

static bool gap(struct fixture *fixture, uint64_t time, uint64_t duration, uint64_t interruptions)
{
	return osnoise_samples_gap(&fixture->samples, fixture->recorder, time, duration,
				   interruptions, &fixture->sample);
}

static bool ended(struct fixture *fixture, uint64_t time, const struct osnoise_sums *sums)
{
	return osnoise_samples_period(&fixture->samples, fixture->recorder, time, sums,
				      &fixture->sample);
}

/* Feeds a period of which nothing was lost. */
static bool period(struct fixture *fixture, uint64_t time, uint64_t runtime)
{
	struct osnoise_sums sums = fixture->samples.told;

	sums.runtime = runtime;
	sums.noise -= sums.noise % RTLAT_NSEC_PER_USEC;
	sums.longest -= sums.longest % RTLAT_NSEC_PER_USEC;
	sums.count[RTLAT_BY_NMI] = 4;
	return ended(fixture, time, &sums);
}

static bool event(struct fixture *fixture, uint64_t time, uint64_t duration,
		  enum rtlat_interferer by, int32_t id, const char *name)
{
	struct noise_event event = { .time = time, .duration = duration, .by = by, .id = id };

	memcpy(event.name, name, strlen(name));
	return osnoise_samples_event(&fixture->samples, fixture->recorder, &event);
}

static const struct rtlat_noise *noise_of(const struct fixture *fixture)
{
	return &fixture->recorder->noise;
}

/* Two periods, the second of which ends late; what the kernel says of a runtime counts. */
static void periods_are_added_up(void **state)
{
	struct fixture *fixture = *state;

	begin(fixture, false, true);
	assert_true(gap(fixture, FROM + 10 * MS, 5000, 1));
	assert_int_equal(fixture->sample.expiry, FROM + 10 * MS - 5000);
	assert_int_equal(noise_of(fixture)->runtime, 10 * MS);
	assert_true(gap(fixture, FROM + 20 * MS, 7000, 0));
	assert_int_equal(noise_of(fixture)->runtime, 20 * MS);
	assert_true(period(fixture, FROM + 81 * MS, 80 * MS + 3000));
	assert_int_equal(fixture->sample.latency[RTLAT_NOISE], 12000);
	assert_int_equal(fixture->sample.seq, 1);
	assert_int_equal(noise_of(fixture)->runtime, 80 * MS + 3000);
	/* The gap begins 20 ms after that. */
	assert_true(gap(fixture, FROM + 111 * MS, 2000, 2));
	assert_int_equal(noise_of(fixture)->runtime, 90 * MS + 3000);
	assert_true(period(fixture, FROM + 190 * MS, 80 * MS));
	assert_int_equal(noise_of(fixture)->runtime, 160 * MS + 3000);
	assert_int_equal(noise_of(fixture)->periods, 2);
	assert_int_equal(noise_of(fixture)->max_period, 12000);
	assert_int_equal(noise_of(fixture)->hardware, 1);
	assert_int_equal(noise_of(fixture)->count[RTLAT_BY_NMI], 8);
	assert_int_equal(fixture->recorder->count, 3);
	assert_int_equal(fixture->recorder->histogram[recorder_slot(RTLAT_NOISE)].sum, 14000);
}

/* A period that is broken off counts for as long as it was. */
static void half_a_period_is_none(void **state)
{
	struct fixture *fixture = *state;

	begin(fixture, false, true);
	gap(fixture, FROM + 30 * MS, 900, 1);
	assert_true(period(fixture, FROM + 35 * MS, 35 * MS));
	assert_int_equal(noise_of(fixture)->periods, 0);
	assert_int_equal(noise_of(fixture)->runtime, 35 * MS);
	assert_int_equal(noise_of(fixture)->count[RTLAT_BY_NMI], 4);
}

/* There is more in a period than its runtime only where its thread was held up at the end. */
static void no_more_than_the_runtime_is_told(void **state)
{
	struct fixture *fixture = *state;

	begin(fixture, false, true);
	gap(fixture, FROM + 95 * MS, 30 * MS, 1);
	assert_int_equal(noise_of(fixture)->runtime, 80 * MS);
	period(fixture, FROM + 95 * MS, 95 * MS);
	assert_int_equal(noise_of(fixture)->runtime, 95 * MS);
}

/* A period that had begun before what counts is not recorded, whatever comes of it. */
static void a_period_of_before_is_left_out(void **state)
{
	struct fixture *fixture = *state;

	begin(fixture, true, false);
	assert_false(event(fixture, FROM - 1, 100, RTLAT_BY_IRQ, 5, "eth0"));
	assert_false(period(fixture, FROM - 1 * MS, 80 * MS));
	assert_false(gap(fixture, FROM + 1 * MS, 900, 1));
	assert_false(period(fixture, FROM + 99 * MS, 80 * MS));
	assert_int_equal(noise_of(fixture)->runtime, 0);
	assert_int_equal(fixture->recorder->count, 0);
	assert_true(gap(fixture, FROM + 129 * MS, 900, 1));
	assert_int_equal(noise_of(fixture)->runtime, 10 * MS);
	assert_int_equal(noise_of(fixture)->max_period, 900);
	/* So it is after a reset. */
	osnoise_samples_record_from(&fixture->samples, FROM + 130 * MS);
	assert_false(gap(fixture, FROM + 131 * MS, 900, 1));
	assert_false(period(fixture, FROM + 199 * MS, 80 * MS));
	assert_true(gap(fixture, FROM + 220 * MS, 900, 1));
	assert_int_equal(fixture->sample.seq, 1);
}

/* Who interfered in a gap is explained, and what was too short for one is nobody's. */
static void a_gap_is_explained(void **state)
{
	struct fixture *fixture = *state;
	const struct rtlat_interference *found = &fixture->sample.interference;
	struct rtlat_share shares[RTLAT_SHARES_MAX];

	begin(fixture, true, true);
	event(fixture, FROM + 1 * MS, 300, RTLAT_BY_IRQ, 236, "local_timer");
	event(fixture, FROM + 2 * MS - 4000, 2000, RTLAT_BY_IRQ, 236, "local_timer");
	event(fixture, FROM + 2 * MS - 500, 3000, RTLAT_BY_THREAD, 75, "hog");
	assert_true(gap(fixture, FROM + 2 * MS, 6500, 2));
	assert_int_equal(found->time[RTLAT_BY_IRQ], 2000);
	assert_int_equal(found->count[RTLAT_BY_IRQ], 1);
	assert_int_equal(found->time[RTLAT_BY_THREAD], 3000);
	assert_string_equal(found->worst[RTLAT_BY_THREAD].name, "hog");
	assert_int_equal(found->hardware, 0);
	assert_int_equal(rtlat_sample_explain(&fixture->sample, shares), 3);
	assert_int_equal(shares[0].part, RTLAT_PART_THREAD);
	assert_int_equal(shares[2].part, RTLAT_PART_UNEXPLAINED);
	assert_int_equal(shares[2].time, 1500);
	/* All of them took the CPU, though. */
	assert_int_equal(noise_of(fixture)->count[RTLAT_BY_IRQ], 2);
	assert_int_equal(noise_of(fixture)->nr_sources, 2);
	assert_int_equal(recorder_sources(fixture->recorder)[0].time, 2300);
	/* The next one begins with nobody. */
	assert_true(gap(fixture, FROM + 3 * MS, 2000, 0));
	assert_int_equal(found->time[RTLAT_BY_IRQ], 0);
	assert_int_equal(found->hardware, 2000);
	assert_int_equal(rtlat_sample_explain(&fixture->sample, shares), 1);
	assert_int_equal(shares[0].part, RTLAT_PART_HARDWARE);
	/* The period has both. */
	assert_true(period(fixture, FROM + 80 * MS, 80 * MS));
	assert_int_equal(found->time[RTLAT_BY_THREAD], 3000);
	assert_int_equal(found->hardware, 2000);
	assert_int_equal(fixture->sample.latency[RTLAT_NOISE], 8500);
	/* The kernel has counted what its events did not tell of. */
	assert_int_equal(noise_of(fixture)->count[RTLAT_BY_NMI], 4);
	assert_int_equal(noise_of(fixture)->count[RTLAT_BY_IRQ], 2);
}

/* One noise of three was traced: the sums are right all the same, and the longest is known. */
static void what_is_lost_is_in_the_sums(void **state)
{
	const struct osnoise_sums sums = {
		.runtime = 80 * MS,
		.noise = 30000,
		.longest = 20000,
		.hardware = 3,
		.count = { 1, 2, 3, 4 },
	};
	const struct rtlat_histogram *histogram;
	struct fixture *fixture = *state;

	begin(fixture, true, true);
	histogram = &fixture->recorder->histogram[recorder_slot(RTLAT_NOISE)];
	event(fixture, FROM + 10 * MS, 500, RTLAT_BY_IRQ, 236, "local_timer");
	gap(fixture, FROM + 10 * MS, 4500, 0);
	assert_int_equal(noise_of(fixture)->time, 4500);
	rtlat_recorder_add_lost(fixture->recorder, 2);
	assert_true(ended(fixture, FROM + 80 * MS, &sums));
	assert_int_equal(fixture->sample.latency[RTLAT_NOISE], 30000);
	assert_int_equal(noise_of(fixture)->time, 30000);
	assert_int_equal(noise_of(fixture)->max_period, 30000);
	assert_int_equal(noise_of(fixture)->runtime, 80 * MS);
	assert_int_equal(noise_of(fixture)->hardware, 3);
	assert_int_equal(noise_of(fixture)->count[RTLAT_BY_IRQ], 3);
	assert_int_equal(histogram->max, 20000);
	assert_int_equal(histogram->count, fixture->recorder->count);
	assert_int_equal(fixture->recorder->count, 2);
	/* A runtime without its parts of a microsecond is no less than the noise. */
	gap(fixture, FROM + 180 * MS, 80 * MS + 900, 1);
	period(fixture, FROM + 180 * MS, 80 * MS);
	assert_int_equal(noise_of(fixture)->runtime, 160 * MS + 900);
	assert_int_equal(noise_of(fixture)->time, 80 * MS + 30900);
}

/* The longest that was lost is none that the kernel has counted. */
static void what_is_counted_is_not_lost(void **state)
{
	struct osnoise_sums sums = { .runtime = 80 * MS, .noise = 30000, .longest = 20000 };
	struct fixture *fixture = *state;

	begin(fixture, true, true);
	fixture->samples.counted_ns = 20000;
	rtlat_recorder_add_lost(fixture->recorder, 2);
	assert_true(ended(fixture, FROM + 80 * MS, &sums));
	assert_int_equal(fixture->recorder->count, 0);
	sums.longest = 21000;
	assert_true(ended(fixture, FROM + 180 * MS, &sums));
	assert_int_equal(fixture->recorder->count, 1);
}

/* Periods of which nobody told the end: neither their noise nor their runtime counts. */
static void a_period_without_an_end_does_not_count(void **state)
{
	struct fixture *fixture = *state;

	begin(fixture, false, true);
	gap(fixture, FROM + 20 * MS, 10 * MS, 1);
	period(fixture, FROM + 80 * MS, 80 * MS);
	gap(fixture, FROM + 170 * MS, 60 * MS, 0);
	gap(fixture, FROM + 270 * MS, 70 * MS, 0);
	assert_true(noise_of(fixture)->time <= noise_of(fixture)->runtime);
	osnoise_samples_break_off(&fixture->samples, fixture->recorder);
	assert_int_equal(noise_of(fixture)->time, 10 * MS);
	assert_int_equal(noise_of(fixture)->runtime, 80 * MS);
	assert_int_equal(noise_of(fixture)->hardware, 0);
	period(fixture, FROM + 280 * MS, 80 * MS);
	assert_int_equal(noise_of(fixture)->time, 10 * MS);
	assert_int_equal(noise_of(fixture)->runtime, 160 * MS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(periods_are_added_up, setup, teardown),
		cmocka_unit_test_setup_teardown(half_a_period_is_none, setup, teardown),
		cmocka_unit_test_setup_teardown(no_more_than_the_runtime_is_told, setup, teardown),
		cmocka_unit_test_setup_teardown(a_period_of_before_is_left_out, setup, teardown),
		cmocka_unit_test_setup_teardown(a_gap_is_explained, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_lost_is_in_the_sums, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_counted_is_not_lost, setup, teardown),
		cmocka_unit_test_setup_teardown(a_period_without_an_end_does_not_count, setup,
						teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

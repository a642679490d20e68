// SPDX-License-Identifier: GPL-2.0-only
/* Which samples reach a limit, and which of them the run is told. */
#include "tests/unit/lib/unit.h"

#include <errno.h>
#include <string.h>

#include "lib/session/limit.h"
#include "lib/run/run.h"

#define BOTH (RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD))

struct fixture {
	struct rtlat_run run;
	struct run_cpu cpus[2];
	struct run_shared shared[2];
	struct rtlat_recorder recorder[2];
};

static int setup(void **state)
{
	static struct fixture fixture;
	unsigned int i;

	memset(&fixture, 0, sizeof(fixture));
	fixture.run.session.cpus = fixture.cpus;
	fixture.run.session.nr_cpus = 2;
	fixture.run.session.wake_fd = -1;
	fixture.run.session.config.stop_irq_ns = 2000;
	fixture.run.session.config.stop_thread_ns = 5000;
	for (i = 0; i < 2; i++) {
		fixture.cpus[i].cpu = i;
		fixture.cpus[i].shared = &fixture.shared[i];
		fixture.cpus[i].bank[0] = &fixture.recorder[i];
		fixture.shared[i].measured_from = 1000000;
		fixture.shared[i].measured_to = 9000000;
	}
	*state = &fixture;
	return 0;
}

static bool tell(struct fixture *fixture, unsigned int cpu, uint64_t seq, uint64_t expiry,
		 uint64_t irq, uint64_t thread)
{
	struct rtlat_sample sample = {
		.cpu = cpu,
		.seq = seq,
		.expiry = expiry,
		.has = BOTH,
		.latency = { irq, thread, 0 },
	};

	return limit_tell(&fixture->run.session, &fixture->cpus[cpu], &sample);
}

static void a_limit_is_reached_when_it_is_met(void **state)
{
	struct fixture *fixture = *state;
	struct rtlat_exceeded exceeded;

	assert_false(tell(fixture, 0, 1, 2000000, 1999, 4999));
	assert_int_equal(rtlat_run_exceeded(&fixture->run, &exceeded), -ENODATA);
	assert_true(tell(fixture, 0, 2, 3000000, 1999, 5000));
	assert_int_equal(rtlat_run_exceeded(&fixture->run, &exceeded), 0);
	assert_int_equal(exceeded.context, RTLAT_THREAD);
	assert_int_equal(exceeded.limit, 5000);
	assert_int_equal(exceeded.sample.seq, 2);
}

static void of_two_latencies_the_first_counts(void **state)
{
	struct fixture *fixture = *state;
	struct rtlat_exceeded exceeded;

	assert_true(tell(fixture, 0, 1, 2000000, 2000, 7000));
	assert_int_equal(rtlat_run_exceeded(&fixture->run, &exceeded), 0);
	assert_int_equal(exceeded.context, RTLAT_IRQ);
	assert_int_equal(exceeded.limit, 2000);
}

static void samples_that_do_not_count_reach_nothing(void **state)
{
	struct fixture *fixture = *state;

	assert_false(tell(fixture, 0, 1, 999999, 0, 9000));
	assert_false(tell(fixture, 0, 2, 9000001, 0, 9000));
	assert_null(limit_first(&fixture->run.session));
	assert_null(limit_result(&fixture->run));
}

/* By when its latency was known, not by which CPU said so first. */
static void the_earliest_of_all_cpus(void **state)
{
	struct fixture *fixture = *state;

	assert_true(tell(fixture, 0, 7, 3000000, 0, 60000));
	assert_true(tell(fixture, 1, 7, 3000000, 0, 5500));
	assert_true(tell(fixture, 1, 8, 4000000, 0, 9000));
	assert_int_equal(limit_first(&fixture->run.session)->sample.cpu, 1);
	assert_int_equal(limit_result(&fixture->run)->sample.seq, 7);
	assert_int_equal(limit_reached_at(limit_first(&fixture->run.session)), 3005500);
}

static void a_run_that_goes_on_is_told_each_activation_once(void **state)
{
	struct fixture *fixture = *state;
	struct rtlat_exceeded exceeded;

	fixture->run.session.config.go_on = true;
	assert_false(tell(fixture, 0, 1, 2000000, 0, 6000));
	assert_false(tell(fixture, 0, 2, 3000000, 0, 7000));
	assert_int_equal(rtlat_run_exceeded(&fixture->run, &exceeded), 0);
	assert_int_equal(exceeded.sample.seq, 1);
	rtlat_run_go_on(&fixture->run);
	assert_false(tell(fixture, 0, 1, 2000000, 0, 6000));
	assert_int_equal(rtlat_run_exceeded(&fixture->run, &exceeded), -ENODATA);
	assert_false(tell(fixture, 0, 3, 4000000, 0, 8000));
	assert_int_equal(rtlat_run_exceeded(&fixture->run, &exceeded), 0);
	assert_int_equal(exceeded.sample.seq, 3);
	/* In the result is the first of all. */
	assert_int_equal(limit_result(&fixture->run)->sample.seq, 1);
}

/* The CPUs are told of one after the other, and what was told stays so meanwhile. */
static void a_run_that_goes_on_is_told_of_each_cpu(void **state)
{
	struct fixture *fixture = *state;
	struct rtlat_exceeded exceeded;

	fixture->run.session.config.go_on = true;
	assert_false(tell(fixture, 0, 5, 3000000, 0, 6000));
	assert_int_equal(rtlat_run_exceeded(&fixture->run, &exceeded), 0);
	assert_int_equal(exceeded.sample.cpu, 0);
	assert_false(tell(fixture, 1, 4, 2000000, 0, 6000));
	assert_int_equal(rtlat_run_exceeded(&fixture->run, &exceeded), 0);
	assert_int_equal(exceeded.sample.cpu, 0);
	rtlat_run_go_on(&fixture->run);
	assert_int_equal(rtlat_run_exceeded(&fixture->run, &exceeded), 0);
	assert_int_equal(exceeded.sample.cpu, 1);
	assert_int_equal(exceeded.sample.seq, 4);
	rtlat_run_go_on(&fixture->run);
	assert_int_equal(rtlat_run_exceeded(&fixture->run, &exceeded), -ENODATA);
	assert_int_equal(limit_result(&fixture->run)->sample.cpu, 1);
}

/*
 * The largest is that of the whole run, not of the sample that reached the limit; and of this CPU.
 */
static void the_largest_from_idle_is_told(void **state)
{
	struct fixture *fixture = *state;
	const struct rtlat_exceeded *exceeded;

	assert_true(tell(fixture, 0, 1, 2000000, 100, 6000));
	exceeded = limit_result(&fixture->run);
	assert_non_null(exceeded);
	assert_int_equal(exceeded->idle_latency, 0);
	fixture->recorder[0].idle_irq_max = 700;
	fixture->recorder[1].idle_irq_max = 900;
	exceeded = limit_result(&fixture->run);
	assert_int_equal(exceeded->idle_latency, 900);
	assert_int_equal(exceeded->idle_cpu, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_limit_is_reached_when_it_is_met, setup),
		cmocka_unit_test_setup(of_two_latencies_the_first_counts, setup),
		cmocka_unit_test_setup(samples_that_do_not_count_reach_nothing, setup),
		cmocka_unit_test_setup(the_earliest_of_all_cpus, setup),
		cmocka_unit_test_setup(a_run_that_goes_on_is_told_each_activation_once, setup),
		cmocka_unit_test_setup(a_run_that_goes_on_is_told_of_each_cpu, setup),
		cmocka_unit_test_setup(the_largest_from_idle_is_told, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

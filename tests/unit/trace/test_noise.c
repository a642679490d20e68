// SPDX-License-Identifier: GPL-2.0-only
/* From osnoise events to what interfered with an activation. */
#include "tests/unit/lib/unit.h"

#include <stdio.h>
#include <string.h>

#include "lib/trace/blame.h"

#define EXPIRY 5000000000ULL

/* An event that ended so long after the expiry. */
static void add(struct noise *noise, enum rtlat_interferer by, int64_t end, uint64_t duration,
		int32_t id, const char *name)
{
	struct noise_event event = {
		.time = EXPIRY + end,
		.duration = duration,
		.by = by,
		.id = id,
	};

	snprintf(event.name, sizeof(event.name), "%s", name);
	noise_add(noise, &event);
}

static uint64_t sum(const struct rtlat_interference *found)
{
	uint64_t total = found->late + found->handler + found->dispatch;
	unsigned int by;

	for (by = 0; by < RTLAT_INTERFERERS; by++)
		total += found->time[by];
	return total;
}

static void expect_worst(const struct rtlat_interference *found, enum rtlat_interferer by,
			 uint64_t duration, int32_t id, const char *name)
{
	assert_int_equal(found->worst[by].duration, duration);
	assert_int_equal(found->worst[by].id, id);
	assert_string_equal(found->worst[by].name, name);
}

/* The timer's interrupt takes 3000 ns, then a thread goes on for 50,000, then the switch. */
static void a_thread_that_does_not_give_way(void **state)
{
	struct noise noise = { 0 };
	struct rtlat_interference found;

	(void)state;
	noise_irq(&noise, EXPIRY + 2000, 2000, 0);
	add(&noise, RTLAT_BY_IRQ, 5000, 3400, 236, "local_timer");
	add(&noise, RTLAT_BY_THREAD, 55000, 50000, 4711, "stress");
	assert_true(noise_thread(&noise, EXPIRY + 57000, &found));
	assert_int_equal(found.late, 2000);
	assert_int_equal(found.handler, 3000);
	assert_int_equal(found.time[RTLAT_BY_IRQ], 0);
	assert_int_equal(found.time[RTLAT_BY_THREAD], 50000);
	assert_int_equal(found.count[RTLAT_BY_THREAD], 1);
	assert_int_equal(found.dispatch, 2000);
	expect_worst(&found, RTLAT_BY_THREAD, 50000, 4711, "stress");
	assert_int_equal(sum(&found), 57000);
}

/* Times that go back make no part longer than the latency. */
static void a_clock_that_goes_back(void **state)
{
	struct noise noise = { 0 };
	struct rtlat_interference found;

	(void)state;
	noise_irq(&noise, EXPIRY + 2000, 2000, 0);
	add(&noise, RTLAT_BY_IRQ, 1900, 3400, 236, "local_timer");
	add(&noise, RTLAT_BY_THREAD, 55000, 50000, 4711, "stress");
	assert_true(noise_thread(&noise, EXPIRY + 54000, &found));
	assert_int_equal(found.handler, 0);
	assert_int_equal(found.dispatch, 0);
	assert_int_equal(sum(&found), 52000);
	/* In the first seconds of a machine. */
	noise_irq(&noise, 2000, 3000, 0);
	assert_int_equal(noise.found.late, 3000);
}

/* An interrupt of the switch is not a part of it. */
static void interrupts_after_the_switch(void **state)
{
	struct noise noise = { 0 };
	struct rtlat_interference found;

	(void)state;
	noise_irq(&noise, EXPIRY + 1000, 1000, 0);
	add(&noise, RTLAT_BY_IRQ, 2000, 1200, 236, "local_timer");
	add(&noise, RTLAT_BY_IRQ, 12000, 9000, 21, "qxl");
	add(&noise, RTLAT_BY_THREAD, 20000, 9000, 7, "cc1");
	add(&noise, RTLAT_BY_IRQ, 26000, 5000, 33, "eth0");
	add(&noise, RTLAT_BY_NMI, 26500, 300, 0, "");
	assert_true(noise_thread(&noise, EXPIRY + 27000, &found));
	assert_int_equal(found.time[RTLAT_BY_IRQ], 14000);
	assert_int_equal(found.count[RTLAT_BY_IRQ], 2);
	assert_int_equal(found.time[RTLAT_BY_NMI], 300);
	assert_int_equal(found.dispatch, 1700);
	expect_worst(&found, RTLAT_BY_IRQ, 9000, 21, "qxl");
	assert_int_equal(sum(&found), 27000);
}

/* Leaving idle is a part of the dispatch, not somebody's doing. */
static void idle_is_no_interference(void **state)
{
	struct noise noise = { 0 };
	struct rtlat_interference found;

	(void)state;
	noise_irq(&noise, EXPIRY + 1000, 1000, 0);
	add(&noise, RTLAT_BY_IRQ, 2000, 1200, 236, "local_timer");
	add(&noise, RTLAT_BY_THREAD, 6000, 4000, 0, "swapper/1");
	assert_true(noise_thread(&noise, EXPIRY + 7000, &found));
	assert_int_equal(found.time[RTLAT_BY_THREAD], 0);
	assert_int_equal(found.count[RTLAT_BY_THREAD], 0);
	assert_int_equal(found.dispatch, 5000);
	assert_int_equal(sum(&found), 7000);
}

/* Interruptions at work at the expiry made the interrupt late only by what came after it. */
static void interrupts_before_the_timer(void **state)
{
	struct noise noise = { 0 };
	struct rtlat_interference found;

	(void)state;
	add(&noise, RTLAT_BY_IRQ, -10, 4000, 20, "before");
	add(&noise, RTLAT_BY_IRQ, 6000, 9000, 21, "qxl");
	add(&noise, RTLAT_BY_NMI, 6500, 400, 0, "");
	noise_irq(&noise, EXPIRY + 8000, 8000, 0);
	add(&noise, RTLAT_BY_NMI, 8500, 200, 0, "");
	add(&noise, RTLAT_BY_IRQ, 9000, 1000, 236, "local_timer");
	assert_true(noise_thread(&noise, EXPIRY + 9000, &found));
	assert_int_equal(found.time[RTLAT_BY_IRQ], 6000);
	expect_worst(&found, RTLAT_BY_IRQ, 6000, 21, "qxl");
	assert_int_equal(found.time[RTLAT_BY_NMI], 600);
	assert_int_equal(found.count[RTLAT_BY_NMI], 2);
	assert_int_equal(found.late, 1600);
	assert_int_equal(found.handler, 800);
	assert_int_equal(sum(&found), 9000);
}

/* Interrupts that come one after the other: the timer's waits for the last of hundreds. */
static void a_storm_before_the_timer(void **state)
{
	struct noise noise = { 0 };
	int i;

	(void)state;
	for (i = 0; i < 600; i++)
		add(&noise, RTLAT_BY_IRQ, -100000 + 1000 * i, 950, 246, "irq_work");
	noise_irq(&noise, EXPIRY + 500000, 500000, 0);
	assert_int_equal(noise.found.count[RTLAT_BY_IRQ], 499);
	assert_int_equal(noise.found.time[RTLAT_BY_IRQ], 499 * 950);
	assert_int_equal(noise.found.late, 500000 - 499 * 950);
	expect_worst(&noise.found, RTLAT_BY_IRQ, 950, 246, "irq_work");
}

/*
 * Interruptions between two activations are forgotten, and never is more explained than there was.
 */
static void each_activation_by_itself(void **state)
{
	struct noise noise = { 0 };
	struct rtlat_interference found;
	unsigned int i;

	(void)state;
	assert_false(noise_thread(&noise, EXPIRY, &found));
	for (i = 0; i < 3 * NOISE_EARLIER; i++)
		add(&noise, RTLAT_BY_IRQ, -1000 + i, 900, 5, "storm");
	noise_irq(&noise, EXPIRY + 50, 50, 0);
	assert_true(sum(&noise.found) == 50);
	add(&noise, RTLAT_BY_IRQ, 150, 120, 236, "local_timer");
	assert_true(noise_thread(&noise, EXPIRY + 200, &found));
	assert_false(noise_thread(&noise, EXPIRY + 300, &found));
	noise_irq(&noise, EXPIRY + 1050, 50, 0);
	assert_int_equal(noise.found.late, 50);
	assert_int_equal(noise.found.count[RTLAT_BY_IRQ], 0);
}

/* The name comes with the event of its thread, if that comes. */
static void whom_the_interrupt_met(void **state)
{
	struct noise noise = { 0 };
	struct rtlat_interference found;

	(void)state;
	noise_irq(&noise, EXPIRY + 9000, 9000, 370);
	assert_true(noise.found.met.known);
	assert_int_equal(noise.found.met.pid, 370);
	assert_string_equal(noise.found.met.name, "");
	add(&noise, RTLAT_BY_IRQ, 12000, 3400, 236, "local_timer");
	add(&noise, RTLAT_BY_THREAD, 13000, 1000, 370, "modprobe");
	add(&noise, RTLAT_BY_THREAD, 14000, 1000, 371, "other");
	assert_true(noise_thread(&noise, EXPIRY + 15000, &found));
	assert_int_equal(found.met.pid, 370);
	assert_string_equal(found.met.name, "modprobe");
	noise_irq(&noise, EXPIRY + 1000000, 1000, 0);
	assert_true(noise.found.met.known);
	assert_int_equal(noise.found.met.pid, 0);
	assert_string_equal(noise.found.met.name, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_thread_that_does_not_give_way),
		cmocka_unit_test(a_clock_that_goes_back),
		cmocka_unit_test(interrupts_after_the_switch),
		cmocka_unit_test(idle_is_no_interference),
		cmocka_unit_test(interrupts_before_the_timer),
		cmocka_unit_test(a_storm_before_the_timer),
		cmocka_unit_test(each_activation_by_itself),
		cmocka_unit_test(whom_the_interrupt_met),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
/* The window of an activation becomes a sample whose parts add up to its thread latency. */
#include "tests/unit/lib/unit.h"

#include <string.h>

#include "lib/source/bpf/activation.h"
#include "lib/symbols/irq_names.h"
#include "lib/util/sysfs.h"

#define EXPIRY 1000000

/* A timer that was 100 ns late, its handler, then a thread for 5000, and the switch for 300. */
static struct window window_of_thread(void)
{
	struct window window = {
		.expiry = EXPIRY,
		.last = EXPIRY + 100 + 900 + 5000,
		.time = { .of = { [WINDOW_THREAD] = 5000 }, .handler = 900 },
		.count = { .of = { [WINDOW_THREAD] = 1 }, .longest = { [WINDOW_THREAD] = 5000 } },
		.irq_latency = 100,
		.late = 100,
		.met_pid = 42,
		.worst = { [WINDOW_THREAD] = { .id = 42, .name = "hog" } },
	};

	return window;
}

static struct rtlat_sample explain(const struct window *window, uint64_t latency)
{
	struct rtlat_sample sample = {
		.cpu = 3,
		.has = RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD),
		.latency = { [RTLAT_THREAD] = latency },
	};

	activation_explain(window, WINDOW_FIRED | WINDOW_MET, &sample);
	assert_true(sample.has & RTLAT_HAS_INTERFERENCE);
	return sample;
}

static uint64_t sum_of(const struct rtlat_interference *interference)
{
	uint64_t sum = interference->late + interference->handler + interference->dispatch +
		       interference->hrtimers.time;
	unsigned int by;

	for (by = 0; by < RTLAT_INTERFERERS; by++)
		sum += interference->time[by];
	return sum;
}

static void the_rest_is_the_way_to_the_thread(void **state)
{
	struct window window = window_of_thread();
	struct rtlat_sample sample = explain(&window, 6300);

	(void)state;
	assert_int_equal(sum_of(&sample.interference), 6300);
	assert_int_equal(sample.interference.dispatch, 300);
	assert_int_equal(sample.interference.worst[RTLAT_BY_THREAD].duration, 5000);
	assert_string_equal(sample.interference.worst[RTLAT_BY_THREAD].name, "hog");
	assert_true(sample.interference.met.known);
	assert_string_equal(sample.interference.met.name, "hog");
}

/* An interrupt of 2000 ns came after the clock was read: none of it is the sample's. */
static void nothing_counts_that_came_later(void **state)
{
	struct window window = window_of_thread();
	struct rtlat_sample sample;

	(void)state;
	window.time.net[WINDOW_THREAD] = 400;
	window.time.of[WINDOW_IRQ] = 2000;
	window.count.of[WINDOW_IRQ] = 1;
	window.count.longest[WINDOW_IRQ] = 2000;
	window.last += 400 + 2000;
	sample = explain(&window, 6300);
	assert_int_equal(sum_of(&sample.interference), 6300);
	assert_in_range(sample.interference.time[RTLAT_BY_IRQ], 0, 400);
	assert_in_range(sample.interference.worst[RTLAT_BY_IRQ].duration, 0, 400);
}

static void others_are_named(void **state)
{
	struct window window = window_of_thread();
	struct rtlat_sample sample;

	(void)state;
	window.count.longest[WINDOW_IRQ] = window.time.of[WINDOW_IRQ] = 10;
	window.worst[WINDOW_IRQ] = (struct window_culprit){ .id = 0xfd };
	window.count.longest[WINDOW_SOFTIRQ] = window.time.of[WINDOW_SOFTIRQ] = 10;
	window.worst[WINDOW_SOFTIRQ] = (struct window_culprit){ .id = 9 };
	window.met_pid = 0;
	sample = explain(&window, 6300);
	assert_string_equal(sample.interference.worst[RTLAT_BY_IRQ].name, "reschedule");
	assert_string_equal(sample.interference.worst[RTLAT_BY_SOFTIRQ].name, "RCU");
	assert_string_equal(sample.interference.met.name, "swapper/3");

	window.worst[WINDOW_IRQ] = (struct window_culprit){ .id = 77 };
	assert_string_equal(explain(&window, 6300).interference.worst[RTLAT_BY_IRQ].name, "?");
}

/* The name of the task that the interrupt met is kept when another one's time is longer. */
static void who_was_met_is_not_who_took_longest(void **state)
{
	struct window window = window_of_thread();
	struct rtlat_sample sample;

	(void)state;
	window.met_pid = 7;
	memcpy(window.met_name, "first", sizeof("first"));
	sample = explain(&window, 6300);
	assert_int_equal(sample.interference.met.pid, 7);
	assert_string_equal(sample.interference.met.name, "first");
	assert_string_equal(sample.interference.worst[RTLAT_BY_THREAD].name, "hog");
}

/* Interrupts of devices have their names in /sys. */
static void devices_are_looked_up(void **state)
{
	struct window window = window_of_thread();
	struct rtlat_sample sample;

	(void)state;
	window.count.longest[WINDOW_IRQ] = window.time.of[WINDOW_IRQ] = 10;
	window.worst[WINDOW_IRQ] = (struct window_culprit){ .id = 21, .device = 1 };
	sample = explain(&window, 6300);
	assert_string_equal(sample.interference.worst[RTLAT_BY_IRQ].name, "");
	sysfs_set_root("/nowhere");
	irq_names_resolve(&sample, 1);
	sysfs_set_root(NULL);
	assert_string_equal(sample.interference.worst[RTLAT_BY_IRQ].name, "?");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_rest_is_the_way_to_the_thread),
		cmocka_unit_test(nothing_counts_that_came_later),
		cmocka_unit_test(others_are_named),
		cmocka_unit_test(who_was_met_is_not_who_took_longest),
		cmocka_unit_test(devices_are_looked_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

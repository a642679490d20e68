// SPDX-License-Identifier: GPL-2.0-only
/* The contents of a module's files. */
#include "tests/unit/lib/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/track/module_read.h"

#define WINDOW                                                                                     \
	(sizeof(struct latency_histogram_window) + RTLAT_HISTOGRAM_BUCKETS * sizeof(uint64_t))

struct fixture {
	size_t size;
	char *file;
	struct latency_histogram_header *header;
	struct latency_histogram_window *total;
	struct track_module_total read;
	struct track_module_total before;
	struct rtlat_recorder *recorder;
};

static int setup(void **state)
{
	static const struct rtlat_recorder_layout layout = { .worst = 1 };
	struct fixture *fixture = calloc(1, sizeof(*fixture));

	if (!fixture)
		return -1;
	*state = fixture;
	fixture->size = sizeof(*fixture->header) + LATENCY_WINDOWS * WINDOW;
	fixture->file = calloc(1, fixture->size);
	fixture->recorder = malloc(rtlat_recorder_size(&layout));
	if (!fixture->file || !fixture->recorder)
		return -1;
	rtlat_recorder_init(fixture->recorder, -1, &layout);
	fixture->header = (void *)fixture->file;
	*fixture->header = (struct latency_histogram_header){
		.size = sizeof(*fixture->header),
		.tracker = LATENCY_TRACKER_WAKEUP,
		.windows = LATENCY_WINDOWS,
		.window_size = WINDOW,
		.buckets = RTLAT_HISTOGRAM_BUCKETS,
		.bits = RTLAT_HISTOGRAM_BITS,
		.top = RTLAT_HISTOGRAM_TOP,
	};
	fixture->total =
		(void *)(fixture->file + sizeof(*fixture->header) + LATENCY_WINDOW_TOTAL * WINDOW);
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;

	free(fixture->file);
	free(fixture->recorder);
	free(fixture);
	return 0;
}

static void count(struct fixture *fixture, uint64_t delay, uint64_t times)
{
	struct latency_histogram_window *total = fixture->total;

	total->bucket[rtlat_histogram_index(delay)] += times;
	total->min = total->count && total->min < delay ? total->min : delay;
	total->max = total->max > delay ? total->max : delay;
	total->count += times;
	total->sum += times * delay;
}

static const struct rtlat_histogram *histogram_of(const struct fixture *fixture)
{
	return &fixture->recorder->histogram[recorder_slot(RTLAT_DELAY)];
}

static void total_is_read(void **state)
{
	struct fixture *fixture = *state;
	uint64_t value;

	count(fixture, 100, 99);
	count(fixture, 3000001, 1);
	assert_int_equal(track_module_total(fixture->file, fixture->size, &fixture->read), 0);
	track_module_add(fixture->recorder, &fixture->read, &fixture->before);
	assert_int_equal(fixture->recorder->count, 100);
	assert_int_equal(histogram_of(fixture)->min, 100);
	assert_int_equal(histogram_of(fixture)->max, 3000001);
	assert_int_equal(histogram_of(fixture)->sum, 99 * 100 + 3000001);
	assert_int_equal(
		rtlat_histogram_percentile(histogram_of(fixture), 50 * RTLAT_PERCENT, &value), 0);
	assert_int_equal(value, 100);
}

/* Counts from before are not of the run. */
static void only_what_came_since_counts(void **state)
{
	struct fixture *fixture = *state;

	count(fixture, 100, 99);
	count(fixture, 9000000, 7);
	assert_int_equal(track_module_total(fixture->file, fixture->size, &fixture->before), 0);
	count(fixture, 100, 1);
	count(fixture, 200, 5);
	assert_int_equal(track_module_total(fixture->file, fixture->size, &fixture->read), 0);
	track_module_add(fixture->recorder, &fixture->read, &fixture->before);
	assert_int_equal(fixture->recorder->count, 6);
	assert_int_equal(histogram_of(fixture)->min, 100);
	assert_int_equal(histogram_of(fixture)->max, 200);
	assert_int_equal(histogram_of(fixture)->sum, 1100);
}

static void another_geometry_is_refused(void **state)
{
	struct fixture *fixture = *state;
	struct latency_histogram_header good = *fixture->header;

	assert_int_equal(track_module_total(fixture->file, 8, &fixture->read), -EBADMSG);
	assert_int_equal(track_module_total(fixture->file, fixture->size - 1, &fixture->read),
			 -EBADMSG);
	fixture->header->bits++;
	assert_int_equal(track_module_total(fixture->file, fixture->size, &fixture->read),
			 -EBADMSG);
	*fixture->header = good;
	fixture->header->windows = LATENCY_WINDOW_TOTAL;
	assert_int_equal(track_module_total(fixture->file, fixture->size, &fixture->read),
			 -EBADMSG);
	*fixture->header = good;
	fixture->header->window_size--;
	assert_int_equal(track_module_total(fixture->file, fixture->size, &fixture->read),
			 -EBADMSG);
	*fixture->header = good;
	fixture->header->size = fixture->size;
	assert_int_equal(track_module_total(fixture->file, fixture->size, &fixture->read),
			 -EBADMSG);
}

static void alert_is_a_sample(void **state)
{
	struct latency_alert alert = {
		.tracker = LATENCY_TRACKER_OFFCPU,
		.flags = LATENCY_ALERT_PREEMPTED,
		.time = 10000,
		.delay = 4000,
		.cpu = 3,
		.pid = 12,
		.prio = 98,
		.comm = "victim",
		.other_pid = 15,
		.other_comm = "waker",
		.other_time = 9500,
		.key = { 2 },
	};
	struct rtlat_sample sample;

	(void)state;
	track_module_sample(&alert, &sample);
	assert_int_equal(sample.cpu, 3);
	assert_int_equal(sample.expiry, 6000);
	assert_int_equal(sample.latency[RTLAT_DELAY], 4000);
	assert_int_equal(sample.delay.pid, 12);
	assert_string_equal(sample.delay.comm, "victim");
	assert_int_equal(sample.delay.flags, RTLAT_DELAY_PREEMPTED);
	assert_int_equal(sample.delay.other_pid, 15);
	/* The task ran 500 after it was woken. */
	assert_int_equal(sample.delay.other_time, 500);
	alert.other_pid = -1;
	track_module_sample(&alert, &sample);
	assert_int_equal(sample.delay.other_pid, RTLAT_PID_ANY);
}

static void alert_is_checked(void **state)
{
	struct latency_alert alert = {
		.size = sizeof(alert),
		.tracker = LATENCY_TRACKER_SYSCALLS,
		.stack_size = LATENCY_ALERT_STACK + 1,
		.other_stack_size = UINT32_MAX,
	};
	_Alignas(struct latency_alert) char bytes[sizeof(alert) + 8] = { 0 };
	struct latency_alert read;

	(void)state;
	memcpy(bytes, &alert, sizeof(alert));
	assert_int_equal(track_module_alert(bytes, sizeof(alert), RTLAT_TRACK_SYSCALL, &read),
			 sizeof(alert));
	assert_int_equal(read.stack_size, LATENCY_ALERT_STACK);
	assert_int_equal(read.other_stack_size, LATENCY_ALERT_STACK);
	assert_int_equal(track_module_alert(bytes, sizeof(alert), RTLAT_TRACK_IRQ, &read),
			 -EBADMSG);
	assert_int_equal(track_module_alert(bytes, sizeof(alert) - 1, RTLAT_TRACK_SYSCALL, &read),
			 -EBADMSG);
	/* One of a later version is larger, and one of an earlier one there is not. */
	((struct latency_alert *)bytes)->size = sizeof(bytes);
	assert_int_equal(track_module_alert(bytes, sizeof(bytes), RTLAT_TRACK_SYSCALL, &read),
			 sizeof(bytes));
	assert_int_equal(track_module_alert(bytes, sizeof(alert), RTLAT_TRACK_SYSCALL, &read),
			 -EBADMSG);
	((struct latency_alert *)bytes)->size = 0;
	assert_int_equal(track_module_alert(bytes, sizeof(bytes), RTLAT_TRACK_SYSCALL, &read),
			 -EBADMSG);
}

/* The clocks of two CPUs may differ by little. */
static void delay_before_time_began(void **state)
{
	struct latency_alert alert = { .time = 10, .delay = 11 };
	struct rtlat_sample sample;

	(void)state;
	track_module_sample(&alert, &sample);
	assert_int_equal(sample.expiry, 0);
	assert_int_equal(sample.latency[RTLAT_DELAY], 11);
}

static void what_was_not_followed(void **state)
{
	struct track_module_lost lost;

	(void)state;
	track_module_lost("events 9\nfull 7\nduplicate 5\nrefused 3\nmissed 2", &lost);
	assert_int_equal(lost.full, 7);
	assert_int_equal(lost.refused, 5);
	track_module_lost("not full 6\nrefused", &lost);
	assert_int_equal(lost.full, 0);
	assert_int_equal(lost.refused, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(total_is_read, setup, teardown),
		cmocka_unit_test_setup_teardown(only_what_came_since_counts, setup, teardown),
		cmocka_unit_test_setup_teardown(another_geometry_is_refused, setup, teardown),
		cmocka_unit_test(alert_is_a_sample),
		cmocka_unit_test(alert_is_checked),
		cmocka_unit_test(delay_before_time_began),
		cmocka_unit_test(what_was_not_followed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

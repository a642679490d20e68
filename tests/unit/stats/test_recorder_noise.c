// SPDX-License-Identifier: GPL-2.0-only
/* The sources of noise that a recorder keeps by name, and the names that it has to forget. */
#include "tests/unit/lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stats/recorder.h"

#define ROOM 9

static struct rtlat_recorder *make(void)
{
	static const struct rtlat_recorder_layout layout = {
		.sources = ROOM,
		.contexts = RTLAT_HAS(RTLAT_NOISE),
	};
	struct rtlat_recorder *recorder = malloc(rtlat_recorder_size(&layout));

	assert_non_null(recorder);
	return rtlat_recorder_init(recorder, 0, &layout);
}

static void add(struct rtlat_recorder *recorder, enum rtlat_interferer by, int32_t id,
		const char *text, uint64_t duration)
{
	char name[RTLAT_NAME_SIZE] = "";

	memcpy(name, text, strlen(text));
	rtlat_recorder_add_source(recorder, by, id, name, duration);
}

static void expect(struct rtlat_recorder *recorder, unsigned int index, const char *text,
		   uint64_t count, uint64_t time, uint64_t max)
{
	const struct rtlat_noise_source *source = &recorder_sources(recorder)[index];
	char name[64];

	assert_true(index < recorder->noise.nr_sources);
	assert_true(rtlat_noise_source_format(source, name, sizeof(name)) > 0);
	assert_string_equal(name, text);
	assert_int_equal(source->count, count);
	assert_int_equal(source->time, time);
	assert_int_equal(source->max, max);
}

static void each_has_its_name(void **state)
{
	struct rtlat_recorder *recorder = make();

	(void)state;
	add(recorder, RTLAT_BY_IRQ, 21, "eth0", 100);
	add(recorder, RTLAT_BY_THREAD, 75, "hog", 500);
	add(recorder, RTLAT_BY_IRQ, 21, "eth0", 300);
	add(recorder, RTLAT_BY_THREAD, 76, "hog", 50);
	add(recorder, RTLAT_BY_NMI, 0, "", 5);
	add(recorder, RTLAT_BY_THREAD, 77, "a\033b", 1);
	rtlat_recorder_sort_sources(recorder);
	expect(recorder, 0, "thread hog:75", 1, 500, 500);
	expect(recorder, 1, "irq eth0:21", 2, 400, 300);
	expect(recorder, 2, "thread hog:76", 1, 50, 50);
	expect(recorder, 3, "nmi", 1, 5, 5);
	expect(recorder, 4, "thread a?b:77", 1, 1, 1);
	free(recorder);
}

/* Names are lost, least first, but no time is; and one that comes late gets to be known. */
static void what_has_no_room_is_kept_without_a_name(void **state)
{
	struct rtlat_recorder *recorder = make();
	uint64_t time = 0, count = 0;
	char name[RTLAT_NAME_SIZE];
	unsigned int i;

	(void)state;
	for (i = 0; i < 100; i++) {
		snprintf(name, sizeof(name), "short%u", i);
		add(recorder, i % 2 ? RTLAT_BY_THREAD : RTLAT_BY_IRQ, i, name, 10 + i % 7);
	}
	for (i = 0; i < 20; i++)
		add(recorder, RTLAT_BY_THREAD, 4711, "late", 40);
	for (i = 0; i < recorder->noise.nr_sources; i++) {
		time += recorder_sources(recorder)[i].time;
		count += recorder_sources(recorder)[i].count;
	}
	assert_in_range(recorder->noise.nr_sources, 3, ROOM);
	assert_int_equal(count, 120);
	assert_int_equal(time, 100 * 10 + 14 * 21 + 0 + 1 + 800);
	rtlat_recorder_sort_sources(recorder);
	expect(recorder, 0, "thread late:4711", 20, 800, 40);
	assert_string_equal(recorder_sources(recorder)[1].name, "");
	free(recorder);
}

/* The larger sums keep their names, whatever the order. */
static void sums_are_merged(void **state)
{
	struct rtlat_recorder *to = make(), *from = make();
	char name[RTLAT_NAME_SIZE];
	unsigned int i;

	(void)state;
	for (i = 0; i < 4; i++) {
		snprintf(name, sizeof(name), "large%u", i);
		add(to, RTLAT_BY_THREAD, i, name, 1000 + i);
		snprintf(name, sizeof(name), "small%u", i);
		add(from, RTLAT_BY_THREAD, i, name, 10);
	}
	add(to, RTLAT_BY_IRQ, 1, "both", 2000);
	add(from, RTLAT_BY_IRQ, 1, "both", 3000);
	to->noise.periods = from->noise.periods = 2;
	to->noise.max_period = 5;
	from->noise.max_period = 7;
	from->noise.count[RTLAT_BY_IRQ] = 9;
	rtlat_recorder_merge(to, from);
	rtlat_recorder_sort_sources(to);
	expect(to, 0, "irq both:1", 2, 5000, 3000);
	expect(to, 1, "thread large3:3", 1, 1003, 1003);
	expect(to, 4, "thread large0:0", 1, 1000, 1000);
	expect(to, 5, "thread, others", 4, 40, 10);
	assert_int_equal(to->noise.periods, 4);
	assert_int_equal(to->noise.max_period, 7);
	assert_int_equal(to->noise.count[RTLAT_BY_IRQ], 9);
	free(to);
	free(from);
}

/* A snapshot has them all, and what is cleared has none. */
static void a_snapshot_has_the_sources(void **state)
{
	struct rtlat_recorder *recorder = make(), *copy = make();

	(void)state;
	add(recorder, RTLAT_BY_SOFTIRQ, 9, "RCU", 70);
	assert_int_equal(rtlat_recorder_snapshot(recorder, copy), 0);
	expect(copy, 0, "softirq RCU:9", 1, 70, 70);
	rtlat_recorder_clear(recorder);
	assert_int_equal(recorder->noise.nr_sources, 0);
	assert_int_equal(rtlat_recorder_snapshot(recorder, copy), 0);
	assert_int_equal(copy->noise.nr_sources, 0);
	free(recorder);
	free(copy);
}

static void what_is_available(void **state)
{
	struct rtlat_noise noise = { .runtime = 1000000, .time = 1000 };
	double available;

	(void)state;
	assert_int_equal(rtlat_noise_available(&noise, &available), 0);
	assert_true(available == 99.9 * RTLAT_PERCENT);
	noise.time = 2000000;
	assert_int_equal(rtlat_noise_available(&noise, &available), 0);
	assert_true(available == 0);
	noise.runtime = 0;
	assert_true(rtlat_noise_available(&noise, &available) < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_has_its_name),
		cmocka_unit_test(what_has_no_room_is_kept_without_a_name),
		cmocka_unit_test(sums_are_merged),
		cmocka_unit_test(a_snapshot_has_the_sources),
		cmocka_unit_test(what_is_available),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

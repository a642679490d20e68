// SPDX-License-Identifier: GPL-2.0-only
/* From events to delays. */
#include "tests/unit/lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/track/track.h"

struct fixture {
	struct track track;
	struct rtlat_track config;
	struct rtlat_recorder *recorder[2];
};

static struct rtlat_recorder *find(void *data, int cpu, uint64_t time)
{
	struct fixture *fixture = data;

	(void)time;
	return fixture->recorder[cpu];
}

static int setup(void **state)
{
	static const struct rtlat_recorder_layout layout = { .worst = 4 };
	struct fixture *fixture = calloc(1, sizeof(*fixture));
	unsigned int i;

	if (!fixture)
		return -1;
	*state = fixture;
	for (i = 0; i < 2; i++) {
		fixture->recorder[i] = malloc(rtlat_recorder_size(&layout));
		if (!fixture->recorder[i])
			return -1;
		rtlat_recorder_init(fixture->recorder[i], (int)i, &layout);
	}
	fixture->config.pid = RTLAT_PID_ANY;
	fixture->config.priority = RTLAT_PRIORITY_ANY;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;

	track_free(&fixture->track);
	free(fixture->recorder[0]);
	free(fixture->recorder[1]);
	free(fixture);
	return 0;
}

static void begin(struct fixture *fixture, enum rtlat_tracker tracker)
{
	fixture->config.tracker = tracker;
	assert_int_equal(track_init(&fixture->track, &fixture->config, 2, 8), 0);
	fixture->track.recorder = find;
	fixture->track.data = fixture;
}

#define NAMELESS 2

/* Names are of pids that no machine has. */
static struct track_task task_of(int pid)
{
	struct track_task task = { .pid = pid ? 100000000 + pid : 0,
				   .priority = 100 + pid,
				   .named = true };

	if (pid && pid != NAMELESS)
		snprintf(task.comm, sizeof(task.comm), "t%d", pid);
	return task;
}

static void waking(struct fixture *fixture, int cpu, uint64_t time, int by, int pid)
{
	const struct track_event event = { .kind = TRACK_WAKING,
					   .cpu = cpu,
					   .time = time,
					   .task = task_of(by),
					   .other = task_of(pid) };

	track_take(&fixture->track, &event);
}

static void change(struct fixture *fixture, int cpu, uint64_t time, int from, int to, bool blocked)
{
	const struct track_event event = { .kind = TRACK_SWITCH,
					   .cpu = cpu,
					   .time = time,
					   .task = task_of(from),
					   .other = task_of(to),
					   .blocked = blocked,
					   .state = blocked };

	track_take(&fixture->track, &event);
}

static void ends(struct fixture *fixture, int cpu, uint64_t time, int from, int to)
{
	const struct track_event event = { .kind = TRACK_SWITCH,
					   .cpu = cpu,
					   .time = time,
					   .task = task_of(from),
					   .other = task_of(to),
					   .blocked = true,
					   .gone = true,
					   .state = 0x10 };

	track_take(&fixture->track, &event);
}

static const struct rtlat_sample *worst_of(struct fixture *fixture, int cpu)
{
	rtlat_recorder_sort_worst(fixture->recorder[cpu]);
	return fixture->recorder[cpu]->worst;
}

static void waits_from_its_wakeup(void **state)
{
	struct fixture *fixture = *state;
	const struct rtlat_sample *worst;

	begin(fixture, RTLAT_TRACK_WAKEUP);
	waking(fixture, 1, 1000, 9, 5);
	change(fixture, 0, 1700, 0, 5, false);
	assert_int_equal(fixture->recorder[0]->count, 1);
	assert_int_equal(fixture->recorder[1]->count, 0);
	worst = worst_of(fixture, 0);
	assert_int_equal(worst->latency[RTLAT_DELAY], 700);
	assert_int_equal(worst->expiry, 1000);
	assert_int_equal(worst->delay.pid, task_of(5).pid);
	assert_int_equal(worst->delay.priority, 105);
	assert_string_equal(worst->delay.comm, "t5");
	/* The wait is over. */
	change(fixture, 0, 1800, 5, 0, true);
	change(fixture, 0, 1900, 0, 5, false);
	assert_int_equal(fixture->recorder[0]->count, 1);
}

/* Who is preempted waits again, and what ran in between is not part of it. */
static void waits_from_its_preemption(void **state)
{
	struct fixture *fixture = *state;
	const struct rtlat_sample *worst;

	begin(fixture, RTLAT_TRACK_WAKEUP);
	waking(fixture, 0, 1000, 0, 5);
	change(fixture, 0, 1100, 0, 5, false);
	change(fixture, 0, 5000, 5, 6, false);
	change(fixture, 0, 9000, 6, 5, true);
	assert_int_equal(fixture->recorder[0]->count, 2);
	worst = worst_of(fixture, 0);
	assert_int_equal(worst[0].latency[RTLAT_DELAY], 4000);
	assert_int_equal(worst[0].delay.flags, RTLAT_DELAY_PREEMPTED);
	assert_int_equal(worst[0].delay.other_pid, task_of(6).pid);
	assert_int_equal(worst[0].delay.other_time, 4000);
	assert_int_equal(worst[1].delay.flags, 0);
}

/* A wakeup of a task that runs does not make it wait. */
static void wakeup_of_a_running_task_is_nothing(void **state)
{
	struct fixture *fixture = *state;

	begin(fixture, RTLAT_TRACK_WAKEUP);
	change(fixture, 0, 1000, 0, 5, false);
	waking(fixture, 1, 1100, 9, 5);
	change(fixture, 0, 7000, 5, 6, false);
	change(fixture, 0, 7300, 6, 5, true);
	assert_int_equal(fixture->recorder[0]->count, 1);
	assert_int_equal(worst_of(fixture, 0)->latency[RTLAT_DELAY], 300);
}

/* But one that comes just before its switch is told is a wakeup. */
static void wakeup_before_the_switch_counts(void **state)
{
	struct fixture *fixture = *state;

	begin(fixture, RTLAT_TRACK_WAKEUP);
	change(fixture, 0, 1000, 0, 5, false);
	waking(fixture, 1, 1100, 9, 5);
	change(fixture, 0, 1110, 5, 0, true);
	change(fixture, 0, 1150, 0, 5, false);
	assert_int_equal(fixture->recorder[0]->count, 1);
	assert_int_equal(worst_of(fixture, 0)->latency[RTLAT_DELAY], 50);
}

/* Names, of all that ran, the one that ran longest in all. */
static void names_who_ran_ahead(void **state)
{
	struct fixture *fixture = *state;
	const struct rtlat_delay *delay;

	begin(fixture, RTLAT_TRACK_WAKEUP);
	change(fixture, 0, 500, 0, 6, false);
	waking(fixture, 1, 1000, 9, 5);
	change(fixture, 0, 1300, 6, 7, false);
	change(fixture, 0, 1700, 7, 6, true);
	change(fixture, 0, 2000, 6, 0, true);
	change(fixture, 0, 9000, 0, 5, true);
	delay = &worst_of(fixture, 0)->delay;
	/* 300 of the 800 before 1300, and 300 more; the idle CPU is nobody. */
	assert_int_equal(delay->other_pid, task_of(6).pid);
	assert_int_equal(delay->other_time, 600);
	assert_string_equal(delay->other_comm, "t6");
}

static void names_who_woke_it(void **state)
{
	struct fixture *fixture = *state;
	const struct rtlat_delay *delay;

	begin(fixture, RTLAT_TRACK_OFFCPU);
	change(fixture, 1, 100, 0, 9, false);
	change(fixture, 0, 1000, 5, 0, true);
	waking(fixture, 1, 4000, 9, 5);
	change(fixture, 0, 4700, 0, 5, false);
	assert_int_equal(worst_of(fixture, 0)->latency[RTLAT_DELAY], 3700);
	delay = &worst_of(fixture, 0)->delay;
	assert_int_equal(delay->other_pid, task_of(9).pid);
	assert_string_equal(delay->other_comm, "t9");
	assert_int_equal(delay->other_time, 700);
	assert_int_equal(delay->key[0], 1);
}

static void pair(struct fixture *fixture, enum track_kind kind, uint64_t time, uint64_t key)
{
	struct track_event event = { .kind = kind,
				     .cpu = kind == TRACK_END,
				     .time = time,
				     .task = task_of(5),
				     .key = { { key, 0 } },
				     .detail = { key, kind == TRACK_END ? 77 : 0 } };

	track_take(&fixture->track, &event);
}

static void pairs_by_key(void **state)
{
	struct fixture *fixture = *state;

	begin(fixture, RTLAT_TRACK_SYSCALL);
	pair(fixture, TRACK_BEGIN, 100, 1);
	pair(fixture, TRACK_BEGIN, 200, 2);
	pair(fixture, TRACK_END, 350, 1);
	pair(fixture, TRACK_END, 360, 3);
	pair(fixture, TRACK_FORGET, 380, 2);
	pair(fixture, TRACK_END, 390, 2);
	assert_int_equal(fixture->recorder[1]->count, 1);
	assert_int_equal(worst_of(fixture, 1)->latency[RTLAT_DELAY], 250);
	assert_int_equal(worst_of(fixture, 1)->delay.key[0], 1);
	assert_int_equal(worst_of(fixture, 1)->delay.key[1], 77);
}

/* Clocks of two CPUs that differ make no delay of centuries. */
static void a_time_that_goes_back_is_counted(void **state)
{
	struct fixture *fixture = *state;

	begin(fixture, RTLAT_TRACK_SYSCALL);
	pair(fixture, TRACK_BEGIN, 100, 1);
	pair(fixture, TRACK_END, 90, 1);
	assert_int_equal(fixture->recorder[1]->count, 1);
	assert_int_equal(fixture->recorder[1]->clamped, 1);
	assert_int_equal(worst_of(fixture, 1)->latency[RTLAT_DELAY], 0);
	assert_int_equal(fixture->recorder[1]->histogram[recorder_slot(RTLAT_DELAY)].max, 0);
}

static void tells_what_takes_too_long(void **state)
{
	struct fixture *fixture = *state;
	const struct rtlat_sample *worst;

	fixture->config.timeout_ns = 1000;
	begin(fixture, RTLAT_TRACK_BLOCK);
	pair(fixture, TRACK_BEGIN, 100, 1);
	track_timeouts(&fixture->track, 1099);
	assert_int_equal(fixture->recorder[0]->delays.timeouts, 0);
	track_timeouts(&fixture->track, 1100);
	track_timeouts(&fixture->track, 5000);
	assert_int_equal(fixture->recorder[0]->delays.timeouts, 1);
	assert_int_equal(fixture->recorder[0]->count, 0);
	worst = worst_of(fixture, 0);
	assert_int_equal(worst->latency[RTLAT_DELAY], 1000);
	assert_int_equal(worst->delay.flags, RTLAT_DELAY_TIMEOUT);
	/* The event ends all the same. */
	pair(fixture, TRACK_END, 9100, 1);
	assert_int_equal(fixture->recorder[1]->count, 1);
	assert_int_equal(worst_of(fixture, 1)->latency[RTLAT_DELAY], 9000);
	assert_int_equal(worst_of(fixture, 1)->delay.flags, 0);
}

/* Shorter delays are counted, but not kept. */
static void keeps_only_alerts(void **state)
{
	struct fixture *fixture = *state;

	fixture->config.threshold_ns = 500;
	begin(fixture, RTLAT_TRACK_BLOCK);
	pair(fixture, TRACK_BEGIN, 100, 1);
	pair(fixture, TRACK_END, 599, 1);
	pair(fixture, TRACK_BEGIN, 1000, 1);
	pair(fixture, TRACK_END, 1500, 1);
	assert_int_equal(fixture->recorder[1]->count, 2);
	assert_int_equal(fixture->recorder[1]->delays.alerts, 1);
	assert_int_equal(fixture->recorder[1]->nr_worst, 1);
	assert_int_equal(worst_of(fixture, 1)->latency[RTLAT_DELAY], 500);
}

static void counts_what_it_has_no_room_for(void **state)
{
	struct fixture *fixture = *state;
	uint64_t i;

	begin(fixture, RTLAT_TRACK_BLOCK);
	for (i = 0; i < 10; i++)
		pair(fixture, TRACK_BEGIN, 100 + i, i);
	assert_int_equal(fixture->recorder[0]->delays.dropped, 2);
	assert_int_equal(fixture->recorder[0]->lost, 2);
}

/* An end that was lost must not make a delay of what comes later with the same key. */
static void forgets_all_when_events_are_lost(void **state)
{
	struct fixture *fixture = *state;

	begin(fixture, RTLAT_TRACK_WAKEUP);
	change(fixture, 0, 50, 0, 6, false);
	waking(fixture, 1, 100, 9, 5);
	track_lost(&fixture->track);
	change(fixture, 0, 9000, 6, 5, true);
	assert_int_equal(fixture->recorder[0]->count, 0);
}

/* A task that ended waits for nothing, and takes no room. */
static void task_that_ended_is_forgotten(void **state)
{
	struct fixture *fixture = *state;

	fixture->config.timeout_ns = 1000;
	begin(fixture, RTLAT_TRACK_OFFCPU);
	change(fixture, 0, 1000, 0, 5, false);
	ends(fixture, 0, 2000, 5, 0);
	assert_int_equal(track_pairs_count(fixture->track.pairs), 0);
	track_timeouts(&fixture->track, 1000000);
	assert_int_equal(fixture->recorder[0]->delays.timeouts, 0);
	track_free(&fixture->track);
	/* The task was woken while it ran. */
	begin(fixture, RTLAT_TRACK_WAKEUP);
	change(fixture, 0, 1000, 0, 5, false);
	waking(fixture, 1, 1500, 9, 5);
	ends(fixture, 0, 2000, 5, 0);
	assert_int_equal(track_pairs_count(fixture->track.pairs), 0);
}

/* Whoever runs when it comes in. */
static void packet_is_of_its_reader(void **state)
{
	struct fixture *fixture = *state;

	fixture->config.pid = task_of(6).pid;
	begin(fixture, RTLAT_TRACK_NET);
	pair(fixture, TRACK_BEGIN, 1000, 77);
	pair(fixture, TRACK_END, 1600, 77);
	assert_int_equal(fixture->recorder[1]->count, 1);
	assert_string_equal(worst_of(fixture, 1)->delay.comm, "t5");
}

static void packet_that_waits_is_nobodys(void **state)
{
	struct fixture *fixture = *state;

	fixture->config.timeout_ns = 1000;
	begin(fixture, RTLAT_TRACK_NET);
	pair(fixture, TRACK_BEGIN, 1000, 77);
	track_timeouts(&fixture->track, 5000);
	assert_int_equal(fixture->recorder[0]->delays.timeouts, 1);
	assert_int_equal(worst_of(fixture, 0)->delay.pid, RTLAT_PID_ANY);
	assert_string_equal(worst_of(fixture, 0)->delay.comm, "");
}

/* Where the event does not tell, the kernel has let pass only that. */
static void name_is_known_from_the_filter(void **state)
{
	struct track_event event = { .kind = TRACK_BEGIN, .time = 1000, .task.pid = 100000005 };
	struct fixture *fixture = *state;

	strcpy(fixture->config.comm, "somebody");
	begin(fixture, RTLAT_TRACK_SYSCALL);
	track_take(&fixture->track, &event);
	event.kind = TRACK_END;
	event.time = 1500;
	track_take(&fixture->track, &event);
	assert_int_equal(fixture->recorder[0]->count, 1);
	assert_string_equal(worst_of(fixture, 0)->delay.comm, "somebody");
}

static void tracks_whom_it_is_to(void **state)
{
	struct fixture *fixture = *state;

	fixture->config.priority = 105;
	strcpy(fixture->config.comm, "t5");
	begin(fixture, RTLAT_TRACK_WAKEUP);
	fixture->config.pid = RTLAT_PID_ANY;
	waking(fixture, 0, 100, 9, NAMELESS);
	waking(fixture, 0, 100, 9, 4);
	waking(fixture, 0, 100, 9, 5);
	waking(fixture, 0, 100, 9, 6);
	change(fixture, 0, 150, 0, NAMELESS, false);
	change(fixture, 0, 200, NAMELESS, 4, true);
	change(fixture, 0, 300, 4, 5, true);
	change(fixture, 0, 400, 5, 6, true);
	assert_int_equal(fixture->recorder[0]->count, 1);
	assert_int_equal(worst_of(fixture, 0)->latency[RTLAT_DELAY], 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(waits_from_its_wakeup, setup, teardown),
		cmocka_unit_test_setup_teardown(waits_from_its_preemption, setup, teardown),
		cmocka_unit_test_setup_teardown(wakeup_of_a_running_task_is_nothing, setup,
						teardown),
		cmocka_unit_test_setup_teardown(wakeup_before_the_switch_counts, setup, teardown),
		cmocka_unit_test_setup_teardown(names_who_ran_ahead, setup, teardown),
		cmocka_unit_test_setup_teardown(names_who_woke_it, setup, teardown),
		cmocka_unit_test_setup_teardown(pairs_by_key, setup, teardown),
		cmocka_unit_test_setup_teardown(a_time_that_goes_back_is_counted, setup, teardown),
		cmocka_unit_test_setup_teardown(tells_what_takes_too_long, setup, teardown),
		cmocka_unit_test_setup_teardown(keeps_only_alerts, setup, teardown),
		cmocka_unit_test_setup_teardown(counts_what_it_has_no_room_for, setup, teardown),
		cmocka_unit_test_setup_teardown(forgets_all_when_events_are_lost, setup, teardown),
		cmocka_unit_test_setup_teardown(task_that_ended_is_forgotten, setup, teardown),
		cmocka_unit_test_setup_teardown(packet_is_of_its_reader, setup, teardown),
		cmocka_unit_test_setup_teardown(packet_that_waits_is_nobodys, setup, teardown),
		cmocka_unit_test_setup_teardown(name_is_known_from_the_filter, setup, teardown),
		cmocka_unit_test_setup_teardown(tracks_whom_it_is_to, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

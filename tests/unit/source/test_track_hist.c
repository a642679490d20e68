// SPDX-License-Identifier: GPL-2.0-only
/* The text of a kernel's histogram, and the commands that make one. */
#include "tests/unit/lib/unit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/source/track/hist_triggers.h"

struct counted {
	unsigned int calls;
	int cpu;
	uint64_t delay;
	uint64_t count;
	uint64_t sum;
};

static void add(void *data, int cpu, uint64_t delay, uint64_t count)
{
	struct counted *counted = data;

	counted->calls++;
	counted->cpu = cpu;
	counted->delay = delay;
	counted->count = count;
	counted->sum += count;
}

/* The text of kernel 6.12.117. */
static const char text[] =
	"# event histogram\n#\n"
	"# trigger info: hist:keys=common_cpu,lat.buckets=128:vals=hitcount:sort=hitcount:"
	"size=32768 [active]\n#\n\n"
	"{ common_cpu:          0, lat: ~ 520576-520703 } hitcount:          1\n"
	"{ common_cpu:          1, lat: ~ 12288-12415 } hitcount:        772\n"
	"\nTotals:\n    Hits: 776\n    Entries: 2\n    Dropped: 3\n";

static void histogram_is_read(void **state)
{
	struct counted counted = { 0 };

	(void)state;
	assert_int_equal(hist_text_parse(text, &track_hist_delays, add, &counted), 3);
	assert_int_equal(counted.calls, 2);
	assert_int_equal(counted.sum, 773);
	assert_int_equal(counted.cpu, 1);
	assert_int_equal(counted.count, 772);
	assert_int_equal(counted.delay, 12288 + 64);
}

/* A negative difference of two times stays what it is: the middle of its bucket is not one near 0. */
static void largest_is_read(void **state)
{
	struct counted counted = { 0 };

	(void)state;
	assert_int_equal(hist_text_parse("{ common_cpu: 1, lat: ~ 18446744073709551488-"
					 "18446744073709551615 } hitcount: 2\n    Dropped: 0\n",
					 &track_hist_delays, add, &counted),
			 0);
	assert_true(counted.delay == 18446744073709551488ULL);
	assert_int_equal(counted.sum, 2);
}

/* The last number that fits counts, whatever comes behind it. */
static void number_that_does_not_fit_is_none(void **state)
{
	struct counted counted = { 0 };

	(void)state;
	assert_int_equal(hist_text_parse("    Dropped: 3\n    Dropped: 30000000000000000000000\n",
					 &track_hist_delays, add, &counted),
			 3);
	assert_int_equal(hist_text_parse("    Dropped: 3\n    Dropped: 9223372036854775809\n",
					 &track_hist_delays, add, &counted),
			 3);
}

static void empty_one_is_read(void **state)
{
	struct counted counted = { 0 };

	(void)state;
	assert_int_equal(hist_text_parse("\nTotals:\n    Hits: 0\n    Dropped: 0\n",
					 &track_hist_delays, add, &counted),
			 0);
	assert_int_equal(counted.calls, 0);
}

static void what_is_no_histogram_is_refused(void **state)
{
	static const char *const texts[] = {
		"",
		"# event histogram\n",
		/* A text that ends too early. */
		"{ common_cpu:          1, lat: ~ 12288-12415 } hitcount:        772\n",
		"{ common_cpu:          1, lat: ~ 12288-12415 }\n    Dropped: 0\n",
		"{ lat: ~ 12288-12415 } hitcount:        772\n    Dropped: 0\n",
		"{ common_cpu:          1 } hitcount:        772\n    Dropped: 0\n",
		"{ common_cpu:          99999, lat: ~ 0-127 } hitcount: 1\n    Dropped: 0\n",
		"{ common_cpu:          1, lat: ~ -5 } hitcount: 1\n    Dropped: 0\n",
		/* They are more than fits. */
		"{ common_cpu: 1, lat: ~ 18446744073709551616-0 } hitcount: 1\n    Dropped: 0\n",
		"    Dropped: 9223372036854775808\n",
		/* A number that is missing in a line is not taken from the next. */
		("{ common_cpu: 1, lat: ~ 0-127 }\n{ common_cpu: 1, lat: ~ 0-127 } hitcount: 1\n"
		 "    Dropped: 0\n"),
	};
	struct counted counted = { 0 };
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(texts); i++)
		assert_case(hist_text_parse(texts[i], &track_hist_delays, add, &counted) ==
				    -EBADMSG,
			    "text %zu", i);
}

/* Several triggers of an event are in one text. */
static void what_had_no_room_is_added_up(void **state)
{
	char two[2 * sizeof(text)];

	(void)state;
	snprintf(two, sizeof(two), "%s\n%s", text, text);
	assert_int_equal(hist_text_dropped(two), 6);
	assert_int_equal(hist_text_dropped("    Dropped: 7"), 7);
	assert_int_equal(hist_text_dropped("    Dropped:\n    Hits: 5\n"), 0);
	assert_int_equal(hist_text_dropped(""), 0);
	assert_int_equal(hist_text_dropped("    Dropped: 18446744073709551615\n    Dropped: 1\n"),
			 UINT64_MAX);
}

static void setup_track(struct rtlat_track *track)
{
	memset(track, 0, sizeof(*track));
	track->pid = RTLAT_PID_ANY;
	track->priority = RTLAT_PRIORITY_ANY;
	track->threshold_ns = 5000;
}

/* Whatever is set is taken back by the same words with a '!', in a file that can be appended to. */
static void each_trigger_is_taken_back(void **state)
{
	struct track_command commands[TRACK_HIST_COMMANDS];
	struct rtlat_track track;
	unsigned int i, triggers = 0;

	(void)state;
	setup_track(&track);
	track_hist_commands(&track, "rtlat_wakeup_1", commands);
	for (i = 0; i < TRACK_HIST_COMMANDS; i++) {
		assert_true(commands[i].file[0]);
		if (strncmp(commands[i].text, "hist:", 5))
			continue;
		triggers++;
		assert_true(commands[i].append && !commands[i].global);
		assert_int_equal(commands[i].undo[0], '!');
		assert_string_equal(commands[i].undo + 1, commands[i].text);
	}
	assert_int_equal(triggers, 5);
	assert_string_equal(commands[0].undo, "!rtlat_wakeup_1");
	assert_true(commands[0].global);
	assert_string_equal(commands[3].text, "lat>=5000");
}

/* Who is not of interest does not begin to wait. */
static void filters_are_those_of_the_begin(void **state)
{
	struct track_command commands[TRACK_HIST_COMMANDS];
	struct rtlat_track track;

	(void)state;
	setup_track(&track);
	track.pid = 12;
	track.priority = 98;
	strcpy(track.comm, "name");
	track_hist_commands(&track, "e", commands);
	assert_non_null(strstr(commands[5].text, "&&pid==12&&prio<=98&&comm==\"name\""));
	assert_non_null(
		strstr(commands[6].text, "&&prev_pid==12&&prev_prio<=98&&prev_comm==\"name\""));
	assert_null(strstr(commands[7].text, "name"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(histogram_is_read),
		cmocka_unit_test(largest_is_read),
		cmocka_unit_test(number_that_does_not_fit_is_none),
		cmocka_unit_test(empty_one_is_read),
		cmocka_unit_test(what_is_no_histogram_is_refused),
		cmocka_unit_test(what_had_no_room_is_added_up),
		cmocka_unit_test(each_trigger_is_taken_back),
		cmocka_unit_test(filters_are_those_of_the_begin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Events that have begun and not ended. */
#include "tests/unit/lib/unit.h"

#include <stdlib.h>

#include "lib/source/track/pairs.h"

#define CAPACITY 5

static int setup(void **state)
{
	return track_pairs_create((struct track_pairs **)state, CAPACITY);
}

static int teardown(void **state)
{
	track_pairs_free(*state);
	return 0;
}

static struct track_key key_of(uint64_t number)
{
	return (struct track_key){ { number, 7 } };
}

static struct track_start *begin(struct track_pairs *pairs, uint64_t number, uint64_t time)
{
	const struct track_key key = key_of(number);

	return track_pairs_begin(pairs, &key, time);
}

static struct track_start *find(struct track_pairs *pairs, uint64_t number)
{
	const struct track_key key = key_of(number);

	return track_pairs_find(pairs, &key);
}

static void is_found_by_its_key(void **state)
{
	const struct track_key other = { { 1, 8 } };
	struct track_pairs *pairs = *state;

	assert_non_null(begin(pairs, 1, 100));
	assert_non_null(begin(pairs, 2, 200));
	assert_int_equal(find(pairs, 1)->time, 100);
	assert_int_equal(find(pairs, 2)->time, 200);
	assert_null(find(pairs, 3));
	assert_null(track_pairs_find(pairs, &other));
	track_pairs_end(pairs, find(pairs, 1));
	assert_null(find(pairs, 1));
	assert_int_equal(find(pairs, 2)->time, 200);
	assert_int_equal(track_pairs_count(pairs), 1);
}

static void knows_nobody_at_first(void **state)
{
	const struct track_start *start = begin(*state, 1, 100);

	assert_int_equal(start->delay.pid, RTLAT_PID_ANY);
	assert_int_equal(start->delay.other_pid, RTLAT_PID_ANY);
	assert_int_equal(start->delay.priority, RTLAT_PRIORITY_ANY);
	assert_int_equal(start->delay.flags, 0);
}

static void begins_anew(void **state)
{
	struct track_pairs *pairs = *state;

	begin(pairs, 1, 100)->delay.pid = 5;
	begin(pairs, 1, 300);
	assert_int_equal(track_pairs_count(pairs), 1);
	assert_int_equal(find(pairs, 1)->time, 300);
	assert_int_equal(find(pairs, 1)->delay.pid, RTLAT_PID_ANY);
}

static void has_room_for_so_many(void **state)
{
	struct track_pairs *pairs = *state;
	uint64_t i;

	for (i = 0; i < CAPACITY; i++)
		assert_non_null(begin(pairs, i, i));
	assert_null(begin(pairs, CAPACITY, i));
	/* An event that begins anew needs no room of another. */
	assert_non_null(begin(pairs, 3, i));
	track_pairs_end(pairs, find(pairs, 0));
	assert_non_null(begin(pairs, CAPACITY, i));
	assert_null(begin(pairs, 0, i));
	track_pairs_clear(pairs);
	assert_int_equal(track_pairs_count(pairs), 0);
	assert_null(find(pairs, 3));
	for (i = 0; i < CAPACITY; i++)
		assert_non_null(begin(pairs, i, i));
}

static void overdue_ones_are_told_once(void **state)
{
	struct track_pairs *pairs = *state;

	begin(pairs, 1, 100);
	begin(pairs, 2, 200);
	begin(pairs, 3, 300);
	assert_null(track_pairs_overdue(pairs, 99));
	assert_ptr_equal(track_pairs_overdue(pairs, 250), find(pairs, 1));
	/* The next one ends before it is looked at. */
	track_pairs_end(pairs, find(pairs, 2));
	assert_null(track_pairs_overdue(pairs, 250));
	assert_true(find(pairs, 1)->told);
	assert_ptr_equal(track_pairs_overdue(pairs, 300), find(pairs, 3));
	assert_null(track_pairs_overdue(pairs, 1000));
	/* An event that begins anew may be late again; the order is that of their begin. */
	begin(pairs, 1, 400);
	begin(pairs, 4, 500);
	assert_ptr_equal(track_pairs_overdue(pairs, 1000), find(pairs, 1));
	assert_ptr_equal(track_pairs_overdue(pairs, 1000), find(pairs, 4));
	assert_null(track_pairs_overdue(pairs, 1000));
}

/* Against a table that cannot be wrong. */
static void holds_what_has_begun(void **state)
{
	uint64_t began[16] = { 0 }, time, count = 0;
	struct track_pairs *pairs = *state;
	struct track_start *start;

	srand(1);
	for (time = 1; time < 20000; time++) {
		unsigned int number = rand() % 16;

		start = find(pairs, number);
		assert_int_equal(start ? start->time : 0, began[number]);
		if (start && rand() % 2) {
			track_pairs_end(pairs, start);
			began[number] = 0;
			count--;
		} else if (begin(pairs, number, time)) {
			count += !began[number];
			began[number] = time;
		} else {
			assert_int_equal(count, CAPACITY);
		}
		assert_int_equal(track_pairs_count(pairs), count);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(is_found_by_its_key, setup, teardown),
		cmocka_unit_test_setup_teardown(knows_nobody_at_first, setup, teardown),
		cmocka_unit_test_setup_teardown(begins_anew, setup, teardown),
		cmocka_unit_test_setup_teardown(has_room_for_so_many, setup, teardown),
		cmocka_unit_test_setup_teardown(overdue_ones_are_told_once, setup, teardown),
		cmocka_unit_test_setup_teardown(holds_what_has_begun, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

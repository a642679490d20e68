// SPDX-License-Identifier: GPL-2.0-only
/* Pages of a ring buffer, put together by hand: what is found in them, and when it was. */
#include "tests/unit/lib/unit.h"

#include "lib/trace/page.h"

#define PAGE 4096
#define BASE 1000000000000ULL

struct fixture {
	unsigned char bytes[PAGE];
	size_t used;
	struct trace_page page;
};

static int setup(void **state)
{
	static struct fixture fixture;
	uint64_t time = BASE;

	memset(&fixture, 0, sizeof(fixture));
	memcpy(fixture.bytes, &time, sizeof(time));
	fixture.used = 16;
	*state = &fixture;
	return 0;
}

static void put_word(struct fixture *fixture, uint32_t word)
{
	memcpy(fixture->bytes + fixture->used, &word, sizeof(word));
	fixture->used += sizeof(word);
}

static void put_head(struct fixture *fixture, uint32_t type, uint32_t delta)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	put_word(fixture, type | delta << 5);
#else
	put_word(fixture, type << 27 | delta);
#endif
}

/* An event of three words of data, the first of which is `value`. */
static void put_event(struct fixture *fixture, uint32_t value, uint32_t delta)
{
	put_head(fixture, 3, delta);
	put_word(fixture, value);
	put_word(fixture, 0);
	put_word(fixture, 0);
}

static void open_page(struct fixture *fixture, uint64_t flags)
{
	uint64_t length = (fixture->used - 16) | flags;

	memcpy(fixture->bytes + 8, &length, sizeof(length));
	assert_int_equal(trace_page_open(&fixture->page, fixture->bytes, PAGE, 8), 0);
}

static void expect(struct fixture *fixture, uint32_t value, uint64_t time)
{
	const void *event = trace_page_next(&fixture->page);

	assert_non_null(event);
	assert_int_equal(trace_page_word(event), value);
	assert_int_equal(fixture->page.time, time);
}

static void expect_end(struct fixture *fixture)
{
	assert_null(trace_page_next(&fixture->page));
}

static void times_add_up(void **state)
{
	struct fixture *fixture = *state;

	put_event(fixture, 1, 0);
	put_event(fixture, 2, 700);
	put_event(fixture, 3, (1U << 27) - 1);
	open_page(fixture, 0);
	expect(fixture, 1, BASE);
	expect(fixture, 2, BASE + 700);
	expect(fixture, 3, BASE + 700 + (1U << 27) - 1);
	expect_end(fixture);
}

static void an_empty_page(void **state)
{
	struct fixture *fixture = *state;

	open_page(fixture, 0);
	expect_end(fixture);
}

/* The kernel says beside the length that events before this page were lost. */
static void flags_are_no_length(void **state)
{
	struct fixture *fixture = *state;

	put_event(fixture, 1, 5);
	open_page(fixture, 3ULL << 30);
	expect(fixture, 1, BASE + 5);
	expect_end(fixture);
}

static void long_events(void **state)
{
	struct fixture *fixture = *state;

	put_head(fixture, 0, 10);
	put_word(fixture, 12); /* itself and two words of data */
	put_word(fixture, 1);
	put_word(fixture, 0);
	put_event(fixture, 2, 1);
	open_page(fixture, 0);
	expect(fixture, 1, BASE + 10);
	expect(fixture, 2, BASE + 11);
	expect_end(fixture);
}

static void long_pauses(void **state)
{
	struct fixture *fixture = *state;

	put_head(fixture, 30, 7);
	put_word(fixture, 3);
	put_event(fixture, 1, 100);
	open_page(fixture, 0);
	expect(fixture, 1, BASE + 7 + (3ULL << 27) + 100);
	expect_end(fixture);
}

/* Times that the 59 bits of a stamp can't tell have what they lack from the time before. */
static void absolute_times(void **state)
{
	const uint64_t high = 3ULL << 59, stamp = high + 12345678901ULL;
	struct fixture *fixture = *state;
	uint64_t time = high + 1000;

	memcpy(fixture->bytes, &time, sizeof(time));
	put_head(fixture, 31, stamp & ((1U << 27) - 1));
	put_word(fixture, (stamp - high) >> 27);
	put_event(fixture, 1, 4);
	put_head(fixture, 31, 2000);
	put_word(fixture, 0);
	put_event(fixture, 2, 0);
	open_page(fixture, 0);
	expect(fixture, 1, stamp + 4);
	expect(fixture, 2, (4ULL << 59) + 2000);
	expect_end(fixture);
}

static void discarded_events(void **state)
{
	struct fixture *fixture = *state;

	put_event(fixture, 1, 0);
	put_head(fixture, 29, 6);
	put_word(fixture, 8); /* itself and a word */
	put_word(fixture, 99);
	put_event(fixture, 2, 3);
	open_page(fixture, 0);
	expect(fixture, 1, BASE);
	expect(fixture, 2, BASE + 9);
	expect_end(fixture);
}

static void padding_ends_the_page(void **state)
{
	struct fixture *fixture = *state;

	put_event(fixture, 1, 0);
	put_head(fixture, 29, 0);
	put_word(fixture, 4);
	put_event(fixture, 2, 0);
	open_page(fixture, 0);
	expect(fixture, 1, BASE);
	expect_end(fixture);
}

static void events_past_the_end(void **state)
{
	struct fixture *fixture = *state;

	put_event(fixture, 1, 0);
	put_head(fixture, 4, 0);
	put_word(fixture, 2);
	open_page(fixture, 0);
	expect(fixture, 1, BASE);
	expect_end(fixture);
	expect_end(fixture);
}

/* Neither of them is as long as the word that says so. */
static void lengths_that_are_none(void **state)
{
	static const uint32_t types[] = { 0, 29 };
	struct fixture *fixture = *state;
	unsigned int i;

	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		fixture->used = 16;
		put_event(fixture, 1, 0);
		put_head(fixture, types[i], 5);
		put_word(fixture, 3);
		put_event(fixture, 2, 0);
		open_page(fixture, 0);
		expect(fixture, 1, BASE);
		expect_end(fixture);
	}
}

static void four_byte_lengths(void **state)
{
	struct fixture *fixture = *state;
	uint32_t length = 8;

	fixture->used = 12;
	put_head(fixture, 1, 50);
	put_word(fixture, 7);
	memcpy(fixture->bytes + 8, &length, sizeof(length));
	assert_int_equal(trace_page_open(&fixture->page, fixture->bytes, PAGE, 4), 0);
	expect(fixture, 7, BASE + 50);
	expect_end(fixture);
}

static void not_a_page(void **state)
{
	struct fixture *fixture = *state;
	uint64_t length = PAGE - 16 + 1;

	memcpy(fixture->bytes + 8, &length, sizeof(length));
	assert_int_equal(trace_page_open(&fixture->page, fixture->bytes, PAGE, 8), -EPROTO);
	assert_int_equal(trace_page_open(&fixture->page, fixture->bytes, 15, 8), -EPROTO);
	assert_int_equal(trace_page_open(&fixture->page, fixture->bytes, 0, 8), -EPROTO);
}

/* Numbers of each size, between bytes that are not theirs. */
static void fields(void **state)
{
	static const unsigned int sizes[] = { 1, 2, 4, 8 };
	unsigned char bytes[24];
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct trace_field field = trace_field(8, sizes[i]);
		uint8_t byte = 0xfe;
		uint16_t half = 0xfedc;
		uint32_t word = 0xfedcba98;
		uint64_t whole = 0xfedcba9876543210;
		const void *values[] = { &byte, &half, &word, &whole };
		const uint64_t expected[] = { byte, half, word, whole };

		memset(bytes, 0x5a, sizeof(bytes));
		memcpy(bytes + 8, values[i], sizes[i]);
		assert_int_equal(trace_field_read(&field, bytes), expected[i]);
	}
}

/* How many were lost is said behind the last event, or only that some were. */
static void lost_events(void **state)
{
	struct fixture *fixture = *state;
	unsigned long lost = 4711;

	put_event(fixture, 1, 0);
	open_page(fixture, 0);
	assert_int_equal(fixture->page.lost, 0);
	memcpy(fixture->bytes + fixture->used, &lost, sizeof(lost));
	open_page(fixture, TRACE_PAGE_MISSED | TRACE_PAGE_COUNTED);
	assert_int_equal(fixture->page.lost, 4711);
	expect(fixture, 1, BASE);
	expect_end(fixture);
	open_page(fixture, TRACE_PAGE_MISSED);
	assert_int_equal(fixture->page.lost, 1);
	open_page(fixture, TRACE_PAGE_COUNTED);
	assert_int_equal(fixture->page.lost, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(times_add_up, setup),
		cmocka_unit_test_setup(an_empty_page, setup),
		cmocka_unit_test_setup(flags_are_no_length, setup),
		cmocka_unit_test_setup(lost_events, setup),
		cmocka_unit_test_setup(long_events, setup),
		cmocka_unit_test_setup(long_pauses, setup),
		cmocka_unit_test_setup(absolute_times, setup),
		cmocka_unit_test_setup(discarded_events, setup),
		cmocka_unit_test_setup(padding_ends_the_page, setup),
		cmocka_unit_test_setup(events_past_the_end, setup),
		cmocka_unit_test_setup(lengths_that_are_none, setup),
		cmocka_unit_test_setup(four_byte_lengths, setup),
		cmocka_unit_test_setup(not_a_page, setup),
		cmocka_unit_test(fields),
	};

	return cmocka_run_group_tests_name("trace_page", tests, NULL, NULL);
}

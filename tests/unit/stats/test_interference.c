// SPDX-License-Identifier: GPL-2.0-only
/* The parts that are said to have made a sample late. */
#include "tests/unit/lib/unit.h"

#include <errno.h>
#include <string.h>

#include "rtlat.h"

static const struct rtlat_interference example = {
	.late = 1,
	.handler = 2,
	.dispatch = 3,
	.hardware = 4,
	.time = { [RTLAT_BY_THREAD] = 40,
		  [RTLAT_BY_SOFTIRQ] = 5,
		  [RTLAT_BY_IRQ] = 60,
		  [RTLAT_BY_NMI] = 7 },
	.count = { [RTLAT_BY_THREAD] = 1,
		   [RTLAT_BY_SOFTIRQ] = 1,
		   [RTLAT_BY_IRQ] = 3,
		   [RTLAT_BY_NMI] = 2 },
	.worst = { [RTLAT_BY_THREAD] = { 40, 4711, "stress" },
		   [RTLAT_BY_SOFTIRQ] = { 5, 1, "timer" },
		   [RTLAT_BY_IRQ] = { 35, 21, "qxl" } },
	.hrtimers = { .time = 8, .count = 3, .longest = 6, .name = "a_function_of_a_timer" },
};

static void expect_name(const struct rtlat_share *share, const char *expected)
{
	char name[64];

	assert_int_equal(rtlat_share_format(share, name, sizeof(name)), strlen(expected));
	assert_string_equal(name, expected);
}

static void every_part_has_its_share(void **state)
{
	static const struct {
		enum rtlat_part part;
		uint64_t time;
		const char *name;
	} expected[RTLAT_PARTS] = {
		{ RTLAT_PART_LATE, 1, "late" },
		{ RTLAT_PART_HRTIMER, 8, "hrtimer a_function_of_a_timer +2" },
		{ RTLAT_PART_HANDLER, 2, "handler" },
		{ RTLAT_PART_IRQ, 60, "irq qxl:21 +2" },
		{ RTLAT_PART_SOFTIRQ, 5, "softirq timer:1" },
		{ RTLAT_PART_NMI, 7, "nmi +1" },
		{ RTLAT_PART_THREAD, 40, "thread stress:4711" },
		{ RTLAT_PART_DISPATCH, 3, "dispatch" },
		{ RTLAT_PART_HARDWARE, 4, "hardware" },
	};
	struct rtlat_share share;
	unsigned int i;

	(void)state;
	for (i = 0; i < RTLAT_PARTS; i++) {
		rtlat_interference_share(&example, expected[i].part, &share);
		assert_int_equal(share.part, expected[i].part);
		assert_int_equal(share.time, expected[i].time);
		expect_name(&share, expected[i].name);
	}
	assert_string_equal(rtlat_part_name(RTLAT_PART_UNEXPLAINED), "unexplained");
	assert_string_equal(rtlat_part_name(RTLAT_PART_UNEXPLAINED + 1), "");
}

/* Each part in turn is made the largest. */
static void the_largest_part_is_the_culprit(void **state)
{
	struct rtlat_sample sample = { .has = RTLAT_HAS_INTERFERENCE };
	struct rtlat_interference *parts = &sample.interference;
	const struct {
		uint64_t *time;
		enum rtlat_part part;
	} largest[] = {
		{ &parts->late, RTLAT_PART_LATE },
		{ &parts->hrtimers.time, RTLAT_PART_HRTIMER },
		{ &parts->handler, RTLAT_PART_HANDLER },
		{ &parts->time[RTLAT_BY_IRQ], RTLAT_PART_IRQ },
		{ &parts->time[RTLAT_BY_SOFTIRQ], RTLAT_PART_SOFTIRQ },
		{ &parts->time[RTLAT_BY_NMI], RTLAT_PART_NMI },
		{ &parts->time[RTLAT_BY_THREAD], RTLAT_PART_THREAD },
		{ &parts->dispatch, RTLAT_PART_DISPATCH },
	};
	struct rtlat_share share;
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(largest); i++) {
		*parts = example;
		*largest[i].time = 1000;
		assert_int_equal(rtlat_sample_culprit(&sample, &share), 0);
		assert_int_equal(share.part, largest[i].part);
		assert_int_equal(share.time, 1000);
	}
}

/* The hypervisor took the CPU while nobody of the machine had it, so the part is the largest. */
static void the_hypervisor_takes_what_nobody_had(void **state)
{
	static const struct {
		uint64_t late, handler, dispatch, stolen;
		const char *names[3];
	} cases[] = {
		{ 90000, 900, 1000, 90000, { "late, hypervisor", "handler", "dispatch" } },
		{ 900, 90000, 1000, 46000, { "late", "handler, hypervisor", "dispatch" } },
		{ 900, 1000, 90000, 500000, { "late", "handler", "dispatch, hypervisor" } },
		{ 90000,
		  900,
		  1000,
		  44000,
		  { "late, interrupts off in cc1:7", "handler", "dispatch" } },
		{ 4000, 900, 1000, 4000, { "late", "handler", "dispatch" } },
	};
	static const enum rtlat_part parts[] = { RTLAT_PART_LATE, RTLAT_PART_HANDLER,
						 RTLAT_PART_DISPATCH };
	struct rtlat_share share;
	unsigned int i, j;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct rtlat_interference interference = {
			.late = cases[i].late,
			.handler = cases[i].handler,
			.dispatch = cases[i].dispatch,
			.stolen = cases[i].stolen,
			.met = { .known = true, .pid = 7, .name = "cc1" },
		};

		for (j = 0; j < ARRAY_SIZE(parts); j++) {
			rtlat_interference_share(&interference, parts[j], &share);
			expect_name(&share, cases[i].names[j]);
		}
	}
}

/* Many short interrupts are as good a reason as a single long one. */
static void it_is_the_whole_part_that_counts(void **state)
{
	struct rtlat_sample sample = { .has = RTLAT_HAS_INTERFERENCE, .interference = example };
	struct rtlat_share share;

	(void)state;
	/* 35 of the longest IRQ are less than 40, but 60 of all of them are more. */
	assert_int_equal(rtlat_sample_culprit(&sample, &share), 0);
	assert_int_equal(share.part, RTLAT_PART_IRQ);
	expect_name(&share, "irq qxl:21 +2");
}

static void who_sent_it_stands_behind_it(void **state)
{
	struct rtlat_sample sample = { .has = RTLAT_HAS_INTERFERENCE, .interference = example };
	struct rtlat_share share, shares[RTLAT_SHARES_MAX];

	(void)state;
	sample.interference.sender =
		(struct rtlat_sender){ .known = true, .cpu = 1, .pid = 77, .name = "hog" };
	assert_int_equal(rtlat_sample_culprit(&sample, &share), 0);
	expect_name(&share, "irq qxl:21 from hog:77 on CPU 1 +2");
	/* The others have no sender. */
	sample.latency[RTLAT_THREAD] = 130;
	sample.has |= RTLAT_HAS(RTLAT_THREAD);
	assert_true(rtlat_sample_explain(&sample, shares) > 2);
	expect_name(&shares[1], "irq qxl:21 from hog:77 on CPU 1");
	assert_int_equal(shares[2].part, RTLAT_PART_IRQ);
	assert_false(shares[2].sender.known);
}

static void equal_parts_are_told_in_their_order(void **state)
{
	struct rtlat_sample sample = { .has = RTLAT_HAS_INTERFERENCE };
	struct rtlat_share share;

	(void)state;
	sample.interference.dispatch = 9;
	sample.interference.time[RTLAT_BY_THREAD] = 9;
	assert_int_equal(rtlat_sample_culprit(&sample, &share), 0);
	assert_int_equal(share.part, RTLAT_PART_THREAD);
}

static void nothing_is_said_of_what_is_not_known(void **state)
{
	struct rtlat_sample sample = { .has = RTLAT_HAS(RTLAT_THREAD), .interference = example };
	struct rtlat_share share;

	(void)state;
	assert_int_equal(rtlat_sample_culprit(&sample, &share), -ENODATA);
	sample.has |= RTLAT_HAS_INTERFERENCE;
	memset(&sample.interference, 0, sizeof(sample.interference));
	assert_int_equal(rtlat_sample_culprit(&sample, &share), -ENODATA);
}

static void names_are_safe_to_print(void **state)
{
	struct rtlat_share share = {
		.part = RTLAT_PART_THREAD,
		.count = 1,
		.longest = { .duration = 1, .id = -1, .name = "a\x1b[2J\n\xc3\xa4 b" },
	};
	char name[8];

	(void)state;
	expect_name(&share, "thread a?[2J??? b:-1");
	memset(share.longest.name, 'x', RTLAT_NAME_SIZE);
	expect_name(&share, "thread xxxxxxxxxxxxxxxx:-1");
	share.longest.name[0] = '\0';
	expect_name(&share, "thread :-1");
	assert_int_equal(rtlat_share_format(&share, name, sizeof(name)), -ENOSPC);
}

/* The parts of the example are 130 ns. */
static void an_explanation_adds_up(void **state)
{
	static const struct {
		uint64_t time;
		const char *name;
	} expected[] = {
		{ 40, "thread stress:4711" },
		{ 35, "irq qxl:21" },
		{ 25, "irq +1" },
		{ 12, "unexplained" },
		{ 7, "nmi +1" },
		{ 6, "hrtimer a_function_of_a_timer" },
		{ 5, "softirq timer:1" },
		{ 4, "hardware" },
		{ 3, "dispatch" },
		{ 2, "hrtimer +1" },
		{ 2, "handler" },
		{ 1, "late" },
	};
	struct rtlat_sample sample = {
		.has = RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS_INTERFERENCE,
		.latency = { [RTLAT_THREAD] = 142 },
		.interference = example,
	};
	struct rtlat_share shares[RTLAT_SHARES_MAX];
	unsigned int i;

	(void)state;
	assert_int_equal(rtlat_sample_explain(&sample, shares), ARRAY_SIZE(expected));
	for (i = 0; i < ARRAY_SIZE(expected); i++) {
		assert_int_equal(shares[i].time, expected[i].time);
		expect_name(&shares[i], expected[i].name);
	}
	sample.has = RTLAT_HAS(RTLAT_THREAD);
	assert_int_equal(rtlat_sample_explain(&sample, shares), -ENODATA);
}

/*
 * Many interrupts that are much alike: the longest is nothing by itself, but the name of them all.
 */
static void a_storm_is_one_share(void **state)
{
	struct rtlat_sample sample = {
		.has = RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS_INTERFERENCE,
		.latency = { [RTLAT_THREAD] = 1005 },
	};
	struct rtlat_interference *parts = &sample.interference;
	struct rtlat_share shares[RTLAT_SHARES_MAX];

	(void)state;
	parts->late = 5;
	parts->time[RTLAT_BY_IRQ] = 1000;
	parts->count[RTLAT_BY_IRQ] = 50;
	parts->worst[RTLAT_BY_IRQ] = (struct rtlat_culprit){ 21, 246, "irq_work" };
	assert_int_equal(rtlat_sample_explain(&sample, shares), 2);
	assert_int_equal(shares[0].time, 1000);
	expect_name(&shares[0], "irq irq_work:246 +49");
	/* From half of it on it is. */
	parts->worst[RTLAT_BY_IRQ].duration = 500;
	assert_int_equal(rtlat_sample_explain(&sample, shares), 3);
	expect_name(&shares[0], "irq irq_work:246");
	expect_name(&shares[1], "irq +48");
	assert_int_equal(shares[0].time + shares[1].time, 1000);
}

/* Every part, each of the longest apart from the others, and something left. */
static void an_explanation_has_room(void **state)
{
	struct rtlat_sample sample = {
		.has = RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS_INTERFERENCE,
		.latency = { [RTLAT_IRQ] = 1000 },
		.interference = example,
	};
	struct rtlat_share shares[RTLAT_SHARES_MAX];

	(void)state;
	sample.interference.time[RTLAT_BY_THREAD] = 50;
	sample.interference.time[RTLAT_BY_SOFTIRQ] = 9;
	assert_int_equal(rtlat_sample_explain(&sample, shares), RTLAT_SHARES_MAX);
	assert_int_equal(shares[0].part, RTLAT_PART_UNEXPLAINED);
	assert_int_equal(shares[0].time, 1000 - 144);
}

/* A time that hardware may take is nobody's; leaving idle takes any time. */
static void late_by_whom_the_interrupt_met(void **state)
{
	struct rtlat_interference parts = { .late = 4999, .met = { true, 370, "modprobe" } };
	struct rtlat_share share;

	(void)state;
	rtlat_interference_share(&parts, RTLAT_PART_LATE, &share);
	expect_name(&share, "late");
	parts.late = 5000;
	rtlat_interference_share(&parts, RTLAT_PART_LATE, &share);
	expect_name(&share, "late, interrupts off in modprobe:370");
	assert_int_equal(share.longest.duration, 5000);
	assert_int_equal(share.count, 0);
	parts.late = 1;
	parts.met = (struct rtlat_met){ true, 0, "swapper/3" };
	rtlat_interference_share(&parts, RTLAT_PART_LATE, &share);
	expect_name(&share, "late, exit from idle");
	parts.met.known = false;
	rtlat_interference_share(&parts, RTLAT_PART_LATE, &share);
	expect_name(&share, "late");
}

static void a_late_task_is_one_share(void **state)
{
	struct rtlat_sample sample = {
		.has = RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS_INTERFERENCE,
		.latency = { [RTLAT_THREAD] = 6000 },
		.interference = { .late = 6000, .met = { true, 370, "modprobe" } },
	};
	struct rtlat_share shares[RTLAT_SHARES_MAX];

	(void)state;
	assert_int_equal(rtlat_sample_explain(&sample, shares), 1);
	assert_int_equal(shares[0].count, 0);
	expect_name(&shares[0], "late, interrupts off in modprobe:370");
}

static void a_function_without_a_name_is_its_address(void **state)
{
	struct rtlat_interference parts = {
		.hrtimers = { .time = 9, .count = 1, .longest = 9, .function = 0xffffffff81000010 },
	};
	struct rtlat_share share;

	(void)state;
	rtlat_interference_share(&parts, RTLAT_PART_HRTIMER, &share);
	expect_name(&share, "hrtimer 0xffffffff81000010");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_part_has_its_share),
		cmocka_unit_test(an_explanation_adds_up),
		cmocka_unit_test(a_storm_is_one_share),
		cmocka_unit_test(an_explanation_has_room),
		cmocka_unit_test(the_largest_part_is_the_culprit),
		cmocka_unit_test(the_hypervisor_takes_what_nobody_had),
		cmocka_unit_test(it_is_the_whole_part_that_counts),
		cmocka_unit_test(who_sent_it_stands_behind_it),
		cmocka_unit_test(equal_parts_are_told_in_their_order),
		cmocka_unit_test(nothing_is_said_of_what_is_not_known),
		cmocka_unit_test(names_are_safe_to_print),
		cmocka_unit_test(late_by_whom_the_interrupt_met),
		cmocka_unit_test(a_late_task_is_one_share),
		cmocka_unit_test(a_function_without_a_name_is_its_address),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only
/* The text of timerlat_hist is taken whole, and one that it can't have is refused. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uapi/linux/timerlat_hist.h>

#include "lib/source/tracer/histogram_text.h"
#include "tests/unit/lib/unit.h"

#define PERIOD 1000000ULL
#define FROM (50 * PERIOD)

static const struct rtlat_recorder_layout with_linear = {
	.bucket_ns = 1000,
	.entries = 8,
	.worst = TIMERLAT_HIST_WORST,
};

static const char whole[] =
	"missed 4\n"
	"latest seq 9 expiry 123000000 irq 300 thread 7000\n"
	"geometry linear_ns 1000 entries 8\n"
	"irq count 3 min 200 max 300 sum 750 square_high 0 square_low 192500 over 0 linear_over 0\n"
	"bucket 200 1\n"
	"bucket 250 1\n"
	"bucket 278 1\n"
	"linear 0 3\n"
	"thread count 3 min 2000 max 9000 sum 18000 square_high 1 square_low 5 over 0 linear_over "
	"1\n"
	"bucket 634 1\n"
	"bucket 858 1\n"
	"bucket 908 1\n"
	"linear 2 1\n"
	"linear 7 1\n"
	"worst seq 8 expiry 122000000 irq 250 thread 9000 missed 2 flags 0 late 200 handler 400"
	" dispatch 300 thread 5000 2 softirq 2000 1 irq 1100 3 nmi 0 0\n"
	"culprit thread 4000 77 two words\n"
	"culprit irq 600 19 timer\n"
	"met 77 two words\n"
	"timers 150 2 100 18446744071578845200 30\n"
	"sender 5 99 a hog\n"
	"worst seq 7 expiry 121000000 irq 200 thread 2000 missed 0 flags 8 late 0 handler 0"
	" dispatch 0 thread 0 0 softirq 0 0 irq 0 0 nmi 0 0\n";

static struct rtlat_recorder *create(const struct rtlat_recorder_layout *layout)
{
	void *memory = aligned_alloc(64, (rtlat_recorder_size(layout) + 63) & ~63UL);

	assert_non_null(memory);
	return rtlat_recorder_init(memory, 3, layout);
}

/* Parse a copy that is exactly as large as the text. */
static int parse(const char *text, const struct rtlat_recorder_layout *layout,
		 struct rtlat_recorder **recorder)
{
	char *copy = strdup(text);
	int err;

	assert_non_null(copy);
	*recorder = create(layout);
	err = kernel_histogram_parse(copy, *recorder);
	free(copy);
	return err;
}

static void everything_is_taken(void **state)
{
	const struct rtlat_histogram *histogram;
	struct rtlat_recorder *recorder;

	(void)state;
	assert_int_equal(parse(whole, &with_linear, &recorder), 0);
	assert_int_equal(recorder->count, 3);
	assert_int_equal(recorder->missed, 4);
	assert_int_equal(recorder->latest.seq, 9);
	assert_int_equal(recorder->latest.cpu, 3);
	assert_int_equal(recorder->latest.expiry, 123000000);
	assert_int_equal(recorder->latest.latency[RTLAT_IRQ], 300);
	assert_int_equal(recorder->latest.latency[RTLAT_THREAD], 7000);
	histogram = &recorder->histogram[RTLAT_IRQ];
	assert_int_equal(histogram->count, 3);
	assert_int_equal(histogram->min, 200);
	assert_int_equal(histogram->max, 300);
	assert_int_equal(histogram->bucket[rtlat_histogram_index(250)], 1);
	histogram = &recorder->histogram[RTLAT_THREAD];
	assert_int_equal(histogram->sum, 18000);
	assert_int_equal(histogram->square_high, 1);
	assert_int_equal(histogram->square_low, 5);
	assert_int_equal(histogram->first, rtlat_histogram_index(2000));
	assert_int_equal(histogram->last, rtlat_histogram_index(9000));
	assert_int_equal(recorder->histogram[RTLAT_RETURN].count, 0);
	assert_int_equal(recorder_linear(recorder, RTLAT_IRQ)[0], 3);
	assert_int_equal(recorder_linear(recorder, RTLAT_THREAD)[7], 1);
	assert_int_equal(recorder->linear_over[RTLAT_IRQ], 0);
	assert_int_equal(recorder->linear_over[RTLAT_THREAD], 1);
	free(recorder);
}

static void the_worst_say_who_interfered(void **state)
{
	const struct rtlat_interference *interference;
	struct rtlat_recorder *recorder;

	(void)state;
	assert_int_equal(parse(whole, &with_linear, &recorder), 0);
	assert_int_equal(recorder->nr_worst, 2);
	assert_int_equal(recorder->worst[0].seq, 8);
	assert_int_equal(recorder->worst[0].missed, 2);
	assert_int_equal(recorder->worst[0].latency[RTLAT_THREAD], 9000);
	assert_true(recorder->worst[0].has & RTLAT_HAS_INTERFERENCE);
	interference = &recorder->worst[0].interference;
	assert_int_equal(interference->late, 80);
	assert_true(interference->met.known);
	assert_int_equal(interference->met.pid, 77);
	assert_string_equal(interference->met.name, "two words");
	assert_int_equal(interference->hrtimers.time, 150);
	assert_int_equal(interference->hrtimers.count, 2);
	assert_int_equal(interference->hrtimers.longest, 100);
	assert_int_equal(interference->hrtimers.function, 0xffffffff81000010);
	assert_true(interference->sender.known);
	assert_int_equal(interference->sender.cpu, 5);
	assert_int_equal(interference->sender.pid, 99);
	assert_string_equal(interference->sender.name, "a hog");
	assert_int_equal(interference->handler, 370);
	assert_int_equal(interference->dispatch, 300);
	assert_int_equal(interference->time[RTLAT_BY_SOFTIRQ], 2000);
	assert_int_equal(interference->count[RTLAT_BY_IRQ], 3);
	assert_int_equal(interference->worst[RTLAT_BY_THREAD].duration, 4000);
	assert_int_equal(interference->worst[RTLAT_BY_THREAD].id, 77);
	assert_string_equal(interference->worst[RTLAT_BY_THREAD].name, "two words");
	assert_int_equal(interference->worst[RTLAT_BY_SOFTIRQ].duration, 0);
	assert_string_equal(interference->worst[RTLAT_BY_IRQ].name, "timer");
	/* The flag says that the accounting is incomplete. */
	assert_false(recorder->worst[1].has & RTLAT_HAS_INTERFERENCE);
	free(recorder);
}

static void nothing_measured_yet(void **state)
{
	static const struct rtlat_recorder_layout plain = { .bucket_ns = 1000,
							    .worst = TIMERLAT_HIST_WORST };
	static const char text[] =
		"missed 0\n"
		"latest seq 5 expiry 1 irq 2 thread 3\n"
		"geometry linear_ns 0 entries 0\n"
		"irq count 0 min 0 max 0 sum 0 square_high 0 square_low 0 over 0 linear_over 0\n"
		"thread count 0 min 0 max 0 sum 0 square_high 0 square_low 0 over 0 linear_over 0";
	struct rtlat_recorder *recorder;

	(void)state;
	assert_int_equal(parse(text, &plain, &recorder), 0);
	assert_int_equal(recorder->count, 0);
	assert_int_equal(recorder->histogram[RTLAT_IRQ].min, UINT64_MAX);
	/* The latest came before the histograms were cleared. */
	assert_int_equal(recorder->latest.seq, 0);
	free(recorder);
}

/* `whole` with the first `old` replaced. */
static char *edited(const char *old, const char *new)
{
	const char *at = strstr(whole, old);
	char *text;

	assert_case(at, "'%s' is not in the text\n", old);
	assert_true(asprintf(&text, "%.*s%s%s", (int)(at - whole), whole, new, at + strlen(old)) >
		    0);
	return text;
}

static void later_kernels_say_more(void **state)
{
	char *text = edited("missed 4\n", "missed 4\nbackward 5\nnew_word 1 two\nword\n");
	struct rtlat_recorder *recorder;

	(void)state;
	assert_int_equal(parse(text, &with_linear, &recorder), 0);
	assert_int_equal(recorder->clamped, 5);
	assert_int_equal(recorder->count, 3);
	free(recorder);
	free(text);
}

static void broken_texts_are_refused(void **state)
{
	static const struct {
		const char *old, *new;
	} cases[] = {
		{ "missed 4\n", "" },
		{ "missed 4\n", "missed 4\nmet 7 early\n" },
		{ "missed 4\n", "missed 4\ntimers 1 1 1 1 0\n" },
		{ "met 77 two words\n", "met 77 two words\nmet 77 two words\n" },
		{ "met 77 two words", "met 2147483648 two words" },
		{ "met 77 two words", "met 77 sixteen-of-them-" },
		{ "missed 4\n", "missed 4\nsender 5 99 early\n" },
		{ "sender 5 99 a hog\n", "sender 5 99 a hog\nsender 5 99 a hog\n" },
		{ "sender 5 99", "sender 8192 99" },
		{ "sender 5 99", "sender 5 2147483648" },
		{ "sender 5 99 a hog", "sender 5 99 sixteen-of-them-" },
		{ "timers 150 2", "timers 231 2" },
		{ "timers 150 2", "timers 99 2" },
		{ "200 30\n", "200 151\n" },
		{ "handler 400", "handler 29" },
		{ "missed 4\n", "missed 4\nbackward 1\nbackward 1\n" },
		{ "missed 4\n", "missed 4\nbackward\n" },
		{ "missed 4\n", "missed 4\nNEW 1\n" },
		{ "timers 150 2", "timers 150 0" },
		{ "timers 150 2", "timers 150 4294967296" },
		{ "missed 4\n", "missed 4\nmissed 4\n" },
		{ "missed 4", "missed -4" },
		{ "missed 4", "missed 4 " },
		{ "missed 4", "missed 18446744073709551616" },
		{ "missed 4\n", "\nmissed 4\n" },
		{ "missed 4\n", "misses 4\n" },
		{ "latest seq 9", "latest 9" },
		{ "latest seq 9", "latest seq 0" },
		{ "latest seq 9 expiry 123000000 irq 300 thread 7000\n", "" },
		{ "linear_ns 1000", "linear_ns 100" },
		{ "entries 8", "entries 9" },
		{ "geometry linear_ns 1000 entries 8\n", "" },
		{ "irq count 3", "irq count 2" },
		{ "irq count 3", "softirq count 3" },
		{ "irq count 3", "thread count 3" },
		{ "min 200", "min 20" },
		{ "max 300", "max 100" },
		{ "max 9000", "max 9100" },
		{ "over 0 linear_over 0", "over 4 linear_over 0" },
		{ "linear_over 0\nbucket 200 1\nbucket 250 1\nbucket 278 1\nlinear 0 3\n",
		  "linear_over 18446744073709551614\nbucket 200 1\nbucket 250 1\nbucket 278 1\n"
		  "linear 0 5\n" },
		{ "bucket 250 1\n", "" },
		{ "bucket 250 1", "bucket 200 1" },
		{ "bucket 200 1\nbucket 250 1\n",
		  "bucket 200 18446744073709551615\nbucket 250 3\n" },
		{ "bucket 250 1", "bucket 500000 1" },
		{ "geometry", "bucket 4600 1\ngeometry" },
		{ "geometry", "linear 1 1\ngeometry" },
		{ "geometry", "culprit irq 600 19 timer\ngeometry" },
		{ "linear 7 1", "linear 8 1" },
		{ "linear 7 1", "linear 18446744073709551615 1" },
		{ "linear 7 1\n", "" },
		{ "culprit irq 600", "culprit irq 0" },
		{ "culprit irq 600", "culprit nmi 600" },
		{ "culprit irq 600 19", "culprit irq 600 2147483648" },
		{ "culprit irq 600 19 timer", "culprit irq 600" },
		{ "culprit irq 600", "culprit thread 600" },
		{ "19 timer", "19 a name that is too long" },
		{ "nmi 0 0\nculprit", "nmi 0\nculprit" },
		{ "worst seq 8", "worst seq 8 8" },
		{ "worst seq 8", "\nworst seq 8" },
	};
	struct rtlat_recorder *recorder;
	unsigned int i;
	char *text;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		text = edited(cases[i].old, cases[i].new);
		assert_case(parse(text, &with_linear, &recorder) == -EBADMSG,
			    "accepted: '%s' instead of '%s'\n", cases[i].new, cases[i].old);
		free(recorder);
		free(text);
	}
}

/* A text of one sample; with `irq` 0 the IRQ latency lacks it. */
static int parse_one(unsigned int irq, unsigned int min, unsigned int max)
{
	static const struct rtlat_recorder_layout plain = { .worst = TIMERLAT_HIST_WORST };
	struct rtlat_recorder *recorder;
	char *text;
	int err;

	assert_true(asprintf(&text,
			     "missed 0\nlatest seq 1 expiry 9 irq 1 thread 2000\n"
			     "geometry linear_ns 0 entries 0\n"
			     "irq count %u min %u max %u sum %u square_high 0 square_low %u "
			     "over 0 linear_over 0\n%s"
			     "thread count 1 min %u max %u sum 2000 square_high 0 "
			     "square_low 4000000 over 0 linear_over 0\nbucket 634 1\n",
			     irq, irq, irq, irq, irq, irq ? "bucket 1 1\n" : "", min, max) > 0);
	err = parse(text, &plain, &recorder);
	free(recorder);
	free(text);
	return err;
}

static void contradictions_are_refused(void **state)
{
	(void)state;
	assert_int_equal(parse_one(1, 2000, 2000), 0);
	assert_int_equal(parse_one(0, 2000, 2000), -EBADMSG);
	assert_int_equal(parse_one(1, 2001, 2000), -EBADMSG);
}

static void what_is_cut_short_is_refused(void **state)
{
	struct rtlat_recorder *recorder;
	const char *last = strstr(whole, "linear 7 1");
	size_t length;
	char *text;

	(void)state;
	/* Up to the end of the last line that has to be there. */
	for (length = 0; length < (size_t)(last - whole) + strlen("linear 7 1"); length++) {
		text = strndup(whole, length);
		assert_case(parse(text, &with_linear, &recorder) == -EBADMSG,
			    "accepted: the first %zu characters\n", length);
		free(recorder);
		free(text);
	}
}

static void there_are_no_more_worst_than_the_kernel_keeps(void **state)
{
	const char *worst = strstr(whole, "worst seq 7");
	char text[8192] = "";
	struct rtlat_recorder *recorder;
	int err = 0, lines;

	(void)state;
	/* Equally many samples and worst ones, all of one latency. */
	for (lines = TIMERLAT_HIST_WORST; lines <= TIMERLAT_HIST_WORST + 1; lines++) {
		static const struct rtlat_recorder_layout plain = { .worst = TIMERLAT_HIST_WORST };
		int length, i;

		length = snprintf(text, sizeof(text),
				  "missed 0\nlatest seq 99 expiry 9 irq 1 thread 1\n"
				  "geometry linear_ns 0 entries 0\n"
				  "irq count 99 min 1 max 1 sum 99 square_high 0 square_low 99 "
				  "over 0 linear_over 0\nbucket 1 99\n"
				  "thread count 99 min 1 max 1 sum 99 square_high 0 square_low 99 "
				  "over 0 linear_over 0\nbucket 1 99\n");
		for (i = 0; i < lines; i++)
			length += snprintf(text + length, sizeof(text) - length, "%s", worst);
		err = parse(text, &plain, &recorder);
		assert_int_equal(err, lines == TIMERLAT_HIST_WORST ? 0 : -EBADMSG);
		free(recorder);
	}
}

/* Activation `seq` expired `periods` after FROM; so many since then, and missed as the kernel says */
static struct rtlat_recorder *counted(uint64_t seq, uint64_t periods, uint64_t count,
				      uint64_t missed)
{
	static const struct rtlat_recorder_layout none = { 0 };
	struct rtlat_recorder *recorder = create(&none);

	recorder->latest.seq = seq;
	recorder->latest.expiry = FROM + periods * PERIOD + PERIOD / 2;
	recorder->count = count;
	recorder->missed = missed;
	return recorder;
}

static uint64_t missed(uint64_t seq, uint64_t periods, uint64_t count, uint64_t kernel)
{
	struct rtlat_recorder *recorder = counted(seq, periods, count, kernel);
	uint64_t result = kernel_histogram_missed(recorder, FROM, PERIOD);

	free(recorder);
	return result;
}

static void missed_are_those_since_the_clearing(void **state)
{
	(void)state;
	/* 0 to 9 */
	assert_int_equal(missed(100, 9, 10, 0), 0);
	assert_int_equal(missed(100, 9, 7, 3), 3);
	/* The first one began before, late: 200 of 203 periods had passed by then. */
	assert_int_equal(missed(100, 9, 7, 203), 3);
	/* Samples between looking at the clock and clearing are no missed periods. */
	assert_int_equal(missed(100, 9, 9, 0), 0);
	assert_int_equal(missed(100, 9, 5, 0), 0);
	/* The first activation of all came late: of 0 to 20 there is 20, armed for 1. */
	assert_int_equal(missed(1, 20, 1, 0), 19);
	assert_int_equal(missed(1, 1, 1, 0), 0);
	assert_int_equal(missed(3, 25, 3, 3), 19 + 3);
}

static uint64_t periods_late(uint64_t seq, uint64_t periods, uint64_t count, uint64_t kernel)
{
	struct rtlat_recorder *recorder = counted(seq, periods, count, kernel);
	uint64_t from = kernel_histogram_from(recorder, FROM, PERIOD);

	free(recorder);
	assert_int_equal((from - FROM) % PERIOD, 0);
	return (from - FROM) / PERIOD;
}

static void it_begins_with_the_clearing(void **state)
{
	(void)state;
	assert_int_equal(periods_late(100, 9, 10, 0), 0);
	assert_int_equal(periods_late(100, 9, 7, 3), 0);
	assert_int_equal(periods_late(100, 9, 7, 203), 0);
	/* 0, 1 and 2 were in the histograms that were cleared. */
	assert_int_equal(periods_late(100, 9, 7, 0), 3);
	assert_int_equal(periods_late(100, 9, 5, 2), 3);
	/* The late one would have been the first. */
	assert_int_equal(periods_late(1, 20, 1, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_is_taken),
		cmocka_unit_test(the_worst_say_who_interfered),
		cmocka_unit_test(nothing_measured_yet),
		cmocka_unit_test(later_kernels_say_more),
		cmocka_unit_test(broken_texts_are_refused),
		cmocka_unit_test(contradictions_are_refused),
		cmocka_unit_test(what_is_cut_short_is_refused),
		cmocka_unit_test(there_are_no_more_worst_than_the_kernel_keeps),
		cmocka_unit_test(missed_are_those_since_the_clearing),
		cmocka_unit_test(it_begins_with_the_clearing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

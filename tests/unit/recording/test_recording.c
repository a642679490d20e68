// SPDX-License-Identifier: GPL-2.0-only
/* The reader of recorded samples: what it reads, and where and why it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <cmocka.h>

#include "tests/recording/recording.h"

#define TOP                                                                                        \
	"rtlat-samples 1\n"                                                                        \
	"source clock\n"                                                                           \
	"reason asked for\n"
#define HEADER TOP "contexts irq,thread,return\ncpus 1,3\nperiod 1000\nduration 5000\n"
#define START HEADER "samples\n"

/* Read all of `text`. Returns the last call's value; the recording is for the caller to free. */
static int read_text(const char *text, struct recording **recording)
{
	FILE *file = fmemopen((void *)text, strlen(text), "r");
	struct recording_item item;
	int ret;

	*recording = malloc(sizeof(**recording));
	assert_non_null(*recording);
	assert_non_null(file);
	ret = recording_open(*recording, file);
	while (!ret && (ret = recording_next(*recording, &item)) > 0)
		ret = 0;
	fclose(file);
	return ret;
}

static void whole_recording(void **state)
{
	static const char text[] = TOP "contexts thread,return\n# a comment\ncpus 1,3\n"
				       "period 1000\nduration 5000\nstop key q\nnote one\n"
				       "note two words\nsamples\n# another\n"
				       "3 7 1000 - 12 13 0\n1 1 1000 - 5 - 2\nlost 3 4\n"
				       "state 1 failed\n";
	FILE *file = fmemopen((void *)text, strlen(text), "r");
	struct recording *recording = malloc(sizeof(*recording));
	struct recording_item item;

	(void)state;
	assert_int_equal(recording_open(recording, file), 0);
	assert_string_equal(recording->source, "clock");
	assert_string_equal(recording->reason, "asked for");
	assert_string_equal(recording->stop, "key q");
	assert_int_equal(recording->contexts, RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN));
	assert_int_equal(rtlat_cpuset_count(&recording->cpus), 2);
	assert_int_equal(recording->period_ns, 1000);
	assert_int_equal(recording->duration_ns, 5000);
	assert_int_equal(recording->notes.nr, 2);
	assert_string_equal(recording->notes.text[1], "two words");

	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.kind, RECORDING_SAMPLE);
	assert_int_equal(item.sample.cpu, 3);
	assert_int_equal(item.sample.seq, 7);
	assert_int_equal(item.sample.expiry, 1000);
	assert_int_equal(item.sample.latency[RTLAT_THREAD], 12);
	assert_int_equal(item.sample.latency[RTLAT_RETURN], 13);
	assert_int_equal(item.sample.has, recording->contexts);
	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.sample.has, RTLAT_HAS(RTLAT_THREAD));
	assert_int_equal(item.sample.missed, 2);
	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.kind, RECORDING_LOST);
	assert_int_equal(item.cpu, 3);
	assert_int_equal(item.lost, 4);
	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.kind, RECORDING_STATE);
	assert_int_equal(item.cpu, 1);
	assert_int_equal(item.state, RTLAT_CPU_FAILED);
	assert_int_equal(recording_next(recording, &item), 0);
	fclose(file);
	free(recording);
}

#define TOLD TOP "contexts thread,interference\ncpus 1\nperiod 1000\nduration 5000\nsamples\n"

static void interference_is_of_the_next_sample(void **state)
{
	static const char text[] = TOLD "interference 1 2 3\nby thread 40 2 30 4711 a b\n"
					"# a comment\nby nmi 5 1\n1 1 1000 - 51 - 0\n"
					"1 2 2000 - 9 - 0\n";
	FILE *file = fmemopen((void *)text, strlen(text), "r");
	struct recording *recording = malloc(sizeof(*recording));
	const struct rtlat_interference *interference;
	struct recording_item item;

	(void)state;
	assert_int_equal(recording_open(recording, file), 0);
	assert_int_equal(recording->contexts, RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS_INTERFERENCE);
	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.sample.has, recording->contexts);
	assert_int_equal(item.sample.latency[RTLAT_THREAD], 51);
	interference = &item.sample.interference;
	assert_int_equal(interference->late, 1);
	assert_int_equal(interference->handler, 2);
	assert_int_equal(interference->dispatch, 3);
	assert_int_equal(interference->time[RTLAT_BY_THREAD], 40);
	assert_int_equal(interference->count[RTLAT_BY_THREAD], 2);
	assert_int_equal(interference->worst[RTLAT_BY_THREAD].duration, 30);
	assert_int_equal(interference->worst[RTLAT_BY_THREAD].id, 4711);
	assert_string_equal(interference->worst[RTLAT_BY_THREAD].name, "a b");
	assert_int_equal(interference->time[RTLAT_BY_NMI], 5);
	assert_int_equal(interference->time[RTLAT_BY_IRQ], 0);
	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.sample.has, RTLAT_HAS(RTLAT_THREAD));
	assert_int_equal(recording_next(recording, &item), 0);
	fclose(file);
	free(recording);
}

#define NOISE_TOP TOP "contexts noise,counts,interference\ncpus 1\nperiod 1000\n"
#define NOISE NOISE_TOP "runtime 900\nthreshold 5\nduration 5000\nsamples\n"
#define BARE_NOISE                                                                                 \
	TOP "contexts noise\ncpus 1\nperiod 1000\nruntime 900\nthreshold 5\nduration "             \
	    "5000\nsamples\n"

static void noise(void **state)
{
	static const char text[] = NOISE "interference 7\nby irq 3 1 3 236 timer\n1 1 1000 10\n"
					 "period 1 4 2000 12 900\nperiod 1 - 2500 1 300\n"
					 "counts 1 1 2 3 4 5\nsource 1 3 50 thread 75 a b\n"
					 "source 1 1 9 nmi\nlost 1 2\n";
	FILE *file = fmemopen((void *)text, strlen(text), "r");
	struct recording *recording = malloc(sizeof(*recording));
	struct recording_item item;

	(void)state;
	assert_int_equal(recording_open(recording, file), 0);
	assert_int_equal(recording->contexts,
			 RTLAT_HAS(RTLAT_NOISE) | RTLAT_HAS_INTERFERENCE | RTLAT_HAS_COUNTS);
	assert_int_equal(recording->runtime_ns, 900);
	assert_int_equal(recording->threshold_ns, 5);
	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.kind, RECORDING_SAMPLE);
	assert_int_equal(item.sample.has, RTLAT_HAS(RTLAT_NOISE) | RTLAT_HAS_INTERFERENCE);
	assert_int_equal(item.sample.latency[RTLAT_NOISE], 10);
	assert_int_equal(item.sample.interference.hardware, 7);
	assert_int_equal(item.sample.interference.time[RTLAT_BY_IRQ], 3);
	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.kind, RECORDING_PERIOD);
	assert_int_equal(item.sample.seq, 4);
	assert_int_equal(item.sample.expiry, 2000);
	assert_int_equal(item.sample.latency[RTLAT_NOISE], 12);
	assert_int_equal(item.seen.periods, 1);
	assert_int_equal(item.seen.runtime, 900);
	assert_int_equal(item.seen.max_period, 12);
	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.sample.seq, 0);
	assert_int_equal(item.seen.periods, 0);
	assert_int_equal(item.seen.runtime, 300);
	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.kind, RECORDING_COUNTS);
	assert_int_equal(item.seen.hardware, 1);
	assert_int_equal(item.seen.count[RTLAT_BY_NMI], 2);
	assert_int_equal(item.seen.count[RTLAT_BY_THREAD], 5);
	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.kind, RECORDING_SOURCE);
	assert_int_equal(item.source.count, 3);
	assert_int_equal(item.source.max, 50);
	assert_int_equal(item.source.by, RTLAT_BY_THREAD);
	assert_int_equal(item.source.id, 75);
	assert_string_equal(item.source.name, "a b");
	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.source.by, RTLAT_BY_NMI);
	assert_int_equal(recording_next(recording, &item), 1);
	assert_int_equal(item.kind, RECORDING_LOST);
	assert_int_equal(recording_next(recording, &item), 0);
	fclose(file);
	free(recording);
}

static const struct refused {
	const char *text;
	unsigned long line;
	const char *why;
} refused[] = {
	{ "rtlat-samples 2\n", 1, "expected 'rtlat-samples 1'" },
	{ "rtlat-samples 1\n\n", 2, "expected 'source'" },
	{ "rtlat-samples 1\nsource \n", 2, "expected a text" },
	{ "rtlat-samples 1\nsource clock", 2, "no newline" },
	{ "rtlat-samples 1\nsource a\tb\n", 2, "a control character" },
	{ TOP "contexts return,thread\n", 4, "expected contexts" },
	{ TOP "contexts \n", 4, "expected contexts" },
	{ TOP "contexts irq\ncpus 0-\n", 5, "expected a list" },
	{ TOP "contexts irq\ncpus 0\nperiod 0\n", 6, "expected a period" },
	{ TOP "contexts irq\ncpus 0\nperiod 1\nperiod 1\n", 7, "expected 'duration'" },
	{ HEADER, 8, "expected 'samples'" },
	{ HEADER "stop a\nstop b\n", 9, "expected 'stop', 'note' or 'samples'" },
	{ START "0 1 1000 1 2 3 0\n", 9, "expected a CPU" },
	{ START "x 1 1000 1 2 3 0\n", 9, "expected a CPU" },
	{ START "1\n", 9, "expected a number above" },
	{ START "1 0 1000 1 2 3 0\n", 9, "expected a number above" },
	{ START "1 2 1000 1 2 3 0\n1 2 2000 1 2 3 0\n", 10, "expected a number above" },
	{ START "1 2 1000 1 2 3 0\n1 3 1000 1 2 3 0\n", 10, "expected an expiry after" },
	{ START "1 1 1000 1 2\n", 9, "expected a latency" },
	{ START "1 1 1000 1 -2 3 0\n", 9, "expected a latency" },
	{ START "1 1 1000 1  2 3 0\n", 9, "expected a latency" },
	{ START "1 1 1000 9223372036854775808 2 3 0\n", 9, "expected a latency" },
	{ START "1 1 1000 - - - 0\n", 9, "expected latencies" },
	{ START "1 1 1000 1 2 3\n", 9, "expected the number of missed" },
	{ START "1 1 1000 1 2 3 0 \n", 9, "expected the number of missed" },
	{ START "1 1 1000 1 2 3 0 0\n", 9, "expected the number of missed" },
	{ START "lost 1 0\n", 9, "expected how many" },
	{ START "lost 0 1\n", 9, "expected a CPU" },
	{ START "lost \n", 9, "expected a CPU" },
	{ START "state 1 measured\n", 9, "expected 'offline'" },
	{ START "\n", 9, "expected a CPU" },
	{ START "interference 1 2 3\n", 9, "expected a sample" },
	{ TOP "contexts interference\n", 4, "expected contexts" },
	{ TOLD "interference 1 2\n", 9, "expected a time" },
	{ TOLD "interference 1 2 3 4\n", 9, "expected three times" },
	{ TOLD "by nmi 1 1\n", 9, "expected 'interference' first" },
	{ TOLD "interference 1 2 3\n", 10, "expected a sample" },
	{ TOLD "interference 1 2 3\ninterference 1 2 3\n", 10, "expected a sample" },
	{ TOLD "interference 1 2 3\nlost 1 1\n", 10, "expected a CPU" },
	{ TOLD "interference 1 2 3\nby \n", 10, "expected thread, softirq, irq or nmi" },
	{ TOLD "interference 1 2 3\nby irq x 1 1 1 a\n", 10, "expected a time" },
	{ TOLD "interference 1 2 3\nby irq 1 0 1 1 a\n", 10, "expected how many" },
	{ TOLD "interference 1 2 3\nby irq 1 1 1 1.5 a\n", 10, "expected a pid" },
	{ TOLD "interference 1 2 3\nby irq 1 1 1 1\n", 10, "expected a text" },
	{ TOLD "interference 1 2 3\nby irq 1 1 1 1 0123456789abcdef\n", 10, "expected a text" },
	{ TOLD "interference 1 2 3\nby nmi 1 1 1\n", 10, "expected nothing more" },
	{ TOP "contexts irq,counts\n", 4, "expected contexts" },
	{ TOP "contexts irq,noise\n", 4, "expected contexts" },
	{ TOP "contexts noise,interference,counts\n", 4, "expected contexts" },
	{ TOP "contexts counts\n", 4, "expected contexts" },
	{ NOISE_TOP "duration 1\n", 7, "expected 'runtime'" },
	{ NOISE_TOP "runtime 1001\n", 7, "expected a runtime from 1 to 1000" },
	{ NOISE_TOP "runtime 1\nduration 1\n", 8, "expected 'threshold'" },
	{ NOISE "1 1 1000\n", 11, "expected a time" },
	{ NOISE "1 1 1000 - 1 - 0\n", 11, "expected a time" },
	{ NOISE "1 1 1000 1 0\n", 11, "expected nothing after" },
	{ NOISE "interference 1 2\n", 11, "expected one time" },
	{ NOISE "interference 1\nsource 1 1 1 nmi\n", 12, "expected a sample or a period" },
	{ NOISE "period 0 1 1 1 1\n", 11, "expected a CPU" },
	{ NOISE "period 1\n", 11, "expected a time" },
	{ NOISE "period 1 0 1 1 1\n", 11, "expected a number above" },
	{ NOISE "period 1 2 1 1 1\nperiod 1 2 1 1 1\n", 12, "expected a number above" },
	{ NOISE "period 1 1 1 1 1 1\n", 11, "expected nothing after" },
	{ NOISE "counts 1 1 2 3 4\n", 11, "expected five counts" },
	{ NOISE "counts 1 1 2 3 4 5 6\n", 11, "expected five counts" },
	{ NOISE "source 1 0 1 nmi\n", 11, "expected how often" },
	{ NOISE "source 1 1 1\n", 11, "expected thread, softirq, irq or nmi" },
	{ NOISE "source 1 1 1 nmi 0\n", 11, "expected nothing more" },
	{ NOISE "source 1 1 1 irq\n", 11, "expected a pid" },
	{ NOISE "source 1 1 1 irq 1\n", 11, "expected a text" },
	{ BARE_NOISE "counts 1 1 2 3 4 5\n", 11, "the header has no counts" },
	{ BARE_NOISE "source 1 1 1 nmi\n", 11, "the header has no interference" },
	{ BARE_NOISE "interference 1\n", 11, "expected a sample" },
	{ START "period 1 1 1 1 1\n", 9, "expected a CPU" },
};

static void refusals(void **state)
{
	struct recording *recording;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		int ret = read_text(refused[i].text, &recording);

		if (ret != -EINVAL || recording->line != refused[i].line ||
		    strncmp(recording->why, refused[i].why, strlen(refused[i].why)))
			fail_msg("%zu: returned %d, line %lu: %s", i, ret, recording->line,
				 recording->why);
		free(recording);
	}
}

/* A context that the header does not name is not accepted either. */
static void foreign_context(void **state)
{
	struct recording *recording;

	(void)state;
	assert_int_equal(read_text(TOP "contexts thread\ncpus 1\nperiod 1\nduration 1\nsamples\n"
				       "1 1 1000 1 2 - 0\n",
				   &recording),
			 -EINVAL);
	assert_string_equal(recording->why, "expected latencies of the header's contexts");
	free(recording);
}

static void long_line(void **state)
{
	char text[600] = "rtlat-samples 1\nsource ";
	struct recording *recording;

	(void)state;
	memset(text + strlen(text), 'a', sizeof(text) - strlen(text) - 2);
	text[sizeof(text) - 2] = '\n';
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(read_text(text, &recording), -EINVAL);
	assert_int_equal(recording->line, 2);
	assert_string_equal(recording->why, "longer than 511 characters");
	free(recording);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_recording),
		cmocka_unit_test(interference_is_of_the_next_sample),
		cmocka_unit_test(noise),
		cmocka_unit_test(refusals),
		cmocka_unit_test(foreign_context),
		cmocka_unit_test(long_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

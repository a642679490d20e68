// SPDX-License-Identifier: GPL-2.0-only
/* Gates: what they let pass. */
#include "tests/unit/lib/unit.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "rtlat.h"

/* CPU 2 has 4,000 values of 10 us and one of 30 us, CPU 5 has 100 of 20 us. */
struct fixture {
	struct rtlat_histogram histogram[3];
	struct rtlat_cpu_result cpus[2];
	struct rtlat_result result;
};

static void set_cpu(struct rtlat_cpu_result *cpu, int number, struct rtlat_histogram *histogram)
{
	cpu->cpu = number;
	cpu->count = histogram->count;
	cpu->context[RTLAT_THREAD].histogram = histogram;
}

static int setup(void **state)
{
	static struct fixture fixture;
	unsigned int i;

	memset(&fixture, 0, sizeof(fixture));
	for (i = 0; i < 3; i++)
		rtlat_histogram_init(&fixture.histogram[i]);
	for (i = 0; i < 4000; i++)
		rtlat_histogram_add(&fixture.histogram[0], 10000);
	rtlat_histogram_add(&fixture.histogram[0], 30000);
	for (i = 0; i < 100; i++)
		rtlat_histogram_add(&fixture.histogram[1], 20000);
	rtlat_histogram_merge(&fixture.histogram[2], &fixture.histogram[0]);
	rtlat_histogram_merge(&fixture.histogram[2], &fixture.histogram[1]);
	set_cpu(&fixture.cpus[0], 2, &fixture.histogram[0]);
	set_cpu(&fixture.cpus[1], 5, &fixture.histogram[1]);
	set_cpu(&fixture.result.total, -1, &fixture.histogram[2]);
	fixture.result.complete = true;
	fixture.result.cpus = fixture.cpus;
	fixture.result.nr_cpus = 2;
	fixture.result.duration_ns = 4 * RTLAT_NSEC_PER_SEC;
	*state = &fixture;
	return 0;
}

struct gate_case {
	const char *text;
	enum rtlat_gate_outcome outcome;
	double measured;
	int cpu;
};

static const struct gate_case cases[] = {
	{ "thread.max<=30us", RTLAT_GATE_HELD, 30000, -1 },
	{ "thread.max<30us", RTLAT_GATE_FAILED, 30000, -1 },
	{ "thread.max>30us", RTLAT_GATE_FAILED, 30000, -1 },
	{ "thread.max>=30us", RTLAT_GATE_HELD, 30000, -1 },
	{ "thread.max==30us", RTLAT_GATE_HELD, 30000, -1 },
	{ "thread.max!=30us", RTLAT_GATE_FAILED, 30000, -1 },
	{ "thread.min<=10us", RTLAT_GATE_HELD, 10000, -1 },
	{ "cpu5.thread.avg<20us", RTLAT_GATE_FAILED, 20000, 5 },
	{ "cpu5.thread.stddev<1ns", RTLAT_GATE_HELD, 0, 5 },
	{ "cpu2.thread.p50<11us", RTLAT_GATE_HELD, 10047, 2 },
	{ "cpu2.thread.p99.9<11us", RTLAT_GATE_HELD, 10047, 2 },
	/* 100 samples tell nothing of one in a thousand, however high the limit is. */
	{ "cpu5.thread.p99.9<1s", RTLAT_GATE_TOO_FEW, 0, 5 },
	{ "cpu5.thread.p100<=20us", RTLAT_GATE_HELD, 20000, 5 },
	{ "worst.thread.p99.9<1s", RTLAT_GATE_TOO_FEW, 0, 5 },
	/* But one CPU that fails is enough. */
	{ "worst.thread.p99.9<1us", RTLAT_GATE_FAILED, 10047, 2 },
	{ "worst.thread.avg<1ms", RTLAT_GATE_HELD, 20000, 5 },
	{ "worst.thread.max<1ms", RTLAT_GATE_HELD, 30000, 2 },
	{ "worst.thread.max<20us", RTLAT_GATE_FAILED, 30000, 2 },
	{ "worst.count>=1000", RTLAT_GATE_FAILED, 100, 5 },
	{ "worst.count>=100", RTLAT_GATE_HELD, 100, 5 },
	{ "lost==0", RTLAT_GATE_HELD, 0, -1 },
	{ "count>=4101", RTLAT_GATE_HELD, 4101, -1 },
	{ "missed==0", RTLAT_GATE_HELD, 0, -1 },
	{ "duration>=4s", RTLAT_GATE_HELD, 4e9, -1 },
	{ "duration>=5s", RTLAT_GATE_FAILED, 4e9, -1 },
	/* A value that is not measured is no pass. */
	{ "irq.max<1s", RTLAT_GATE_ABSENT, 0, -1 },
	{ "worst.irq.max<1s", RTLAT_GATE_ABSENT, 0, 2 },
	{ "cpu3.thread.max<1s", RTLAT_GATE_ABSENT, 0, -1 },
};

static void assert_cases(const struct fixture *fixture, const struct gate_case *expected, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		struct rtlat_gate_result verdict;
		struct rtlat_gate gate;

		assert_case(rtlat_gate_parse(expected[i].text, &gate) == 0, "%s\n",
			    expected[i].text);
		rtlat_gate_judge(&gate, &fixture->result, &verdict);
		assert_case(
			verdict.outcome == expected[i].outcome && verdict.cpu == expected[i].cpu &&
				verdict.measured == expected[i].measured,
			"%s: %s, %f, CPU %d\n", expected[i].text,
			rtlat_gate_outcome_name(verdict.outcome), verdict.measured, verdict.cpu);
	}
}

static void a_result_is_judged(void **state)
{
	assert_cases(*state, cases, ARRAY_SIZE(cases));
}

/* Lost samples may have been longer or shorter than all others. */
static void what_is_lost_proves_nothing(void **state)
{
	static const struct gate_case lost[] = {
		{ "thread.max<=30us", RTLAT_GATE_UNDECIDED, 30000, -1 },
		{ "thread.max==30us", RTLAT_GATE_UNDECIDED, 30000, -1 },
		{ "thread.max<30us", RTLAT_GATE_FAILED, 30000, -1 },
		{ "thread.max>=30us", RTLAT_GATE_HELD, 30000, -1 },
		{ "thread.min<=10us", RTLAT_GATE_HELD, 10000, -1 },
		{ "thread.min>=10us", RTLAT_GATE_UNDECIDED, 10000, -1 },
		{ "cpu5.thread.avg<1s", RTLAT_GATE_UNDECIDED, 20000, 5 },
		{ "cpu5.thread.p100<1s", RTLAT_GATE_UNDECIDED, 20000, 5 },
		{ "cpu2.thread.max<=30us", RTLAT_GATE_HELD, 30000, 2 },
		{ "worst.thread.max<=30us", RTLAT_GATE_UNDECIDED, 20000, 5 },
		{ "missed==0", RTLAT_GATE_UNDECIDED, 0, -1 },
		{ "worst.lost==0", RTLAT_GATE_FAILED, 3, 5 },
		{ "cpu2.lost==0", RTLAT_GATE_HELD, 0, 2 },
		{ "lost==0", RTLAT_GATE_FAILED, 3, -1 },
		{ "lost<=3", RTLAT_GATE_HELD, 3, -1 },
		{ "count>=4101", RTLAT_GATE_HELD, 4101, -1 },
		{ "duration>=4s", RTLAT_GATE_HELD, 4e9, -1 },
	};
	static const struct gate_case anywhere[] = {
		{ "cpu2.thread.max<=30us", RTLAT_GATE_UNDECIDED, 30000, 2 },
		{ "cpu5.thread.max<=30us", RTLAT_GATE_UNDECIDED, 20000, 5 },
	};
	static const struct gate_case offline[] = {
		{ "cpu2.thread.max<=30us", RTLAT_GATE_HELD, 30000, 2 },
		{ "cpu5.thread.max<=30us", RTLAT_GATE_UNDECIDED, 20000, 5 },
		{ "thread.max<=30us", RTLAT_GATE_UNDECIDED, 30000, -1 },
	};
	struct fixture *fixture = *state;

	fixture->result.complete = false;
	fixture->cpus[1].lost = fixture->result.total.lost = 3;
	assert_cases(fixture, lost, ARRAY_SIZE(lost));
	/* On which CPU they were lost is not known. */
	fixture->cpus[1].lost = 0;
	assert_cases(fixture, anywhere, ARRAY_SIZE(anywhere));
	fixture->result.total.lost = 0;
	fixture->cpus[1].state = RTLAT_CPU_OFFLINE;
	assert_cases(fixture, offline, ARRAY_SIZE(offline));
}

/* CPU 1 had 3 noises in 1 s and one of them of hardware, CPU 4 none in 2 s, CPU 6 did not run. */
static void make_noise(struct fixture *fixture, struct rtlat_noise noise[4],
		       struct rtlat_cpu_result cpus[3])
{
	struct rtlat_result *result = &fixture->result;
	unsigned int i;

	memset(noise, 0, 4 * sizeof(*noise));
	memset(cpus, 0, 3 * sizeof(*cpus));
	for (i = 0; i < 3; i++)
		rtlat_histogram_init(&fixture->histogram[i]);
	for (i = 1; i <= 3; i++)
		rtlat_histogram_add(&fixture->histogram[0], i * 1000);
	noise[0] = (struct rtlat_noise){ .periods = 1,
					 .runtime = RTLAT_NSEC_PER_SEC,
					 .time = 6000,
					 .max_period = 5000,
					 .hardware = 1 };
	noise[1] = (struct rtlat_noise){ .periods = 2, .runtime = 2 * RTLAT_NSEC_PER_SEC };
	noise[3] = noise[0];
	noise[3].runtime = 3 * RTLAT_NSEC_PER_SEC;
	for (i = 0; i < 3; i++) {
		cpus[i].noise = &noise[i];
		cpus[i].context[RTLAT_NOISE].histogram = &fixture->histogram[i];
	}
	cpus[0].cpu = 1;
	cpus[1].cpu = 4;
	cpus[2].cpu = 6;
	memset(&result->total, 0, sizeof(result->total));
	result->total.cpu = -1;
	result->total.noise = &noise[3];
	result->total.context[RTLAT_NOISE].histogram = &fixture->histogram[0];
	result->cpus = cpus;
	result->nr_cpus = 3;
	result->contexts = RTLAT_HAS(RTLAT_NOISE) | RTLAT_HAS_COUNTS;
}

static const struct {
	const char *text;
	enum rtlat_gate_outcome outcome;
	double measured;
	int cpu;
	const char *line;
} noise_cases[] = {
	{ "noise.max<=3us", RTLAT_GATE_HELD, 3000, -1, "held, it was 3.000 us" },
	{ "cpu1.noise.min>1us", RTLAT_GATE_FAILED, 1000, 1, "failed, it was 1.000 us" },
	/* No noise is none that is too long, but has no average. */
	{ "cpu4.noise.max<1us", RTLAT_GATE_HELD, 0, 4, "held, it was 0.000 us" },
	{ "cpu4.noise.avg<1us", RTLAT_GATE_TOO_FEW, 0, 4, "not enough samples" },
	{ "cpu6.noise.max<1us", RTLAT_GATE_TOO_FEW, 0, 6, "not enough samples" },
	{ "available>=99.9998%", RTLAT_GATE_HELD, 99999800, -1, "held, it was 99.999800 %" },
	{ "available>99.9998", RTLAT_GATE_FAILED, 99999800, -1, "failed, it was 99.999800 %" },
	{ "cpu4.available==100%", RTLAT_GATE_HELD, 100000000, 4, "held, it was 100.000000 %" },
	{ "cpu6.available>0", RTLAT_GATE_TOO_FEW, 0, 6, "not enough samples" },
	{ "worst.available>=99.9999%", RTLAT_GATE_FAILED, 99999400, 1,
	  "failed, it was 99.999400 % on CPU 1" },
	{ "period.max<5us", RTLAT_GATE_FAILED, 5000, -1, "failed, it was 5.000 us" },
	{ "cpu4.period.max<5us", RTLAT_GATE_HELD, 0, 4, "held, it was 0.000 us" },
	{ "worst.hardware==0", RTLAT_GATE_FAILED, 1, 1, "failed, it was 1 on CPU 1" },
	{ "cpu4.hardware==0", RTLAT_GATE_HELD, 0, 4, "held, it was 0" },
	{ "thread.max<1s", RTLAT_GATE_ABSENT, 0, -1, "not measured" },
};

static void noise_is_judged(void **state)
{
	struct fixture *fixture = *state;
	struct rtlat_gate_result verdict;
	struct rtlat_cpu_result cpus[3];
	struct rtlat_noise noise[4];
	struct rtlat_gate gate;
	char line[RTLAT_NOTE_SIZE];
	size_t i;

	make_noise(fixture, noise, cpus);
	for (i = 0; i < ARRAY_SIZE(noise_cases); i++) {
		assert_case(rtlat_gate_parse(noise_cases[i].text, &gate) == 0, "%s\n",
			    noise_cases[i].text);
		rtlat_gate_judge(&gate, &fixture->result, &verdict);
		rtlat_gate_format(&verdict, line, sizeof(line));
		assert_case(verdict.outcome == noise_cases[i].outcome &&
				    verdict.cpu == noise_cases[i].cpu &&
				    fabs(verdict.measured - noise_cases[i].measured) < 0.001 &&
				    !strcmp(strstr(line, ": ") + 2, noise_cases[i].line),
			    "%s: %f, CPU %d, %s\n", noise_cases[i].text, verdict.measured,
			    verdict.cpu, line);
	}
	/* Nobody has counted. */
	fixture->result.contexts = RTLAT_HAS(RTLAT_NOISE);
	assert_int_equal(rtlat_gate_parse("hardware==0", &gate), 0);
	rtlat_gate_judge(&gate, &fixture->result, &verdict);
	assert_int_equal(verdict.outcome, RTLAT_GATE_ABSENT);
}

/* Gates of noise are not measured where latencies are. */
static void noise_is_no_latency(void **state)
{
	static const char *const texts[] = { "noise.max<1s", "available>0", "period.max<1s",
					     "hardware==0" };
	struct fixture *fixture = *state;
	struct rtlat_gate_result verdict;
	struct rtlat_gate gate;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		assert_int_equal(rtlat_gate_parse(texts[i], &gate), 0);
		assert_true(rtlat_gate_wants(&gate, RTLAT_NOISE));
		assert_false(rtlat_gate_wants(&gate, RTLAT_THREAD));
		rtlat_gate_judge(&gate, &fixture->result, &verdict);
		assert_int_equal(verdict.outcome, RTLAT_GATE_ABSENT);
	}
}

static void an_empty_result_passes_no_latency(void **state)
{
	struct rtlat_histogram histogram;
	struct rtlat_result result = { 0 };
	struct rtlat_gate_result verdict;
	struct rtlat_gate gate;

	(void)state;
	rtlat_histogram_init(&histogram);
	result.total.context[RTLAT_THREAD].histogram = &histogram;
	assert_int_equal(rtlat_gate_parse("thread.max<1s", &gate), 0);
	rtlat_gate_judge(&gate, &result, &verdict);
	assert_int_equal(verdict.outcome, RTLAT_GATE_TOO_FEW);
	assert_int_equal(rtlat_gate_parse("worst.missed==0", &gate), 0);
	rtlat_gate_judge(&gate, &result, &verdict);
	assert_int_equal(verdict.outcome, RTLAT_GATE_ABSENT);
}

static void a_verdict_is_put_into_words(void **state)
{
	static const char *const expected[][2] = {
		{ "thread.max<30us", "gate thread.max<30us: failed, it was 30.000 us" },
		{ "worst.count>=100", "gate worst.count>=100: held, it was 100 on CPU 5" },
		{ "duration>=4s", "gate duration>=4s: held, it was 4.000 s" },
		{ "cpu5.thread.p99.9<1s", "gate cpu5.thread.p99.9<1s: not enough samples" },
		{ "irq.max<1s", "gate irq.max<1s: not measured" },
	};
	struct fixture *fixture = *state;
	char text[RTLAT_NOTE_SIZE];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(expected); i++) {
		struct rtlat_gate_result verdict;
		struct rtlat_gate gate;

		assert_int_equal(rtlat_gate_parse(expected[i][0], &gate), 0);
		rtlat_gate_judge(&gate, &fixture->result, &verdict);
		assert_int_equal(rtlat_gate_format(&verdict, text, sizeof(text)),
				 strlen(expected[i][1]));
		assert_string_equal(text, expected[i][1]);
		assert_int_equal(rtlat_gate_format(&verdict, text, 9), -ENOSPC);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_result_is_judged, setup),
		cmocka_unit_test_setup(what_is_lost_proves_nothing, setup),
		cmocka_unit_test_setup(noise_is_judged, setup),
		cmocka_unit_test_setup(noise_is_no_latency, setup),
		cmocka_unit_test(an_empty_result_passes_no_latency),
		cmocka_unit_test_setup(a_verdict_is_put_into_words, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

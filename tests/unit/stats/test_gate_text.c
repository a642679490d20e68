// SPDX-License-Identifier: GPL-2.0-only
/* Gates: how they are written. */
#include "tests/unit/lib/unit.h"

#include <errno.h>
#include <string.h>

#include "rtlat.h"

static const struct {
	const char *text;
	struct rtlat_gate gate;
} good[] = {
	{ "thread.max<=100us",
	  { .cpu = -1,
	    .metric = RTLAT_GATE_MAX,
	    .context = RTLAT_THREAD,
	    .comparison = RTLAT_GATE_LESS_EQUAL,
	    .value = 100000 } },
	{ "cpu3.irq.p99.9<20us",
	  { .scope = RTLAT_GATE_CPU,
	    .cpu = 3,
	    .metric = RTLAT_GATE_PERCENTILE,
	    .context = RTLAT_IRQ,
	    .percentile = 99900000,
	    .value = 20000 } },
	{ "thread.max<50",
	  { .cpu = -1,
	    .metric = RTLAT_GATE_MAX,
	    .context = RTLAT_THREAD,
	    .comparison = RTLAT_GATE_LESS,
	    .value = 50000 } },
	{ "thread.max<1m30s",
	  { .cpu = -1,
	    .metric = RTLAT_GATE_MAX,
	    .context = RTLAT_THREAD,
	    .comparison = RTLAT_GATE_LESS,
	    .value = 90 * RTLAT_NSEC_PER_SEC } },
	{ "worst.missed==0",
	  { .scope = RTLAT_GATE_WORST,
	    .cpu = -1,
	    .metric = RTLAT_GATE_MISSED,
	    .comparison = RTLAT_GATE_EQUAL } },
	{ "all.return.stddev>2ms",
	  { .cpu = -1,
	    .metric = RTLAT_GATE_STDDEV,
	    .context = RTLAT_RETURN,
	    .comparison = RTLAT_GATE_GREATER,
	    .value = 2000000 } },
	{ "duration>=10m",
	  { .cpu = -1,
	    .metric = RTLAT_GATE_DURATION,
	    .comparison = RTLAT_GATE_GREATER_EQUAL,
	    .value = 600 * RTLAT_NSEC_PER_SEC } },
	{ "cpu0.count!=5",
	  { .scope = RTLAT_GATE_CPU,
	    .metric = RTLAT_GATE_COUNT,
	    .comparison = RTLAT_GATE_NOT_EQUAL,
	    .value = 5 } },
	{ "noise.max<10us",
	  { .cpu = -1,
	    .metric = RTLAT_GATE_MAX,
	    .context = RTLAT_NOISE,
	    .comparison = RTLAT_GATE_LESS,
	    .value = 10000 } },
	{ "worst.available>=99.9%",
	  { .scope = RTLAT_GATE_WORST,
	    .cpu = -1,
	    .metric = RTLAT_GATE_AVAILABLE,
	    .context = RTLAT_NOISE,
	    .comparison = RTLAT_GATE_GREATER_EQUAL,
	    .value = 99900000 } },
	{ "available>0",
	  { .cpu = -1,
	    .metric = RTLAT_GATE_AVAILABLE,
	    .context = RTLAT_NOISE,
	    .comparison = RTLAT_GATE_GREATER } },
	{ "cpu7.period.max<50us",
	  { .scope = RTLAT_GATE_CPU,
	    .cpu = 7,
	    .metric = RTLAT_GATE_PERIOD,
	    .context = RTLAT_NOISE,
	    .comparison = RTLAT_GATE_LESS,
	    .value = 50000 } },
	{ "hardware==0",
	  { .cpu = -1,
	    .metric = RTLAT_GATE_HARDWARE,
	    .context = RTLAT_NOISE,
	    .comparison = RTLAT_GATE_EQUAL } },
};

static const struct {
	const char *text;
	int err;
} bad[] = {
	{ "", -EINVAL },
	{ "thread", -EINVAL },
	{ "thread.max", -EINVAL },
	{ "thread.max<", -EINVAL },
	{ "thread.max<100us ", -EINVAL },
	{ "thread.max <100us", -EINVAL },
	{ "thread.max=100us", -EINVAL },
	{ "thread.max=<100us", -EINVAL },
	{ "thread.max<-1us", -EINVAL },
	{ "thread.max<1.5us", -EINVAL },
	{ "thread.max<1min", -EINVAL },
	{ "thread.max<18446744074s", -ERANGE },
	{ "thread.maximum<1us", -EINVAL },
	{ "thread.p<1us", -EINVAL },
	{ "thread.p0<1us", -ERANGE },
	{ "thread.p101<1us", -ERANGE },
	{ "thread.p99.9.9<1us", -EINVAL },
	{ "threads.max<1us", -EINVAL },
	{ "max<1us", -EINVAL },
	{ "missed==1us", -EINVAL },
	{ "missed==", -EINVAL },
	{ "missed<18446744073709551616", -ERANGE },
	{ "duration>10us", -ERANGE },
	{ "worst.duration>10s", -EINVAL },
	{ "cpu.thread.max<1us", -EINVAL },
	{ "cpu1thread.max<1us", -EINVAL },
	{ "cpu8192.thread.max<1us", -ERANGE },
	{ "cpu1.cpu2.thread.max<1us", -EINVAL },
	{ "noise<1us", -EINVAL },
	{ "available>", -EINVAL },
	{ "available>99.9%%", -EINVAL },
	{ "available>99.1234567", -EINVAL },
	{ "available>99us", -EINVAL },
	{ "available>100.1%", -ERANGE },
	{ "noise.available>1%", -EINVAL },
	{ "period<1us", -EINVAL },
	{ "period.avg<1us", -EINVAL },
	{ "hardware==0us", -EINVAL },
};

static void what_is_well_written_is_read(void **state)
{
	struct rtlat_gate gate;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(good); i++) {
		const struct rtlat_gate *want = &good[i].gate;

		memset(&gate, 0, sizeof(gate));
		assert_case(rtlat_gate_parse(good[i].text, &gate) == 0, "%s\n", good[i].text);
		assert_case(gate.text == good[i].text && gate.scope == want->scope &&
				    gate.cpu == want->cpu && gate.metric == want->metric &&
				    gate.context == want->context &&
				    gate.percentile == want->percentile &&
				    gate.comparison == want->comparison &&
				    gate.value == want->value,
			    "%s\n", good[i].text);
	}
}

static void what_is_not_is_refused(void **state)
{
	struct rtlat_gate gate = { .value = 77 };
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		int err = rtlat_gate_parse(bad[i].text, &gate);

		assert_case(err == bad[i].err, "%s: %d\n", bad[i].text, err);
		assert_int_equal(gate.value, 77);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_well_written_is_read),
		cmocka_unit_test(what_is_not_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

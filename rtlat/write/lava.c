// SPDX-License-Identifier: GPL-2.0-only
/*
 * LAVA: a line "NAME pass|fail VALUE UNIT" per measurement and per test case, the verdict last. The
 * names of latencies are those that Linaro's test-definitions make of cyclictest's and rtla's.
 */
#include <ctype.h>
#include <inttypes.h>

#include "rtlat/result/cases.h"
#include "rtlat/write/write.h"
#include "rtlat/result/statistics.h"

static void print_context(FILE *file, const struct rtlat_result *result,
			  const struct rtlat_cpu_result *cpu, enum rtlat_context context)
{
	/* "i" is the interrupt, "t" the thread, "r" the return, "n" noise, "d" a delay. */
	char letter = rtlat_context_name(context)[0];
	struct statistic statistics[STATISTICS_MAX];
	unsigned int nr, i;

	nr = statistics_get(cpu->context[context].histogram, &result->config->percentiles,
			    statistics);
	for (i = 0; i < nr; i++)
		fprintf(file, "%c%d-%s-%s pass %.3f us\n", letter, cpu->cpu, statistics[i].name,
			context < RTLAT_LATENCIES ? "latency" : rtlat_context_name(context),
			statistics[i].ns / RTLAT_NSEC_PER_USEC);
}

static void lava_print_noise(FILE *file, const struct rtlat_result *result,
			     const struct rtlat_cpu_result *cpu)
{
	const struct rtlat_noise *noise = cpu->noise;
	double available;

	fprintf(file, "cpu%d-noise pass %" PRIu64 " noises\n", cpu->cpu, cpu->count);
	if (!rtlat_noise_available(noise, &available))
		fprintf(file, "cpu%d-available pass %.6f percent\ncpu%d-period-max pass %.3f us\n",
			cpu->cpu, available / RTLAT_PERCENT, cpu->cpu,
			(double)noise->max_period / RTLAT_NSEC_PER_USEC);
	if (result->contexts & RTLAT_HAS_COUNTS)
		fprintf(file, "cpu%d-hardware pass %" PRIu64 " noises\n", cpu->cpu,
			noise->hardware);
}

static void lava_print_cpu(FILE *file, const struct rtlat_result *result,
			   const struct rtlat_cpu_result *cpu)
{
	enum rtlat_context context;

	for (context = 0; context < RTLAT_CONTEXTS; context++)
		print_context(file, result, cpu, context);
	if (cpu->noise)
		lava_print_noise(file, result, cpu);
	else if (cpu->delays)
		fprintf(file, "cpu%d-timeouts pass %" PRIu64 " delays\n", cpu->cpu,
			cpu->delays->timeouts);
	else
		fprintf(file, "cpu%d-missed pass %" PRIu64 " periods\n", cpu->cpu, cpu->missed);
	fprintf(file, "cpu%d-lost pass %" PRIu64 " samples\n", cpu->cpu, cpu->lost);
}

/* A comparison in letters: LAVA's names have no signs. */
static const char *sign_name(const char *sign)
{
	bool equal = sign[1] == '=';

	switch (*sign) {
	case '<':
		return equal ? "-le-" : "-lt-";
	case '>':
		return equal ? "-ge-" : "-gt-";
	case '=':
		return equal ? "-eq-" : "-";
	case '!':
		return equal ? "-ne-" : "-";
	case '%':
		return "percent";
	}
	return "-";
}

static void lava_print_name(FILE *file, const char *name)
{
	for (; *name; name++) {
		if (isalnum((unsigned char)*name) || *name == '.') {
			fputc(*name, file);
			continue;
		}
		fputs(sign_name(name), file);
		name += *name != ' ' && name[1] == '=';
	}
}

static void print_case(FILE *file, const struct test_case *test)
{
	lava_print_name(file, test->name);
	fprintf(file, " %s", test->status == RTLAT_STATUS_PASS ? "pass" : "fail");
	if (test->has_value)
		fprintf(file, " %.*f%s%s", test->decimals, test->value, *test->unit ? " " : "",
			test->unit);
	fputc('\n', file);
}

int write_lava(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	struct test_case cases[CASES_MAX];
	unsigned int nr = cases_get(result, cases), i;

	(void)view;
	for (i = 0; i < result->nr_cpus; i++)
		lava_print_cpu(file, result, &result->cpus[i]);
	for (i = 0; i < nr; i++)
		print_case(file, &cases[i]);
	fprintf(file, "rtlat %s\n", result->status == RTLAT_STATUS_PASS ? "pass" : "fail");
	return 0;
}

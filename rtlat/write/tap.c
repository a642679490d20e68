// SPDX-License-Identifier: GPL-2.0-only
/* The Test Anything Protocol: a line per test case, the statistics in comments. */
#include <inttypes.h>

#include "rtlat/result/cases.h"
#include "rtlat/result/verdict.h"
#include "rtlat/write/write.h"
#include "rtlat/result/statistics.h"

/* Prints a description. A '#' in it would begin a directive. */
static void print_description(FILE *file, const char *text)
{
	for (; *text; text++) {
		if (*text == '#' || *text == '\\')
			fputc('\\', file);
		fputc(*text, file);
	}
}

static void tap_print_case(FILE *file, unsigned int number, const struct test_case *test)
{
	fprintf(file, "%sok %u - ", test->status == RTLAT_STATUS_PASS ? "" : "not ", number);
	print_description(file, test->name);
	if (*test->message) {
		fputs(": ", file);
		print_description(file, test->message);
	}
	fputc('\n', file);
}

static void print_noise(FILE *file, const struct rtlat_cpu_result *cpu)
{
	double available;

	fprintf(file, "# CPU %d: %" PRIu64 " noises, ", cpu->cpu, cpu->count);
	if (!rtlat_noise_available(cpu->noise, &available))
		fprintf(file, "%.6f %% available, ", available / RTLAT_PERCENT);
	fprintf(file, "%" PRIu64 " lost\n", cpu->lost);
}

static void tap_print_statistics(FILE *file, const struct rtlat_result *result,
				 const struct rtlat_cpu_result *cpu)
{
	struct statistic statistics[STATISTICS_MAX];
	enum rtlat_context context;
	unsigned int nr, i;

	for (context = 0; context < RTLAT_CONTEXTS; context++) {
		nr = statistics_get(cpu->context[context].histogram, &result->config->percentiles,
				    statistics);
		if (!nr)
			continue;
		fprintf(file, "# CPU %d %s (us):", cpu->cpu, rtlat_context_name(context));
		for (i = 0; i < nr; i++)
			fprintf(file, " %s %.3f", statistics[i].name,
				statistics[i].ns / RTLAT_NSEC_PER_USEC);
		fputc('\n', file);
	}
	if (cpu->noise)
		print_noise(file, cpu);
	else if (cpu->delays)
		fprintf(file,
			"# CPU %d: %" PRIu64 " delays, %" PRIu64 " timeouts, %" PRIu64 " lost\n",
			cpu->cpu, cpu->count, cpu->delays->timeouts, cpu->lost);
	else
		fprintf(file,
			"# CPU %d: %" PRIu64 " samples, %" PRIu64 " missed, %" PRIu64 " lost\n",
			cpu->cpu, cpu->count, cpu->missed, cpu->lost);
}

int write_tap(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	struct test_case cases[CASES_MAX];
	unsigned int nr = cases_get(result, cases), i;

	(void)view;
	fprintf(file, "TAP version 13\n1..%u\n", nr);
	for (i = 0; i < nr; i++)
		tap_print_case(file, i + 1, &cases[i]);
	for (i = 0; i < result->nr_cpus; i++)
		tap_print_statistics(file, result, &result->cpus[i]);
	fprintf(file, "# verdict: %s\n", verdict_name(result));
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The JSON of rt-tests, as `cyclictest --json` writes it, with the members "irq" and "num_irqs"
 * that Linaro's scripts make of rtla's text. Threads, and interrupts, count from 0 in the order of
 * their CPUs; CPUs without a sample are left out, for they have no number to show.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rtlat/write/write.h"
#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"
#include "rtlat/result/verdict.h"
#include "rtlat/write/text/text.h"

#define FILE_VERSION 1
#define NODE_UNKNOWN (-1)

static json_t *rt_tests_json_time_json(const struct timespec *time)
{
	char text[64];
	struct tm utc;

	if (!gmtime_r(&time->tv_sec, &utc))
		return json_null();
	strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S +0000", &utc);
	return json_string(text);
}

static json_t *rt_tests_json_command_json(const struct rtlat_result *result)
{
	size_t size = 1;
	json_t *json;
	char *line;
	int i;

	for (i = 0; i < result->argc; i++)
		size += strlen(result->argv[i]) + 1;
	line = calloc(1, size);
	if (!line)
		return NULL;
	for (i = 0; i < result->argc; i++) {
		if (i > 0)
			strcat(line, " ");
		strcat(line, result->argv[i]);
	}
	json = json_text(line);
	free(line);
	return json;
}

static json_t *sysinfo_json(const struct rtlat_system *system)
{
	json_t *json = json_object();

	json_put(&json, "sysname", json_string("Linux"));
	json_put(&json, "nodename", json_text(system->hostname));
	json_put(&json, "release", json_text(system->kernel));
	json_put(&json, "version", json_text(system->kernel_version));
	json_put(&json, "machine", json_text(system->machine));
	json_put(&json, "realtime", json_integer(system->realtime));
	return json;
}

static json_t *histogram_json(const struct rtlat_stats *stats, const struct rtlat_config *config,
			      bool nanoseconds)
{
	json_t *json = json_object();
	char name[24];
	uint32_t row;

	for (row = 0; row < stats->nr_linear; row++) {
		if (!stats->linear[row])
			continue;
		snprintf(name, sizeof(name), "%" PRIu64,
			 text_time(row * config->bucket_ns, nanoseconds));
		json_put(&json, name, json_number(stats->linear[row]));
	}
	return json;
}

static json_t *stats_json(const struct rtlat_result *result, const struct rtlat_cpu_result *cpu,
			  enum rtlat_context context, bool nanoseconds)
{
	const struct rtlat_stats *stats = &cpu->context[context];
	const struct rtlat_histogram *histogram = stats->histogram;
	double unit = nanoseconds ? 1 : RTLAT_NSEC_PER_USEC;
	json_t *json = json_object();

	if (stats->linear) {
		json_put(&json, "histogram", histogram_json(stats, result->config, nanoseconds));
		json_put(&json, "overflows", json_number(stats->linear_over));
	}
	json_put(&json, "cycles", json_number(histogram->count));
	json_put(&json, "min", json_number(text_time(histogram->min, nanoseconds)));
	json_put(&json, "max", json_number(text_time(histogram->max, nanoseconds)));
	json_put(&json, "avg", json_thousandths(rtlat_histogram_mean(histogram) / unit));
	json_put(&json, "cpu", json_integer(cpu->cpu));
	json_put(&json, "node", json_integer(NODE_UNKNOWN));
	json_put(&json, "missed", json_number(cpu->missed));
	json_put(&json, "lost", json_number(cpu->lost));
	return json;
}

/* Puts the histograms of all CPUs, each with its number of samples as another member before. */
static void put_context(json_t **json, const struct rtlat_result *result,
			enum rtlat_context context, const char *number_name, const char *name,
			bool nanoseconds)
{
	json_t *list = json_object();
	unsigned int i, nr = 0;
	char index[16];

	for (i = 0; i < result->nr_cpus; i++) {
		const struct rtlat_cpu_result *cpu = &result->cpus[i];
		const struct rtlat_histogram *histogram = cpu->context[context].histogram;

		if (!histogram || !histogram->count)
			continue;
		snprintf(index, sizeof(index), "%u", nr++);
		json_put(&list, index, stats_json(result, cpu, context, nanoseconds));
	}
	json_put(json, number_name, json_integer(nr));
	json_put(json, name, list);
}

static json_t *result_json(const struct rtlat_result *result, const struct view *view)
{
	json_t *json = json_object();

	json_put(&json, "file_version", json_integer(FILE_VERSION));
	/* The colons in these names are rt-tests'. */
	json_put(&json, "cmdline:", rt_tests_json_command_json(result));
	json_put(&json, "rt_test_version:", json_string("rtlat " RTLAT_VERSION));
	json_put(&json, "start_time", rt_tests_json_time_json(&result->start));
	json_put(&json, "end_time", rt_tests_json_time_json(&result->end));
	json_put(&json, "return_code", json_integer(output_exit_status(result->status)));
	json_put(&json, "verdict", json_verdict(result));
	json_put(&json, "sysinfo", sysinfo_json(result->system));
	/* In spite of its name, it tells whether the unit is the nanosecond. */
	json_put(&json, "resolution_in_ns", json_integer(view->nanoseconds));
	put_context(&json, result, RTLAT_THREAD, "num_threads", "thread", view->nanoseconds);
	if (result->contexts & RTLAT_HAS(RTLAT_IRQ))
		put_context(&json, result, RTLAT_IRQ, "num_irqs", "irq", view->nanoseconds);
	return json;
}

int write_rt_tests_json(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	return json_write(file, result_json(result, view),
			  JSON_INDENT(2) | JSON_REAL_PRECISION(15));
}

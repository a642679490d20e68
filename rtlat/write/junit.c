// SPDX-License-Identifier: GPL-2.0-only
/*
 * JUnit XML: a test case for each of rtlat/result/cases.h, the machine and the configuration as
 * properties, and the tables of text for people.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/result/cases.h"
#include "rtlat/write/text/text.h"
#include "lib/util/memory_file.h"
#include "rtlat/write/write.h"
#include "rtlat/util/utf8.h"

static void print_attribute(FILE *file, const char *name, const char *value)
{
	fprintf(file, " %s=\"", name);
	utf8_print(file, value, utf8_markup);
	fputc('"', file);
}

static void print_property(FILE *file, const char *name, const char *value)
{
	fputs("<property", file);
	print_attribute(file, "name", name);
	print_attribute(file, "value", value);
	fputs("/>\n", file);
}

static void print_number(FILE *file, const char *name, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	print_property(file, name, text);
}

static void print_command(FILE *file, const struct rtlat_result *result)
{
	int i;

	fputs("<property name=\"command\" value=\"", file);
	for (i = 0; i < result->argc; i++) {
		if (i > 0)
			fputc(' ', file);
		utf8_print(file, result->argv[i], utf8_markup);
	}
	fputs("\"/>\n", file);
}

static void junit_print_noise(FILE *file, const struct rtlat_result *result)
{
	const struct rtlat_noise *noise = result->total.noise;
	double available;
	char text[24];

	print_number(file, "runtime_ns", result->config->runtime_ns);
	print_number(file, "threshold_ns", result->config->threshold_ns);
	print_number(file, "noise_ns", noise->time);
	if (rtlat_noise_available(noise, &available))
		return;
	snprintf(text, sizeof(text), "%.6f", available / RTLAT_PERCENT);
	print_property(file, "available_percent", text);
}

/* Prints what each test case measured, as properties: a passed test case has no place for it. */
static void print_properties(FILE *file, const struct rtlat_result *result,
			     const struct test_case *cases, unsigned int nr)
{
	const struct rtlat_system *system = result->system;
	unsigned int i;

	fputs("<properties>\n", file);
	print_property(file, "version", RTLAT_VERSION);
	print_command(file, result);
	print_property(file, "source", result->source);
	print_property(file, "kernel", system->kernel);
	print_property(file, "kernel_version", system->kernel_version);
	print_property(file, "cpu_model", system->cpu_model);
	print_property(file, "cmdline", system->cmdline);
	print_number(file, "period_ns", result->config->period_ns);
	if (result->total.noise)
		junit_print_noise(file, result);
	else
		print_number(file, "missed", result->total.missed);
	print_number(file, "lost", result->total.lost);
	for (i = 0; i < nr; i++)
		print_property(file, cases[i].name, cases[i].message);
	print_property(file, "verdict", rtlat_status_name(result->status));
	fputs("</properties>\n", file);
}

static void junit_print_case(FILE *file, const struct test_case *test)
{
	const char *element = test->status == RTLAT_STATUS_ERROR ? "error" : "failure";

	fputs("<testcase classname=\"rtlat\"", file);
	print_attribute(file, "name", test->name);
	fputs(" time=\"0\"", file);
	if (test->status == RTLAT_STATUS_PASS) {
		fputs("/>\n", file);
		return;
	}
	fprintf(file, "><%s type=\"%s\"", element, rtlat_status_name(test->status));
	print_attribute(file, "message", test->message);
	fputs("/></testcase>\n", file);
}

static void print_suite(FILE *file, const struct rtlat_result *result,
			const struct test_case *cases, unsigned int nr)
{
	unsigned int failures = 0, errors = 0, i;
	char time[32] = "";
	struct tm utc;

	for (i = 0; i < nr; i++) {
		failures += cases[i].status == RTLAT_STATUS_FAIL;
		errors += cases[i].status == RTLAT_STATUS_ERROR;
	}
	if (gmtime_r(&result->start.tv_sec, &utc))
		strftime(time, sizeof(time), "%Y-%m-%dT%H:%M:%S", &utc);
	fprintf(file, "<testsuite name=\"rtlat\" package=\"rtlat\" id=\"0\"");
	print_attribute(file, "hostname",
			*result->system->hostname ? result->system->hostname : "unknown");
	print_attribute(file, "timestamp", time);
	fprintf(file, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"0\" time=\"%.3f\">\n",
		nr, failures, errors, (double)result->duration_ns / RTLAT_NSEC_PER_SEC);
	print_properties(file, result, cases, nr);
	for (i = 0; i < nr; i++)
		junit_print_case(file, &cases[i]);
}

/* Prints the tables that a person would have seen. */
static int print_tables(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	struct memory_file tables;
	int err = memory_file_open(&tables), closed;
	char *rest, *line;

	if (err)
		return err;
	err = write_text_top(tables.file, result, view);
	closed = memory_file_close(&tables);
	if (!err)
		err = closed;
	for (rest = tables.text; !err && (line = strsep(&rest, "\n")) && (rest || *line);) {
		utf8_print(file, line, utf8_markup);
		fputc('\n', file);
	}
	free(tables.text);
	return err;
}

int write_junit(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	struct test_case cases[CASES_MAX];
	unsigned int nr = cases_get(result, cases);
	int err;

	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
	print_suite(file, result, cases, nr);
	fputs("<system-out>\n", file);
	err = print_tables(file, result, view);
	fputs("</system-out>\n<system-err></system-err>\n</testsuite>\n</testsuites>\n", file);
	return err;
}

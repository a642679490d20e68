// SPDX-License-Identifier: GPL-2.0-only
/* Small pieces of the OpenMetrics format: families, labels and numbers. */
#include <inttypes.h>

#include "rtlat/write/openmetrics_parts.h"
#include "rtlat/util/utf8.h"

static const char *escape(const char *at)
{
	switch (*at) {
	case '\\':
		return "\\\\";
	case '"':
		return "\\\"";
	}
	return NULL;
}

void openmetrics_family(const struct metrics *metrics, const char *name, const char *type,
			const char *help)
{
	fprintf(metrics->file, "# HELP rtlat_%s %s\n# TYPE rtlat_%s %s\n", name, help, name, type);
}

static void print_label(FILE *file, const char *separator, const char *name, const char *value)
{
	fprintf(file, "%s%s=\"", separator, name);
	utf8_print(file, value, escape);
	fputc('"', file);
}

void openmetrics_label(FILE *file, const char *name, const char *value)
{
	print_label(file, ",", name, value);
}

void openmetrics_series(const struct metrics *metrics, const char *name)
{
	const struct rtlat_config *config = metrics->result->config;

	fprintf(metrics->file, "rtlat_%s{", name);
	print_label(metrics->file, "", "run", metrics->run);
	if (config->measure == RTLAT_MEASURE_DELAY)
		openmetrics_label(metrics->file, "tracker",
				  rtlat_tracker_name(config->track.tracker));
}

void openmetrics_cpu(const struct metrics *metrics, const char *name, int cpu)
{
	openmetrics_series(metrics, name);
	if (cpu < 0)
		fputs(",cpu=\"all\"", metrics->file);
	else
		fprintf(metrics->file, ",cpu=\"%d\"", cpu);
}

void openmetrics_count(const struct metrics *metrics, const char *name, int cpu, uint64_t count)
{
	openmetrics_cpu(metrics, name, cpu);
	fprintf(metrics->file, "} %" PRIu64 "\n", count);
}

void openmetrics_seconds(FILE *file, uint64_t ns)
{
	fprintf(file, "%" PRIu64 ".%09" PRIu64, (uint64_t)(ns / RTLAT_NSEC_PER_SEC),
		(uint64_t)(ns % RTLAT_NSEC_PER_SEC));
}

void openmetrics_time(const struct metrics *metrics, const char *name, const char *help,
		      uint64_t ns)
{
	openmetrics_family(metrics, name, "gauge", help);
	openmetrics_series(metrics, name);
	fputs("} ", metrics->file);
	openmetrics_seconds(metrics->file, ns);
	fputc('\n', metrics->file);
}

void openmetrics_threshold(const struct metrics *metrics, uint64_t ns)
{
	openmetrics_time(metrics, "threshold_seconds",
			 "A time of this length or more is noise, or an alert.", ns);
}

// SPDX-License-Identifier: GPL-2.0-only
/* The report of rtlat check as JSON. */
#include <jansson.h>

#include "rtlat/command/check_report.h"
#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"

static json_t *source_object(const struct check_source *source)
{
	static const char *const measures[] = { "latency", "noise", "delay" };

	return json_pack("{s:s, s:s, s:b, s:b, s:o}", "name", source->name, "measures",
			 measures[source->measures], "usable", source->usable, "used", source->used,
			 "reason", json_text(source->reason));
}

static json_t *check_object(const struct rtlat_check *check)
{
	static const char *const marks[] = {
		[RTLAT_PASS] = "pass",
		[RTLAT_WARN] = "warn",
		[RTLAT_NOTE] = "info",
	};

	return json_pack("{s:s, s:s, s:o, s:o}", "name", check->name, "mark", marks[check->mark],
			 "value", json_text(check->value), "advice", json_text(check->advice));
}

/* Both arrays are NULL where memory ran out, which json_pack() hands on. */
static json_t *sources_array(const struct check_report *report)
{
	json_t *array = json_array();
	unsigned int i;

	for (i = 0; i < report->nr_sources; i++) {
		if (json_array_append_new(array, source_object(&report->sources[i]))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

static json_t *checks_array(const struct check_report *report)
{
	json_t *array = json_array();
	unsigned int i;

	for (i = 0; i < report->nr_checks; i++) {
		if (json_array_append_new(array, check_object(&report->checks[i]))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

int check_report_json(FILE *file, const struct check_report *report)
{
	json_t *root = json_pack("{s:s, s:s, s:o, s:o, s:o}", "schema", "rtlat-check/1", "version",
				 RTLAT_VERSION, "system", json_system(&report->system), "sources",
				 sources_array(report), "checks", checks_array(report));

	return json_write(file, root, JSON_INDENT(2));
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <jansson.h>

#include "check_report.h"
#include "json_system.h"

static json_t *sources_array(const struct check_report *report)
{
	json_t *array = json_array();
	unsigned int i;

	for (i = 0; i < report->nr_sources; i++) {
		const struct check_source *source = &report->sources[i];

		if (json_array_append_new(array,
					  json_pack("{s:s, s:b, s:b, s:s}", "name", source->name,
						    "usable", source->usable, "used", source->used,
						    "reason", source->reason)))
			goto fail;
	}
	return array;
fail:
	json_decref(array);
	return NULL;
}

static json_t *checks_array(const struct check_report *report)
{
	static const char *const marks[] = {
		[RTLAT_PASS] = "pass",
		[RTLAT_WARN] = "warn",
		[RTLAT_NOTE] = "info",
	};
	json_t *array = json_array();
	unsigned int i;

	for (i = 0; i < report->nr_checks; i++) {
		const struct rtlat_check *check = &report->checks[i];

		if (json_array_append_new(array,
					  json_pack("{s:s, s:s, s:s, s:s}", "name", check->name,
						    "mark", marks[check->mark], "value",
						    check->value, "advice", check->advice)))
			goto fail;
	}
	return array;
fail:
	json_decref(array);
	return NULL;
}

int check_report_json(FILE *file, const struct check_report *report)
{
	json_t *root = json_pack("{s:s, s:s, s:o, s:o, s:o}", "schema", "rtlat-check/1", "version",
				 RTLAT_VERSION, "system", json_system(&report->system), "sources",
				 sources_array(report), "checks", checks_array(report));

	if (!root)
		return -ENOMEM;
	/* Its failures are those of the file. */
	json_dumpf(root, file, JSON_INDENT(2));
	fputc('\n', file);
	json_decref(root);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/* The report as an output format of a run. */
#include <errno.h>
#include <stdlib.h>

#include "lib/util/memory_file.h"
#include "rtlat/report/report.h"
#include "rtlat/write/write.h"

/* Writes the report of a result's JSON: a report has what a result file has, and nothing else. */
static int write_report(FILE *file, struct memory_file *json)
{
	FILE *stream = fmemopen(json->text, json->length, "r");
	struct result_file *run;
	int err;

	if (!stream)
		return -errno;
	err = result_file_take(&run, "report", "this run", stream) ? -EINVAL : 0;
	fclose(stream);
	if (err)
		return err;
	err = report_write(file, &run, 1);
	result_file_close(run);
	return err;
}

int write_html(FILE *file, const struct rtlat_result *result, const struct view *view)
{
	struct memory_file json;
	int err, closed;

	err = memory_file_open(&json);
	if (err)
		return err;
	err = write_json(json.file, result, view);
	closed = memory_file_close(&json);
	if (!err)
		err = closed;
	if (!err)
		err = write_report(file, &json);
	free(json.text);
	return err;
}

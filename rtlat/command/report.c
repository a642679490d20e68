// SPDX-License-Identifier: GPL-2.0-only
/* rtlat report: an HTML page of one or several results. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/memory_file.h"
#include "rtlat/util/message.h"
#include "rtlat/output/output.h"
#include "rtlat/util/program.h"
#include "rtlat/report/report.h"
#include "rtlat/option/parser.h"
#include "rtlat/action/stop_signal.h"

#define COMMAND "report"

struct report_options {
	const char *path; /* NULL: standard output */
};

static int set_output(struct option_setting *setting)
{
	struct report_options *options = setting->data;

	options->path = strcmp(setting->value, "-") ? setting->value : NULL;
	return *setting->value ? 0 : -EINVAL;
}

static const struct option_spec rows[] = {
	{ 'o', "output", 0, 0, VALUE_REQUIRED, "FILE",
	  "write the page to FILE (default: standard output)", "expected the name of a file",
	  .set = set_output },
};

static const struct option_parser parser = {
	.name = COMMAND,
	.usage = COMMAND " [options] RUN.json...",
	.about =
		"Write one page of HTML about these runs, in one file that needs no others: the "
		"verdicts,\n"
		"what was measured, how latencies are distributed, the worst samples and what made "
		"them late.\n"
		"Several runs are compared with the first.",
	.table = rows,
	.nr = sizeof(rows) / sizeof(rows[0]),
	.operand = "RUN.json",
	.min_operands = 1,
};

/* Makes the page in memory first: a page that fails leaves the file as it was. */
static int write_page(struct result_file *const *files, unsigned int nr, const char *path)
{
	int err, closed, status = STATUS_ERROR;
	struct memory_file page;

	err = memory_file_open(&page);
	if (!err) {
		err = report_write(page.file, files, nr);
		closed = memory_file_close(&page);
		err = err ? err : closed;
	}
	if (err)
		complain(COMMAND, "can't make the page: %s", strerror(-err));
	if (!err) {
		/*
		 * A signal that ended rtlat now could leave an unfinished file behind: see merge.c.
		 */
		stop_signal_catch(false);
		status = output_text(COMMAND, path, page.text, page.length);
	}
	free(page.text);
	return status;
}

int cmd_report(int argc, char **argv)
{
	struct report_options options = { 0 };
	struct result_file **files;
	int status, first;

	status = options_read(&parser, &options, argc, argv, &first);
	if (status != OPTIONS_GO_ON)
		return status;
	signal(SIGPIPE, SIG_IGN);
	if (!program_exists(GNUPLOT)) {
		complain(COMMAND, "the program " GNUPLOT " is not installed");
		return STATUS_SKIPPED;
	}
	status = result_files_read(&files, COMMAND, argv + first, argc - first);
	if (!status) {
		status = write_page(files, argc - first, options.path);
		result_files_close(files, argc - first);
	}
	return status;
}

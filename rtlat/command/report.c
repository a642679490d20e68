// SPDX-License-Identifier: GPL-2.0-only
/* rtlat report: an HTML page of one or several results. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/memory_file.h"
#include "rtlat/util/message.h"
#include "rtlat/write/output.h"
#include "rtlat/util/program.h"
#include "rtlat/report/report.h"
#include "rtlat/option/simple.h"
#include "rtlat/action/stop_signal.h"

#define COMMAND "report"

struct report_options {
	const char *path; /* NULL: standard output */
};

static int set_output(void *data, const char *value)
{
	if (!*value)
		return usage_error(COMMAND, "-o '': expected the name of a file");
	((struct report_options *)data)->path = strcmp(value, "-") ? value : NULL;
	return SIMPLE_GO_ON;
}

static const struct simple_option options_of_report[] = {
	{ 'o', "output", "FILE", set_output },
};

static const struct simple_command command = {
	.name = COMMAND,
	.options = options_of_report,
	.nr_options = sizeof(options_of_report) / sizeof(options_of_report[0]),
	.operand = "RUN.json",
	.min_operands = 1,
	.help = "Usage: rtlat report [options] RUN.json...\n"
		"\n"
		"Write one page of HTML about these runs, which needs nothing beside it: the "
		"verdicts, what\n"
		"was measured, how latencies are distributed, the worst samples and what made them "
		"late.\n"
		"Several runs are compared with the first.\n"
		"\n"
		"  -o, --output FILE  write it there (default: standard output)\n"
		"  -h, --help         print this help\n",
};

/* In memory first: a page that can't be made leaves the file as it was. */
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

	status = simple_options_parse(&command, &options, argc, argv, &first);
	if (status != SIMPLE_GO_ON)
		return status;
	signal(SIGPIPE, SIG_IGN);
	if (!program_exists(GNUPLOT)) {
		complain(COMMAND, "the program " GNUPLOT " is not installed");
		return STATUS_SKIPPED;
	}
	files = calloc(argc - first, sizeof(struct result_file *));
	if (!files) {
		complain(COMMAND, "%s", strerror(ENOMEM));
		return STATUS_ERROR;
	}
	status = result_files_read(files, COMMAND, argv + first, argc - first);
	if (!status) {
		status = write_page(files, argc - first, options.path);
		result_files_close(files, argc - first);
	}
	free(files);
	return status;
}

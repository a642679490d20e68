// SPDX-License-Identifier: GPL-2.0-only
/* rtlat merge: one result out of several. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/util/command_line.h"
#include "rtlat/util/status.h"
#include "rtlat/merge/merge.h"
#include "rtlat/util/message.h"
#include "rtlat/option/options.h"
#include "rtlat/action/stop_signal.h"
#include "rtlat/result/verdict.h"

static const char *error_text(int err)
{
	if (err == -EOVERFLOW)
		return "together more than can be counted";
	if (err == -EINVAL)
		return "latencies, noise and each tracker's delays cannot be added to one another";
	return strerror(-err);
}

static int write_merged(const struct options *options, struct merged *merged, int argc, char **argv)
{
	struct outputs outputs;
	char **words;
	int status;

	words = command_line(argc, argv);
	if (!words) {
		complain(options->name, "%s", strerror(ENOMEM));
		return STATUS_ERROR;
	}
	/* A single run is still the run that it was. */
	if (options->nr_operands > 1) {
		merged->result.argc = argc + 1;
		merged->result.argv = words;
	}
	/*
	 * A signal that ended rtlat now could leave unfinished files behind: not every file system
	 * has files without a name.
	 */
	stop_signal_catch(false);
	status = outputs_open(&outputs, options->name, options->outputs, options->nr_outputs);
	if (!status) {
		status = outputs_write(&outputs, &merged->result, &options->view);
		outputs_discard(&outputs);
	}
	command_line_free(words);
	return status ? status : (int)output_exit_status(merged->result.status);
}

/* Checks the formats, once it is known what the results have measured. */
static int command_merge_check_outputs(const struct options *options, const struct merged *merged)
{
	static const char *const words[] = { "latencies", "noise", "delays" };
	unsigned int i;

	for (i = 0; i < options->nr_outputs; i++) {
		const struct writer *writer = options->outputs[i].writer;

		if (writer_takes(writer, merged->config.measure))
			continue;
		complain(options->name, "-o %s: this format cannot show %s", writer->name,
			 words[merged->config.measure]);
		return STATUS_ERROR;
	}
	return 0;
}

static int merge_and_write(const struct options *options, struct result_file *const *files,
			   int argc, char **argv)
{
	struct merged *merged = malloc(sizeof(*merged));
	int status, err;

	if (!merged) {
		complain(options->name, "%s", strerror(ENOMEM));
		return STATUS_ERROR;
	}
	err = merge_results(merged, files, options->nr_operands, options);
	if (err) {
		complain(options->name, "%s", error_text(err));
		status = STATUS_ERROR;
	} else if (merged->obstacles.nr && !options->force) {
		complain(options->name, "these runs are not of one kind (see --force): %s",
			 merged->obstacles.text[0]);
		status = STATUS_SKIPPED;
	} else {
		status = command_merge_check_outputs(options, merged);
		if (!status)
			status = write_merged(options, merged, argc, argv);
	}
	merge_free(merged);
	free(merged);
	return status;
}

int cmd_merge(int argc, char **argv)
{
	struct options options;
	struct result_file **files;
	int status = options_parse(&options, COMMAND_MERGE, argc, argv);

	if (status != OPTIONS_GO_ON)
		return status;
	signal(SIGPIPE, SIG_IGN);
	status = result_files_read(&files, options.name, options.operands, options.nr_operands);
	if (!status) {
		status = merge_and_write(&options, files, argc, argv);
		result_files_close(files, options.nr_operands);
	}
	return status;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The options of the commands that measure, or show a result. */
#ifndef RTLAT_OPTION_OPTIONS_H
#define RTLAT_OPTION_OPTIONS_H

#include "rtlat/action/action.h"
#include "rtlat/option/parser.h"
#include "rtlat/util/status.h"
#include "rtlat/output/output.h"
#include "rtlat.h"

#define ITERATIONS_MAX 1000
/* The kernel's limit on the number of idle states, less one. */
#define IDLE_STATE_MAX 9

struct options {
	enum command command;
	const char *name; /* of the command, for messages */
	struct rtlat_config config;
	struct view view;
	bool debug;
	bool user_threads;
	bool kernel_threads;
	bool user_load;
	bool no_explanation;
	bool worst_given;
	bool percentiles_given;
	bool runtime_given;
	bool force;
	bool realtime_only;
	bool show_commands;
	bool automatic;         /* -a */
	const char *trace_path; /* of -t; NULL: not given */
	struct actions on_threshold;
	struct actions on_end;
	uint32_t bucket;      /* in the unit of the output */
	uint64_t interval_ns; /* at which some outputs are written while the run goes on */
	bool interval_given;
	uint64_t samples; /* of each CPU, after which the run ends; 0: it does not */
	bool until_gates;
	uint32_t iterations;
	uint32_t gate_quorum; /* the number of failed runs that makes a failure */
	struct output_spec outputs[OUTPUTS_MAX];
	unsigned int nr_outputs;
	char *const *operands; /* the files, for a command that takes files */
	unsigned int nr_operands;
};

/*
 * Parses a command's arguments, without changing anything of the machine. Returns OPTIONS_GO_ON, or
 * the exit status after everything has been printed, as with --help.
 */
int options_parse(struct options *options, enum command command, int argc, char **argv);

/* Returns the format of standard output, if it is text for people, or NULL. */
const struct writer *options_text_writer(const struct options *options);

#endif /* RTLAT_OPTION_OPTIONS_H */

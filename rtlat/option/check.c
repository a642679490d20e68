// SPDX-License-Identifier: GPL-2.0-only
/* Which options go with which. */
#include <string.h>
#include <unistd.h>

#include "lib/source/table.h"
#include "rtlat/option/histogram_files.h"
#include "rtlat/util/message.h"
#include "rtlat/option/check.h"
#include "rtlat/action/trace_file.h"

static int check_threads(struct options *options)
{
	struct rtlat_config *config = &options->config;
	const char *letter;

	/* rtla has -u start the threads that -U measures, so that -u with -U is -u. */
	if (options->user_threads)
		options->user_load = false;
	letter = options->user_threads     ? "-u"
		 : options->kernel_threads ? "-k"
		 : options->user_load      ? "-U"
					   : NULL;

	if (options->user_threads + options->kernel_threads + options->user_load > 1)
		return usage_error(options->name, "-u, -k, -U: expected only one of them");
	if (!letter)
		return OPTIONS_GO_ON;
	config->threads = options->user_threads     ? RTLAT_THREADS_USER
			  : options->kernel_threads ? RTLAT_THREADS_KERNEL
						    : RTLAT_THREADS_USER_LOAD;
	if (!source_has_threads(config->source, config->threads))
		return usage_error(options->name, "%s: not possible with -S %s", letter,
				   config->source);
	return OPTIONS_GO_ON;
}

/* Refuses -P and -C with -U, whose threads are the user's, instead of ignoring them. */
static int check_effects(const struct options *options)
{
	const struct rtlat_config *config = &options->config;

	if (options->user_load && (config->sched_given || config->cgroup))
		return usage_error(options->name,
				   "%s: not possible with -U: those threads are not rtlat's",
				   config->sched_given ? "-P" : "-C");
	return OPTIONS_GO_ON;
}

/*
 * Drops the IRQ limit of -a if it is no lower than the thread limit. A thread latency contains that
 * of its interrupt, so it reaches the limit as well, and tells more.
 */
static void drop_limit_irq(struct options *options)
{
	struct rtlat_config *config = &options->config;

	if ((options->automatic || options->view.only_explanation) && config->stop_thread_ns &&
	    config->stop_thread_ns <= config->stop_irq_ns)
		config->stop_irq_ns = 0;
}

static const char *stack_option(const struct options *options)
{
	return options->automatic ? "-a" : options->view.only_explanation ? "--aa-only" : "-s";
}

static const char *limit_letter(const struct rtlat_config *config)
{
	if (config->stop_irq_ns)
		return "-i";
	if (config->stop_thread_ns)
		return "-T";
	if (config->stop_noise_ns)
		return "-s";
	return config->stop_period_ns ? "-S" : NULL;
}

static void say_idle(const struct options *options, const char *option)
{
	bool noise = options->config.measure == RTLAT_MEASURE_NOISE;

	complain(options->name, "%s has no effect without %s", option,
		 noise ? "-s or -S" : "-i or -T");
}

/*
 * Drops actions for a limit that was not set. rtla accepts them and does nothing; so does rtlat,
 * without tracing for them, but it says so.
 */
static void drop_idle(struct options *options)
{
	struct rtlat_config *config = &options->config;

	if (limit_letter(config) || config->measure == RTLAT_MEASURE_DELAY)
		return;
	if (config->stack_ns)
		say_idle(options, stack_option(options));
	if (config->dump_tasks)
		say_idle(options, "--dump-tasks");
	if (options->on_threshold.nr)
		say_idle(options, "--on-threshold");
	config->stack_ns = 0;
	config->dump_tasks = false;
	options->on_threshold.nr = 0;
	/* -t still tells where histograms go. */
	if (histogram_files_wanted(config))
		return;
	if (options->trace_path && !options->automatic)
		say_idle(options, "-t");
	options->trace_path = NULL;
}

/* Checks the actions at the end. */
static int check_actions(const struct options *options)
{
	if (actions_have(&options->on_end, ACTION_CONTINUE))
		return usage_error(options->name,
				   "--on-end continue: there is nothing to continue");
	return OPTIONS_GO_ON;
}

/* Refuses limits at which the source cannot stop. */
static int check_limits(const struct options *options)
{
	const struct rtlat_config *config = &options->config;
	const char *letter = limit_letter(config);

	if (options->view.only_explanation && options->no_explanation)
		return usage_error(options->name, "--aa-only and --no-aa: expected only one");
	if (config->stack_ns && !source_can(config->source, SOURCE_STACKS))
		return usage_error(options->name, "%s: not possible with -S %s",
				   stack_option(options), config->source);
	if (config->stop_irq_ns && !source_can(config->source, SOURCE_IRQ))
		return usage_error(options->name,
				   "-i: not possible with -S %s, which has no IRQ latency",
				   config->source);
	if (letter && !source_can(config->source, SOURCE_STOPS))
		return usage_error(options->name, "%s: not possible with -S %s", letter,
				   config->source);
	return OPTIONS_GO_ON;
}

/* Checks each trace file. All traces of the end are the same trace, and a trace.dat consumes it. */
static int check_trace_files(const struct options *options, const struct actions *actions)
{
	bool at_end = actions == &options->on_end;
	const char *taken_by = NULL;
	unsigned int i, j;
	char why[256];

	for (i = 0; i < actions->nr; i++) {
		const char *path = actions->action[i].path;

		if (actions->action[i].kind != ACTION_TRACE)
			continue;
		if (histogram_files_have(options, path))
			return usage_error(options->name, "%s: is where a histogram goes", path);
		if (taken_by)
			return usage_error(options->name,
					   "%s: expected before %s, which takes the trace", path,
					   taken_by);
		if (trace_file_format(path) == RTLAT_TRACE_DAT)
			taken_by = path;
		if (trace_file_check(path, why, sizeof(why))) {
			complain(options->name, "%s: %s", path, why);
			return STATUS_ERROR;
		}
		for (j = 0; at_end && j < i; j++) {
			if (actions->action[j].kind == ACTION_TRACE &&
			    new_file_same(actions->action[j].path, path))
				return usage_error(options->name, "--on-end trace: two of %s",
						   path);
		}
	}
	return OPTIONS_GO_ON;
}

static const char *trace_option(const struct options *options)
{
	if (options->trace_path)
		return options->automatic ? "-a" : "-t";
	if (actions_have(&options->on_threshold, ACTION_TRACE))
		return "--on-threshold trace";
	return actions_have(&options->on_end, ACTION_TRACE) ? "--on-end trace" : "--trigger hist";
}

/* -t is to save the trace before all else that is to be done. */
static int check_trace(struct options *options)
{
	struct rtlat_config *config = &options->config;
	int status;

	if (options->trace_path && actions_trace_first(&options->on_threshold, options->trace_path))
		return usage_error(options->name, "-t: expected at most %d actions", ACTIONS_MAX);
	config->trace = actions_have(&options->on_threshold, ACTION_TRACE) ||
			actions_have(&options->on_end, ACTION_TRACE) ||
			histogram_files_wanted(config);
	if (config->nr_events && !config->trace) {
		complain(options->name, "-e has no effect without -t or --on-end trace");
		config->nr_events = 0;
	}
	if (config->trace && !source_can(config->source, SOURCE_SAVES_TRACE))
		return usage_error(options->name, "%s: not possible with -S %s",
				   trace_option(options), config->source);
	if (config->trace_buffer_kb && !config->trace && !source_can(config->source, SOURCE_TRACED))
		return usage_error(options->name,
				   "--trace-buffer-size: not possible with -S %s, which has none",
				   config->source);
	status = check_trace_files(options, &options->on_threshold);
	if (status == OPTIONS_GO_ON)
		status = check_trace_files(options, &options->on_end);
	return status == OPTIONS_GO_ON ? histogram_files_check(options) : status;
}

static bool writes_trace(const struct actions *actions, const char *path)
{
	unsigned int i;

	for (i = 0; path && i < actions->nr; i++) {
		if (actions->action[i].kind == ACTION_TRACE &&
		    new_file_same(actions->action[i].path, path))
			return true;
	}
	return false;
}

static int check_check_outputs(const struct options *options)
{
	unsigned int i, j;

	for (i = 0; i < options->nr_outputs; i++) {
		const struct output_spec *spec = &options->outputs[i];

		if (spec->writer->binary && !spec->path && isatty(STDOUT_FILENO))
			return usage_error(options->name,
					   "-o %s: standard output is a terminal; -o %s:FILE "
					   "writes to a file",
					   spec->writer->name, spec->writer->name);
		for (j = 0; j < i; j++) {
			const char *a = options->outputs[i].path, *b = options->outputs[j].path;

			if (!a && !b)
				return usage_error(options->name,
						   "-o: two outputs to standard output");
			if (a && b && new_file_same(a, b))
				return usage_error(options->name, "-o: two outputs to %s", a);
		}
		if (writes_trace(&options->on_threshold, options->outputs[i].path) ||
		    writes_trace(&options->on_end, options->outputs[i].path))
			return usage_error(options->name, "-o: %s is where the trace goes",
					   options->outputs[i].path);
		if (histogram_files_have(options, options->outputs[i].path))
			return usage_error(options->name, "-o: %s is where a histogram goes",
					   options->outputs[i].path);
	}
	for (i = 0; options->interval_given; i++) {
		if (i == options->nr_outputs)
			return usage_error(options->name,
					   "--interval: expected an -o FORMAT:FILE as well");
		if (options->outputs[i].path)
			break;
	}
	return OPTIONS_GO_ON;
}

static int check_iterations(const struct options *options)
{
	if (options->gate_quorum > options->iterations)
		return usage_error(options->name,
				   "--gate-quorum %u: expected at most --iterations %u",
				   options->gate_quorum, options->iterations);
	if (options->until_gates && !options->config.nr_gates)
		return usage_error(options->name, "--until-gates: expected a --gate as well");
	if (options->iterations > 1 && !options->config.duration_ns && !options->samples &&
	    !options->until_gates)
		return usage_error(options->name, "--iterations: expected -d as well");
	return OPTIONS_GO_ON;
}

static int report_overlap(const struct options *options)
{
	const struct rtlat_config *config = &options->config;
	char cpus[160], housekeeping[160];
	int err;

	err = rtlat_cpuset_format(&config->cpus, cpus, sizeof(cpus));
	if (err >= 0)
		err = rtlat_cpuset_format(&config->housekeeping, housekeeping,
					  sizeof(housekeeping));
	if (err < 0)
		return usage_error(options->name, "-H: expected no CPU that -c measures");
	return usage_error(options->name, "-H %s: expected no CPU of -c %s", housekeeping, cpus);
}

int options_check(struct options *options)
{
	const struct view *view = &options->view;
	int status = check_threads(options);

	drop_limit_irq(options);
	if (status == OPTIONS_GO_ON)
		status = check_effects(options);
	if (status == OPTIONS_GO_ON)
		status = options_check_noise(options);
	if (status == OPTIONS_GO_ON)
		status = options_check_track(options);
	if (status == OPTIONS_GO_ON)
		status = check_limits(options);
	if (status == OPTIONS_GO_ON)
		drop_idle(options);
	if (status == OPTIONS_GO_ON)
		status = check_actions(options);
	if (status == OPTIONS_GO_ON)
		status = check_trace(options);
	if (status == OPTIONS_GO_ON)
		status = check_iterations(options);
	if (status != OPTIONS_GO_ON)
		return status;
	if (rtlat_cpuset_intersects(&options->config.cpus, &options->config.housekeeping))
		return report_overlap(options);
	if (view->no_irq && view->no_thread)
		return usage_error(options->name, "--no-irq and --no-thread: expected only one");
	if (view->no_index && !view->with_zeros)
		return usage_error(options->name, "--no-index: expected --with-zeros as well");
	return check_check_outputs(options);
}

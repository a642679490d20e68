// SPDX-License-Identifier: GPL-2.0-only
/* Which options go with which. */
#include <string.h>

#include "message.h"
#include "option_check.h"
#include "option_noise.h"
#include "option_track.h"
#include "trace_file.h"

static int check_threads(struct options *options)
{
	const char *source = options->config.source;
	const char *letter = options->user_threads     ? "-u"
			     : options->kernel_threads ? "-k"
			     : options->user_load      ? "-U"
						       : NULL;

	if (options->user_threads + options->kernel_threads + options->user_load > 1)
		return usage_error(options->name, "-u, -k, -U: expected only one of them");
	if (!letter)
		return OPTIONS_GO_ON;
	if (!strcmp(source, "clock") || (!strcmp(source, "record") && !options->user_threads) ||
	    (!strcmp(source, "timerlat-user") && options->kernel_threads) ||
	    ((!strcmp(source, "timerlat-kernel") || !strcmp(source, "kernel-histogram")) &&
	     !options->kernel_threads))
		return usage_error(options->name, "%s: not possible with -S %s", letter, source);
	options->config.threads = options->user_threads     ? RTLAT_THREADS_USER
				  : options->kernel_threads ? RTLAT_THREADS_KERNEL
							    : RTLAT_THREADS_USER_LOAD;
	return OPTIONS_GO_ON;
}

/* What would have no effect is not wanted. */
static int check_effects(const struct options *options)
{
	const struct rtlat_config *config = &options->config;

	if (options->user_load && (config->sched_given || config->cgroup))
		return usage_error(options->name,
				   "%s: not possible with -U: those threads are not rtlat's",
				   config->sched_given ? "-P" : "-C");
	return OPTIONS_GO_ON;
}

static void apply_limit(struct rtlat_config *config, uint64_t limit)
{
	if (!config->stop_thread_ns)
		config->stop_thread_ns = limit;
	if (!config->stack_ns)
		config->stack_ns = limit;
}

/* What stands for several options is no more than these. */
static void expand(struct options *options)
{
	if (options->config.measure != RTLAT_MEASURE_LATENCY)
		return;
	if (options->automatic_ns) {
		apply_limit(&options->config, options->automatic_ns);
		if (!options->trace_path)
			options->trace_path = TRACE_FILE_LATENCY;
	}
	if (options->only_explain_ns)
		apply_limit(&options->config, options->only_explain_ns);
}

static const char *stack_option(const struct options *options)
{
	return options->automatic_ns ? "-a" : options->only_explain_ns ? "--aa-only" : "-s";
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

static int report_no_limit(const struct options *options, const char *option)
{
	bool noise = options->config.measure == RTLAT_MEASURE_NOISE;

	return usage_error(options->name, "%s: expected %s as well", option,
			   noise ? "-s or -S" : "-i or -T");
}

/* What there is to do at a limit, and after. */
static int check_actions(const struct options *options)
{
	if (!limit_letter(&options->config) && options->on_threshold.nr)
		return report_no_limit(options, "--on-threshold");
	if (actions_have(&options->on_end, ACTION_CONTINUE))
		return usage_error(options->name,
				   "--on-end continue: there is nothing to continue");
	return OPTIONS_GO_ON;
}

/* Not every source can stop at a limit, or at each. */
static int check_limits(const struct options *options)
{
	const struct rtlat_config *config = &options->config;
	const char *letter = limit_letter(config);

	if (!letter && config->stack_ns)
		return report_no_limit(options, "-s");
	if (!letter && options->no_explanation && !options->worst_given &&
	    config->measure == RTLAT_MEASURE_LATENCY)
		return usage_error(options->name, "--no-aa: expected -i, -T or --worst as well");
	if (!letter && config->dump_tasks)
		return report_no_limit(options, "--dump-tasks");
	if (config->stack_ns && options->no_explanation)
		return usage_error(options->name, "%s and --no-aa: expected only one",
				   stack_option(options));
	if (config->stack_ns && !strcmp(config->source, "clock"))
		return usage_error(options->name, "%s: not possible with -S clock",
				   stack_option(options));
	if (config->stop_irq_ns && !strcmp(config->source, "clock"))
		return usage_error(options->name,
				   "-i: not possible with -S clock, which has no IRQ latency");
	if (letter && !strcmp(config->source, "kernel-histogram"))
		return usage_error(options->name, "%s: not possible with -S kernel-histogram",
				   letter);
	return OPTIONS_GO_ON;
}

/* Of each trace to be saved. At the end it is the same one for all, and a trace.dat takes it. */
static int check_trace_files(const struct options *options, const struct actions *actions)
{
	bool at_end = actions == &options->on_end;
	const char *taken_by = NULL;
	unsigned int i, j;
	int err;

	for (i = 0; i < actions->nr; i++) {
		const char *path = actions->action[i].path;

		if (actions->action[i].kind != ACTION_TRACE)
			continue;
		if (taken_by)
			return usage_error(options->name,
					   "%s: expected before %s, which takes the trace", path,
					   taken_by);
		if (trace_file_format(path) == RTLAT_TRACE_DAT)
			taken_by = path;
		err = trace_file_check(path);
		if (err) {
			complain(options->name, "%s: %s", path, strerror(-err));
			return STATUS_ERROR;
		}
		for (j = 0; at_end && j < i; j++) {
			if (actions->action[j].kind == ACTION_TRACE &&
			    output_same_file(actions->action[j].path, path))
				return usage_error(options->name, "--on-end trace: two of %s",
						   path);
		}
	}
	return OPTIONS_GO_ON;
}

static bool is_without_trace(const char *source)
{
	return !strcmp(source, "clock") || !strcmp(source, "kernel-histogram") ||
	       !strcmp(source, "spin");
}

static const char *trace_option(const struct options *options)
{
	if (options->trace_path)
		return options->automatic_ns ? "-a" : "-t";
	return actions_have(&options->on_threshold, ACTION_TRACE) ? "--on-threshold trace"
								  : "--on-end trace";
}

/* -t is to save the trace before all else that is to be done. */
static int check_trace(struct options *options)
{
	struct rtlat_config *config = &options->config;
	int status;

	if (options->trace_path && !limit_letter(config))
		return report_no_limit(options, "-t");
	if (options->trace_path && actions_trace_first(&options->on_threshold, options->trace_path))
		return usage_error(options->name, "-t: expected at most %d actions", ACTIONS_MAX);
	config->trace = actions_have(&options->on_threshold, ACTION_TRACE) ||
			actions_have(&options->on_end, ACTION_TRACE);
	if (config->nr_events && !config->trace)
		return usage_error(options->name, "-e: expected -t or --on-end trace as well");
	if (config->trace && is_without_trace(config->source))
		return usage_error(options->name, "%s: not possible with -S %s",
				   trace_option(options), config->source);
	if (config->trace_buffer_kb && !config->trace && strcmp(config->source, "auto") &&
	    !strstr(config->source, "timerlat") && strcmp(config->source, "osnoise") &&
	    strcmp(config->source, "events"))
		return usage_error(options->name,
				   "--trace-buffer-size: not possible with -S %s, which has none",
				   config->source);
	status = check_trace_files(options, &options->on_threshold);
	return status == OPTIONS_GO_ON ? check_trace_files(options, &options->on_end) : status;
}

static int check_outputs(const struct options *options)
{
	unsigned int i, j;

	for (i = 0; i < options->nr_outputs; i++) {
		for (j = 0; j < i; j++) {
			const char *a = options->outputs[i].path, *b = options->outputs[j].path;

			if (!a && !b)
				return usage_error(options->name,
						   "-o: two outputs to standard output");
			if (a && b && output_same_file(a, b))
				return usage_error(options->name, "-o: two outputs to %s", a);
		}
	}
	for (i = 0; options->interval_given; i++) {
		if (i == options->nr_outputs)
			return usage_error(options->name,
					   "--interval: expected -o openmetrics:FILE as well");
		if (options->outputs[i].path && options->outputs[i].writer->interim)
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
	if (options->iterations > 1 && !options->config.duration_ns)
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

	expand(options);
	if (status == OPTIONS_GO_ON)
		status = check_effects(options);
	if (status == OPTIONS_GO_ON)
		status = options_check_noise(options);
	if (status == OPTIONS_GO_ON)
		status = options_check_track(options);
	if (status == OPTIONS_GO_ON)
		status = check_limits(options);
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
	return check_outputs(options);
}

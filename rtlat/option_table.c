// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "option_show.h"
#include "option_stop.h"
#include "option_table.h"
#include "trace_file.h"

#define BUCKET_MAX 999999
#define ALIGN_MAX_US 1000000
#define WARM_UP_MAX_S 86400
#define TRACE_BUFFER_MAX_KB 1048576
/* The kernel's limit on the number of idle states, less one. */
#define IDLE_STATE_MAX 9

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

static int parse_u32(const char *value, uint32_t min, uint32_t max, uint32_t *number)
{
	uint64_t wide;
	int err = rtlat_parse_u64(value, min, max, &wide);

	if (!err)
		*number = wide;
	return err;
}

static bool is_subset(const struct rtlat_cpuset *set, const struct rtlat_cpuset *of)
{
	struct rtlat_cpuset rest = *set;

	rtlat_cpuset_andnot(&rest, of);
	return rtlat_cpuset_empty(&rest);
}

/* Only CPUs that exist; whether they are online is the machine's state, not the user's error. */
static int set_cpu_list(struct option_setting *setting, struct rtlat_cpuset *set)
{
	struct rtlat_cpuset cpus, possible;
	char list[160];
	int err, unknown;

	err = rtlat_cpuset_parse(setting->value, &cpus);
	if (err == -EINVAL)
		return err;
	unknown = rtlat_cpuset_possible(&possible);
	if (!err && (unknown || is_subset(&cpus, &possible))) {
		*set = cpus;
		return 0;
	}
	if (unknown || rtlat_cpuset_format(&possible, list, sizeof(list)) < 0)
		snprintf(list, sizeof(list), "0-%d", RTLAT_MAX_CPUS - 1);
	snprintf(setting->expected, sizeof(setting->expected), "no such CPU, expected CPUs of %s",
		 list);
	return -ERANGE;
}

static int set_cpus(struct option_setting *setting)
{
	return set_cpu_list(setting, &setting->options->config.cpus);
}

static int set_housekeeping(struct option_setting *setting)
{
	return set_cpu_list(setting, &setting->options->config.housekeeping);
}

static int set_period(struct option_setting *setting)
{
	return option_parse_scaled(setting->value, RTLAT_PERIOD_MIN / RTLAT_NSEC_PER_USEC,
				   RTLAT_PERIOD_MAX / RTLAT_NSEC_PER_USEC, RTLAT_NSEC_PER_USEC,
				   &setting->options->config.period_ns);
}

static int set_duration(struct option_setting *setting)
{
	return rtlat_parse_duration(setting->value, &setting->options->config.duration_ns);
}

static int set_source(struct option_setting *setting)
{
	char *expected = setting->expected;
	size_t size = sizeof(setting->expected);
	const char *name;
	unsigned int i;

	setting->options->config.source = setting->value;
	if (!strcmp(setting->value, "auto") || !strcmp(setting->value, "timerlat"))
		return 0;
	snprintf(expected, size, "expected auto, timerlat");
	for (i = 0; (name = rtlat_source_name(i)); i++) {
		if (!strcmp(setting->value, name))
			return 0;
		snprintf(expected + strlen(expected), size - strlen(expected), ", %s", name);
	}
	return -EINVAL;
}

static int set_align(struct option_setting *setting)
{
	setting->options->config.align = true;
	return option_parse_scaled(setting->value, 0, ALIGN_MAX_US, RTLAT_NSEC_PER_USEC,
				   &setting->options->config.align_ns);
}

static int set_warm_up(struct option_setting *setting)
{
	return option_parse_scaled(setting->value, 0, WARM_UP_MAX_S, RTLAT_NSEC_PER_SEC,
				   &setting->options->config.warm_up_ns);
}

static int set_priority(struct option_setting *setting)
{
	setting->options->config.sched_given = true;
	return rtlat_parse_sched(setting->value, &setting->options->config.sched);
}

static int set_cgroup(struct option_setting *setting)
{
	const char *name = setting->value ? setting->value : "";

	/* "-C=NAME" is how rtla has it; getopt takes the '=' of a short option as its value's. */
	if (*name == '=')
		name++;
	setting->options->config.cgroup = name;
	return setting->value && !*name ? -EINVAL : 0;
}

static int set_trace_buffer(struct option_setting *setting)
{
	return parse_u32(setting->value, 1, TRACE_BUFFER_MAX_KB,
			 &setting->options->config.trace_buffer_kb);
}

static int set_dma_latency(struct option_setting *setting)
{
	uint32_t us;
	int err = parse_u32(setting->value, 0, RTLAT_DMA_LATENCY_MAX, &us);

	if (!err)
		setting->options->config.dma_latency_us = us;
	return err;
}

static int set_deepest_idle(struct option_setting *setting)
{
	int64_t state;
	int err = rtlat_parse_s64(setting->value, RTLAT_IDLE_NONE, IDLE_STATE_MAX, &state);

	if (!err)
		setting->options->config.deepest_idle = state;
	return err;
}

static int set_bucket(struct option_setting *setting)
{
	return parse_u32(setting->value, 1, BUCKET_MAX, &setting->options->bucket);
}

static int set_entries(struct option_setting *setting)
{
	return parse_u32(setting->value, RTLAT_ENTRIES_MIN, RTLAT_ENTRIES_MAX,
			 &setting->options->config.entries);
}

static int set_percentiles(struct option_setting *setting)
{
	setting->options->percentiles_given = true;
	return rtlat_parse_percentiles(setting->value, &setting->options->config.percentiles);
}

static int set_worst(struct option_setting *setting)
{
	setting->options->worst_given = true;
	return parse_u32(setting->value, 0, RTLAT_WORST_MAX, &setting->options->config.worst);
}

#define BOTH (COMMAND_TOP | COMMAND_HIST)
#define HIST COMMAND_HIST
/* What shows a result. */
#define SHOWS (BOTH | COMMAND_MERGE)
#define TABLE (COMMAND_HIST | COMMAND_MERGE)
#define FLAG(field) .flag = offsetof(struct options, field)
#define PERCENTILES_EXPECTED "expected up to 16 numbers above 0 and up to 100, such as 50,99,99.9"
#define CPUS_EXPECTED "expected a list of CPUs such as 0,2-5"

#define ACTION_EXPECTED                                                                            \
	"expected up to 16 of trace[,file=FILE], shell,command=COMMAND, "                          \
	"signal,num=N,pid=PID|parent and continue"

const struct option_spec option_table[] = {
	{ 'c', "cpus", BOTH, GROUP_WHAT, VALUE_REQUIRED, "LIST",
	  "measure these CPUs (default: all allowed ones\nbut the house-keeping CPUs)",
	  CPUS_EXPECTED, .set = set_cpus },
	{ 'H', "house-keeping", BOTH, GROUP_WHAT, VALUE_REQUIRED, "LIST",
	  "run everything but the measuring threads here\n(default: allowed CPUs not measured)",
	  CPUS_EXPECTED, .set = set_housekeeping },
	{ 'p', "period", BOTH, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "period of every CPU's timer, 20..1000000 us\n(default: 1000)",
	  "expected a period from 20 to 1000000 (us)", .set = set_period },
	{ 'd', "duration", BOTH, GROUP_WHAT, VALUE_REQUIRED, "TIME",
	  "measure for TIME, with a suffix s, m, h or d\n(default: until a signal)",
	  "expected a time from 1s to 3650d (suffix s, m, h or d; seconds without)",
	  .set = set_duration },
	{ 'S', "source", BOTH, GROUP_WHAT, VALUE_REQUIRED, "NAME",
	  "how to measure; 'rtlat check' lists the sources\n"
	  "(default: auto, the first that works here)",
	  NULL, .set = set_source },
	{ 'u', "user-threads", BOTH, GROUP_WHAT, VALUE_NONE, NULL, "timerlat with user threads",
	  NULL, FLAG(user_threads) },
	{ 'k', "kernel-threads", BOTH, GROUP_WHAT, VALUE_NONE, NULL, "timerlat with kernel threads",
	  NULL, FLAG(kernel_threads) },
	{ 'U', "user-load", BOTH, GROUP_WHAT, VALUE_NONE, NULL,
	  "timerlat with threads that somebody else runs", NULL, FLAG(user_load) },
	{ 'A', "aligned", BOTH, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "start all CPUs on one grid, each US after the\none before it, 0..1000000",
	  "expected an offset from 0 to 1000000 (us)", .set = set_align },
	{ 0, "warm-up", BOTH, GROUP_WHAT, VALUE_REQUIRED, "S",
	  "run for S seconds before recording, 0..86400",
	  "expected a time from 0 to 86400 (seconds)", .set = set_warm_up },
	{ 'P', "priority", BOTH, GROUP_WHAT, VALUE_REQUIRED, "SPEC",
	  "of the measuring threads: o:NICE, f:PRIORITY,\n"
	  "r:PRIORITY or d:RUNTIME:PERIOD (default: f:95)",
	  "expected o:-20..19, f:1..99, r:1..99 or d:RUNTIME:PERIOD with units ns, us, ms or s "
	  "and 1024ns <= RUNTIME <= PERIOD",
	  .set = set_priority },
	{ 'C', "cgroup", BOTH, GROUP_WHAT, VALUE_OPTIONAL, "NAME",
	  "put the measuring threads in rtlat's own cgroup,\nor in cgroup NAME",
	  "expected the name of a cgroup, or none", .set = set_cgroup },

	{ 0, "force", COMMAND_MERGE, GROUP_WHAT, VALUE_NONE, NULL,
	  "merge what was measured with another period or by\nanother source, too", NULL,
	  FLAG(force) },

	{ 'i', "irq", BOTH, GROUP_STOP, VALUE_REQUIRED, "US",
	  "stop at an IRQ latency of US or more, and exit\nwith status 2",
	  "expected a latency from 1 to " TEXT(LIMIT_MAX_US) " (us)", .set = option_set_limit_irq },
	{ 'T', "thread", BOTH, GROUP_STOP, VALUE_REQUIRED, "US",
	  "the same for the thread or return latency",
	  "expected a latency from 1 to " TEXT(LIMIT_MAX_US) " (us)",
	  .set = option_set_limit_thread },
	{ 's', "stack", BOTH, GROUP_STOP, VALUE_REQUIRED, "US",
	  "with a thread latency of US or more, show the\nstack that the timer's interrupt met",
	  "expected a latency from 1 to " TEXT(LIMIT_MAX_US) " (us)", .set = option_set_stack },
	{ 'a', "auto", BOTH, GROUP_STOP, VALUE_REQUIRED, "US", "automatic: -T US -s US -t",
	  "expected a latency from 1 to " TEXT(LIMIT_MAX_US) " (us)", .set = option_set_automatic },
	{ 0, "aa-only", BOTH, GROUP_STOP, VALUE_REQUIRED, "US",
	  "-T US -s US, and of the result only what made\nthe latency",
	  "expected a latency from 1 to " TEXT(LIMIT_MAX_US) " (us)",
	  .set = option_set_only_explanation },
	{ 0, "stack-format", BOTH, GROUP_STOP, VALUE_REQUIRED, "FORMAT",
	  "at addresses without a name: truncate (default),\nskip or full",
	  "expected truncate, skip or full", .set = option_set_stack_format },
	{ 0, "dump-tasks", BOTH, GROUP_STOP, VALUE_NONE, NULL,
	  "when a limit is reached, show what every CPU\nwas running", NULL,
	  FLAG(config.dump_tasks) },
	{ 0, "on-threshold", BOTH, GROUP_STOP, VALUE_REQUIRED, "ACTION",
	  "do that when a limit is reached; repeatable:\ntrace[,file=FILE], "
	  "shell,command=COMMAND,\n"
	  "signal,num=N,pid=PID, continue (measuring)",
	  ACTION_EXPECTED, .set = option_set_on_threshold },
	{ 0, "on-end", BOTH, GROUP_STOP, VALUE_REQUIRED, "ACTION",
	  "do that once the result is written; repeatable:\nshell, signal, trace (as it was then)",
	  ACTION_EXPECTED, .set = option_set_on_end },
	{ 0, "no-aa", BOTH, GROUP_STOP, VALUE_NONE, NULL,
	  "don't trace who interferes in order to explain\nthe latency that was reached, or the "
	  "worst ones",
	  NULL, FLAG(no_explanation) },

	{ 't', "trace", BOTH, GROUP_TRACE, VALUE_OPTIONAL, "FILE",
	  "when a limit is reached, write what was traced\nto FILE (default: " TRACE_FILE_DEFAULT
	  ");\nFILE.dat is for trace-cmd and kernelshark",
	  "expected the name of a file, or none", .set = option_set_trace },
	{ 'e', "event", BOTH, GROUP_TRACE, VALUE_REQUIRED, "EVENT",
	  "trace this, too, SYSTEM:EVENT or all of SYSTEM;\nup to 32 times",
	  "expected up to 32 of SYSTEM:EVENT or SYSTEM", .set = option_set_event },
	{ 0, "filter", BOTH, GROUP_TRACE, VALUE_REQUIRED, "TEXT",
	  "the kernel's filter for the -e before", "expected an -e before it, and a filter",
	  .set = option_set_filter },
	{ 0, "trigger", BOTH, GROUP_TRACE, VALUE_REQUIRED, "TEXT",
	  "the kernel's trigger for the -e before",
	  "expected an -e SYSTEM:EVENT before it, and a trigger", .set = option_set_trigger },

	{ 0, "trace-buffer-size", BOTH, GROUP_TUNE, VALUE_REQUIRED, "KB",
	  "trace buffer per CPU, 1..1048576 kB\n(default: chosen from the period)",
	  "expected a size from 1 to " TEXT(TRACE_BUFFER_MAX_KB) " (kB)", .set = set_trace_buffer },
	{ 0, "dma-latency", BOTH, GROUP_TUNE, VALUE_REQUIRED, "US",
	  "hold cpu_dma_latency at US, 0..10000",
	  "expected a latency from 0 to " TEXT(RTLAT_DMA_LATENCY_MAX) " (us)",
	  .set = set_dma_latency },
	{ 0, "deepest-idle-state", BOTH, GROUP_TUNE, VALUE_REQUIRED, "N",
	  "forbid idle states deeper than N; -1 forbids all",
	  "expected an idle state from -1 (none) to " TEXT(IDLE_STATE_MAX),
	  .set = set_deepest_idle },

	{ 'n', "nano", SHOWS, GROUP_SHOW, VALUE_NONE, NULL,
	  "nanoseconds, exact (default: microseconds,\nrounded down)", NULL,
	  FLAG(view.nanoseconds) },
	{ 'q', "quiet", SHOWS, GROUP_SHOW, VALUE_NONE, NULL, "only the summary, at the end", NULL,
	  FLAG(view.quiet) },
	{ 'b', "bucket-size", HIST, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "width of a histogram row in the unit shown,\n1..999999 (default: 1)",
	  "expected a size from 1 to " TEXT(BUCKET_MAX), .set = set_bucket },
	{ 'E', "entries", HIST, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "number of histogram rows, 10..9999999\n(default: 256)",
	  "expected a number from " TEXT(RTLAT_ENTRIES_MIN) " to " TEXT(RTLAT_ENTRIES_MAX),
	  .set = set_entries },
	{ 0, "no-header", TABLE, GROUP_SHOW, VALUE_NONE, NULL, "leave out the header", NULL,
	  FLAG(view.no_header) },
	{ 0, "no-summary", TABLE, GROUP_SHOW, VALUE_NONE, NULL, "leave out the summary", NULL,
	  FLAG(view.no_summary) },
	{ 0, "no-index", TABLE, GROUP_SHOW, VALUE_NONE, NULL,
	  "leave out the index column; wants --with-zeros", NULL, FLAG(view.no_index) },
	{ 0, "no-irq", TABLE, GROUP_SHOW, VALUE_NONE, NULL, "leave out the IRQ latency", NULL,
	  FLAG(view.no_irq) },
	{ 0, "no-thread", TABLE, GROUP_SHOW, VALUE_NONE, NULL, "leave out the thread latency", NULL,
	  FLAG(view.no_thread) },
	{ 0, "with-zeros", TABLE, GROUP_SHOW, VALUE_NONE, NULL,
	  "print rows that are zero everywhere, too", NULL, FLAG(view.with_zeros) },
	{ 'o', "output", SHOWS, GROUP_SHOW, VALUE_REQUIRED, "FORMAT[:FILE]",
	  "write the result to FILE or standard output as\n"
	  "text (the default), json, csv, cyclictest,\n"
	  "rt-tests-json, rtla (not of top), hgrm, junit,\n"
	  "tap, lava, openmetrics, svg or png; repeatable",
	  NULL, .set = option_set_output },
	{ 0, "interval", BOTH, GROUP_SHOW, VALUE_REQUIRED, "TIME",
	  "write openmetrics to its FILE each TIME while\nthe run goes on, suffix s, m, h or d "
	  "(default: 15s)",
	  "expected a time from 1s to 3650d (suffix s, m, h or d; seconds without)",
	  .set = option_set_interval },
	{ 0, "percentiles", COMMAND_MERGE, GROUP_SHOW, VALUE_REQUIRED, "LIST",
	  "up to 16 percentiles to compute\n(default: those of the first run)",
	  PERCENTILES_EXPECTED, .set = set_percentiles },
	{ 0, "percentiles", BOTH, GROUP_SHOW, VALUE_REQUIRED, "LIST",
	  "up to 16 percentiles to compute\n(default: 50,90,99,99.9,99.99,99.999)",
	  PERCENTILES_EXPECTED, .set = set_percentiles },
	{ 0, "gate", SHOWS, GROUP_SHOW, VALUE_REQUIRED, "EXPRESSION",
	  "fail, with status 2, unless this holds, such as\nthread.p99.9<50us or worst.missed==0; "
	  "repeatable",
	  "expected up to " TEXT(
		  RTLAT_GATES_MAX) " of [all.|worst.|cpuN.]METRIC COMPARISON VALUE, "
				   "such as thread.max<=100us, irq.p99.9<20us, missed==0",
	  .set = option_set_gate },
	{ 0, "iterations", BOTH, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "measure N times, 1..1000, each -d long, and keep\neach result (default: 1)",
	  "expected a number from 1 to " TEXT(ITERATIONS_MAX), .set = option_set_iterations },
	{ 0, "gate-quorum", BOTH, GROUP_SHOW, VALUE_REQUIRED, "K",
	  "with --iterations: fail where K of the runs do,\n1..1000 (default: 1)",
	  "expected a number from 1 to " TEXT(ITERATIONS_MAX), .set = option_set_gate_quorum },
	{ 0, "worst", BOTH, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "worst samples to keep of each CPU, 0..100, and\n"
	  "to trace what made them late (default: 10,\nand to trace that only with a limit)",
	  "expected a number from 0 to " TEXT(RTLAT_WORST_MAX), .set = set_worst },

	{ 'D', "debug", BOTH, GROUP_GENERAL, VALUE_NONE, NULL,
	  "say on standard error what is being done", NULL, FLAG(debug) },
	{ 'h', "help", SHOWS, GROUP_GENERAL, VALUE_NONE, NULL, "print this help", NULL,
	  FLAG(help) },
	{ 0, "version", SHOWS, GROUP_GENERAL, VALUE_NONE, NULL, "print the version", NULL,
	  FLAG(version) },
};

const unsigned int option_table_size = sizeof(option_table) / sizeof(option_table[0]);

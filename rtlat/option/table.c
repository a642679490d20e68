// SPDX-License-Identifier: GPL-2.0-only
/* All options of measuring commands: name, argument, help, and the commands that have them. */
#include <stddef.h>

#include "rtlat/option/setters.h"
#include "rtlat/option/table.h"
#include "rtlat/action/trace_file.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

#define LATENCY COMMANDS_LATENCY
#define NOISE COMMANDS_NOISE
#define MEASURES (LATENCY | NOISE)
#define TRACK COMMAND_TRACK
#define RUNS (MEASURES | TRACK)
#define HISTS (COMMAND_HIST | COMMAND_OSNOISE_HIST | TRACK)
/* The commands that show a result. */
#define SHOWS (RUNS | COMMAND_MERGE)
#define TABLE (HISTS | COMMAND_MERGE)
#define FLAG(field) .flag = offsetof(struct options, field)
#define NUMBER(field, min, max, scale) OPTION_NUMBER_IN(struct options, field, min, max, scale)
/* A time that is stored in `ns`; a bare number is one of `unit`. */
#define SPAN(field, min, max, unit, ns) OPTION_SPAN_IN(struct options, field, min, max, unit, ns)
#define MICROSECONDS(field, min, max) SPAN(field, min, max, RTLAT_NSEC_PER_USEC, 1)
#define LIMIT(field) MICROSECONDS(field, 0, LIMIT_MAX_US)
#define TIME(field) .kind = OPTION_TIME, OPTION_FIELD(struct options, field)
#define WORD(field, list) .kind = OPTION_WORD, OPTION_FIELD(struct options, field), .words = (list)
#define PERCENTILES_EXPECTED "expected up to 16 numbers above 0 and up to 100, such as 50,99,99.9"
#define CPUS_EXPECTED "expected a list of CPUs such as 0,2-5"

#define PRIORITY_EXPECTED                                                                          \
	"expected o:-20..19, f:1..99, r:1..99 or d:RUNTIME:PERIOD with units ns, us, ms or s "     \
	"and 1024ns <= RUNTIME <= PERIOD"
#define RUNTIME_EXPECTED "expected a time from 100 to 10000000 (us)"
#define LIMIT_EXPECTED "expected a time from 1 to " TEXT(LIMIT_MAX_US) " (us), 0 for none"
#define LATENCY_EXPECTED "expected a latency from 1 to " TEXT(LIMIT_MAX_US) " (us), 0 for none"
#define WORST_EXPECTED "expected a number from 0 to " TEXT(RTLAT_WORST_MAX)
#define ACTION_EXPECTED                                                                            \
	"expected up to 16 of trace[,file=FILE], shell,command=COMMAND, "                          \
	"signal,num=N,pid=PID|parent and continue"

#define BUCKET_MAX 999999
#define TRACE_BUFFER_MAX_KB 1048576
/* The most threads that a kernel has. */
#define TRACK_PID_MAX 4194304

static const char *const stack_formats[] = {
	[STACK_TRUNCATE] = "truncate",
	[STACK_SKIP] = "skip",
	[STACK_FULL] = "full",
	NULL,
};

const struct option_spec option_table[] = {
	{ 'c', "cpus", TRACK, GROUP_WHAT, VALUE_REQUIRED, "LIST",
	  "of what ends on these CPUs (default: all allowed\nones)", CPUS_EXPECTED,
	  .set = option_set_cpus },
	{ 'H', "house-keeping", TRACK, GROUP_WHAT, VALUE_REQUIRED, "LIST",
	  "run rtlat itself here (default: allowed CPUs not\nmeasured)", CPUS_EXPECTED,
	  .set = option_set_housekeeping },
	{ 'T', "threshold", TRACK, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "keep only what takes US or more among the worst,\n0..1000000000 (default: 0; of the "
	  "module: 1000)",
	  "expected a time from 0 to " TEXT(LIMIT_MAX_US) " (us)",
	  FLAG(config.track.threshold_given),
	  MICROSECONDS(config.track.threshold_ns, 0, LIMIT_MAX_US) },
	{ 0, "timeout", TRACK, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "keep what has not ended after US, too,\n1..1000000000 (default: none)",
	  "expected a time from 1 to " TEXT(LIMIT_MAX_US) " (us)",
	  MICROSECONDS(config.track.timeout_ns, 1, LIMIT_MAX_US) },
	{ 0, "pid", TRACK, GROUP_WHAT, VALUE_REQUIRED, "PID", "only of this thread, 1..4194304",
	  "expected a thread's number from 1 to " TEXT(TRACK_PID_MAX),
	  NUMBER(config.track.pid, 1, TRACK_PID_MAX, 1) },
	{ 0, "comm", TRACK, GROUP_WHAT, VALUE_REQUIRED, "NAME",
	  "only of threads of this name, up to 15 characters",
	  "expected a name of 1 to 15 characters, without quotes, backslashes and control "
	  "characters",
	  .set = option_set_track_comm },
	{ 0, "prio", TRACK, GROUP_WHAT, VALUE_REQUIRED, "PRIO",
	  "only of threads of this kernel priority or a\nstronger, lower one, 0..139",
	  "expected a priority of the kernel's from 0 to 139",
	  NUMBER(config.track.priority, 0, RTLAT_PRIORITY_MAX, 1) },
	{ 0, "rt", TRACK, GROUP_WHAT, VALUE_NONE, NULL, "only of real-time threads: --prio 99",
	  NULL, FLAG(realtime_only) },
	{ 0, "show-commands", TRACK, GROUP_WHAT, VALUE_NONE, NULL,
	  "of wakeup: print the lines for a shell that do\nwhat -S hist does, and end", NULL,
	  FLAG(show_commands) },
	{ 'S', "source", TRACK, GROUP_WHAT, VALUE_REQUIRED, "NAME",
	  "how to measure: module, if it is installed, events,\npaired by rtlat, or "
	  "hist, of wakeup, by the kernel's\nhistogram triggers (default: auto)",
	  NULL, .set = option_set_source },
	{ 'c', "cpus", MEASURES, GROUP_WHAT, VALUE_REQUIRED, "LIST",
	  "measure these CPUs (default: all allowed ones\nbut the house-keeping CPUs)",
	  CPUS_EXPECTED, .set = option_set_cpus },
	{ 'H', "house-keeping", MEASURES, GROUP_WHAT, VALUE_REQUIRED, "LIST",
	  "run everything but the measuring threads here\n(default: allowed CPUs not measured)",
	  CPUS_EXPECTED, .set = option_set_housekeeping },
	{ 'p', "period", LATENCY, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "period of every CPU's timer, 20..1000000 us\n(default: 1000)",
	  "expected a period from 20 to 1000000 (us)",
	  MICROSECONDS(config.period_ns, 20, 1000000) },
	{ 'p', "period", NOISE, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "each CPU's thread looks for noise once in a period\nof 1..10000000 us (default: "
	  "1000000)",
	  "expected a period from 1 to 10000000 (us)",
	  MICROSECONDS(config.period_ns, 1, 10000000) },
	{ 'r', "runtime", COMMANDS_OSNOISE, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "and so long, 100 us or more (default: all of the\nperiod)", RUNTIME_EXPECTED,
	  FLAG(runtime_given), MICROSECONDS(config.runtime_ns, 100, 10000000) },
	{ 'r', "runtime", COMMAND_HWNOISE, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "and so long, 100 us or more (default: 3/4 of the\nperiod)", RUNTIME_EXPECTED,
	  FLAG(runtime_given), MICROSECONDS(config.runtime_ns, 100, 10000000) },
	{ 'T', "threshold", NOISE, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "what keeps it from running for so long is noise,\n0..1000000 us (default: 1; 0: as the "
	  "kernel has it)",
	  "expected a time from 0 to 1000000 (us)", MICROSECONDS(config.threshold_ns, 0, 1000000) },
	{ 'd', "duration", RUNS, GROUP_WHAT, VALUE_REQUIRED, "TIME",
	  "measure for TIME, with a suffix s, m, h or d\n(default: until a signal)",
	  "expected a time from 1s to 3650d (suffix s, m, h or d; seconds without)",
	  TIME(config.duration_ns) },
	{ 'S', "source", LATENCY, GROUP_WHAT, VALUE_REQUIRED, "NAME",
	  "how to measure; 'rtlat check' lists the sources\n"
	  "(default: auto, the first that works here)",
	  NULL, .set = option_set_source },
	{ 'S', "source", NOISE, GROUP_WHAT, VALUE_REQUIRED, "NAME",
	  "how to measure: osnoise, the kernel's tracer; bpf or\nspin, a thread of rtlat's "
	  "(default: auto)",
	  NULL, .set = option_set_source_or_total },
	{ 'u', "user-threads", LATENCY, GROUP_WHAT, VALUE_NONE, NULL, "timerlat with user threads",
	  NULL, FLAG(user_threads) },
	{ 'k', "kernel-threads", LATENCY, GROUP_WHAT, VALUE_NONE, NULL,
	  "timerlat with kernel threads", NULL, FLAG(kernel_threads) },
	{ 'U', "user-load", LATENCY, GROUP_WHAT, VALUE_NONE, NULL,
	  "timerlat with threads that somebody else runs", NULL, FLAG(user_load) },
	{ 'A', "aligned", LATENCY, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "start all CPUs on one grid, each US after the\none before it, 0..1000000",
	  "expected an offset from 0 to 1000000 (us)", FLAG(config.align),
	  MICROSECONDS(config.align_ns, 0, 1000000) },
	{ 0, "warm-up", RUNS, GROUP_WHAT, VALUE_REQUIRED, "S",
	  "run for S seconds before recording, 0..86400",
	  "expected a time from 0 to 86400 (seconds)",
	  SPAN(config.warm_up_ns, 0, 86400, RTLAT_NSEC_PER_SEC, 1) },
	{ 'P', "priority", LATENCY, GROUP_WHAT, VALUE_REQUIRED, "SPEC",
	  "of the measuring threads: o:NICE, f:PRIORITY,\n"
	  "r:PRIORITY or d:RUNTIME:PERIOD (default: f:95)",
	  PRIORITY_EXPECTED, FLAG(config.sched_given), .set = option_set_priority },
	{ 'P', "priority", NOISE, GROUP_WHAT, VALUE_REQUIRED, "SPEC",
	  "of the measuring threads: o:NICE, f:PRIORITY,\n"
	  "r:PRIORITY or d:RUNTIME:PERIOD (default: o:0)",
	  PRIORITY_EXPECTED, FLAG(config.sched_given), .set = option_set_priority },
	{ 'C', "cgroup", MEASURES, GROUP_WHAT, VALUE_OPTIONAL, "NAME",
	  "put the measuring threads in rtlat's own cgroup,\nor in cgroup NAME",
	  "expected the name of a cgroup, or none", .set = option_set_cgroup },

	{ 0, "force", COMMAND_MERGE, GROUP_WHAT, VALUE_NONE, NULL,
	  "merge what was measured with another period or by\nanother source, too", NULL,
	  FLAG(force) },

	{ 'i', "irq", LATENCY, GROUP_STOP, VALUE_REQUIRED, "US",
	  "stop at an IRQ latency of US or more, and exit\nwith status 2", LATENCY_EXPECTED,
	  LIMIT(config.stop_irq_ns) },
	{ 'T', "thread", LATENCY, GROUP_STOP, VALUE_REQUIRED, "US",
	  "the same for the thread or return latency", LATENCY_EXPECTED,
	  LIMIT(config.stop_thread_ns) },
	{ 's', "stack", LATENCY, GROUP_STOP, VALUE_REQUIRED, "US",
	  "with a thread latency of US or more, show the\nstack that the timer's interrupt met",
	  LATENCY_EXPECTED, LIMIT(config.stack_ns) },
	{ 'a', "auto", LATENCY, GROUP_STOP, VALUE_REQUIRED, "US", "automatic: -T US -s US -t",
	  LATENCY_EXPECTED, FLAG(automatic), LIMIT(config.stop_thread_ns),
	  .set = option_set_automatic },
	{ 's', "stop", NOISE, GROUP_STOP, VALUE_REQUIRED, "US",
	  "stop at a noise of more than US, and exit with\nstatus 2", LIMIT_EXPECTED,
	  LIMIT(config.stop_noise_ns) },
	{ 'S', "stop-total", NOISE, GROUP_STOP, VALUE_REQUIRED, "US",
	  "the same for all noise of a period: -S of a number", LIMIT_EXPECTED,
	  LIMIT(config.stop_period_ns) },
	{ 'a', "auto", NOISE, GROUP_STOP, VALUE_REQUIRED, "US", "automatic: -s US -T 1 -t",
	  LIMIT_EXPECTED, FLAG(automatic), LIMIT(config.stop_noise_ns),
	  .set = option_set_noise_automatic },
	{ 0, "aa-only", LATENCY, GROUP_STOP, VALUE_REQUIRED, "US",
	  "-T US -s US, and of the result only what made\nthe latency",
	  "expected a latency from 1 to " TEXT(LIMIT_MAX_US) " (us)", FLAG(view.only_explanation),
	  MICROSECONDS(config.stop_thread_ns, 1, LIMIT_MAX_US), .set = option_set_all_limits },
	{ 0, "stack-format", LATENCY, GROUP_STOP, VALUE_REQUIRED, "FORMAT",
	  "at addresses without a name: truncate (default),\nskip or full",
	  "expected truncate, skip or full", WORD(view.stack_format, stack_formats) },
	{ 0, "dump-tasks", LATENCY, GROUP_STOP, VALUE_NONE, NULL,
	  "when a limit is reached, show what every CPU\nwas running", NULL,
	  FLAG(config.dump_tasks) },
	{ 0, "on-threshold", MEASURES, GROUP_STOP, VALUE_REQUIRED, "ACTION",
	  "do that when a limit is reached; repeatable:\ntrace[,file=FILE], "
	  "shell,command=COMMAND,\n"
	  "signal,num=N,pid=PID, continue (measuring)",
	  ACTION_EXPECTED, .set = option_set_on_threshold },
	{ 0, "on-end", MEASURES, GROUP_STOP, VALUE_REQUIRED, "ACTION",
	  "do that once the result is written; repeatable:\nshell, signal, trace (as it was then)",
	  ACTION_EXPECTED, .set = option_set_on_end },
	{ 0, "no-aa", LATENCY, GROUP_STOP, VALUE_NONE, NULL,
	  "don't trace who interferes in order to explain\nthe latency that was reached, or the "
	  "worst ones",
	  NULL, FLAG(no_explanation) },

	{ 0, "no-sources", NOISE, GROUP_TRACE, VALUE_NONE, NULL,
	  "don't trace who interferes, which adds to the\nnoise", NULL, FLAG(no_explanation) },
	{ 't', "trace", NOISE, GROUP_TRACE, VALUE_OPTIONAL, "FILE",
	  "when a limit is reached, write what was traced\nto FILE (default: " TRACE_FILE_NOISE
	  ");\nFILE.dat is for trace-cmd and kernelshark",
	  "expected the name of a file, or none", .set = option_set_trace },
	{ 't', "trace", LATENCY, GROUP_TRACE, VALUE_OPTIONAL, "FILE",
	  "when a limit is reached, write what was traced\nto FILE (default: " TRACE_FILE_LATENCY
	  ");\nFILE.dat is for trace-cmd and kernelshark",
	  "expected the name of a file, or none", .set = option_set_trace },
	{ 'e', "event", MEASURES, GROUP_TRACE, VALUE_REQUIRED, "EVENT",
	  "trace this, too, SYSTEM:EVENT or all of SYSTEM;\nup to 32 times",
	  "expected up to 32 of SYSTEM:EVENT or SYSTEM", .set = option_set_event },
	{ 0, "filter", MEASURES, GROUP_TRACE, VALUE_REQUIRED, "TEXT",
	  "the kernel's filter for the -e before", "expected an -e before it, and a filter",
	  .set = option_set_filter },
	{ 0, "trigger", MEASURES, GROUP_TRACE, VALUE_REQUIRED, "TEXT",
	  "the kernel's trigger for the -e before; what hist:...\ncounts goes to "
	  "SYSTEM_EVENT_hist.txt",
	  "expected an -e SYSTEM:EVENT before it, and a trigger", .set = option_set_trigger },

	{ 0, "trace-buffer-size", RUNS, GROUP_TUNE, VALUE_REQUIRED, "KB",
	  "trace buffer per CPU, 1..1048576 kB\n(default: chosen for the source)",
	  "expected a size from 1 to " TEXT(TRACE_BUFFER_MAX_KB) " (kB)",
	  NUMBER(config.trace_buffer_kb, 1, TRACE_BUFFER_MAX_KB, 1) },
	{ 0, "dma-latency", MEASURES, GROUP_TUNE, VALUE_REQUIRED, "US",
	  "hold cpu_dma_latency at US, 0..10000",
	  "expected a latency from 0 to " TEXT(RTLAT_DMA_LATENCY_MAX) " (us)",
	  SPAN(config.dma_latency_us, 0, RTLAT_DMA_LATENCY_MAX, RTLAT_NSEC_PER_USEC,
	       RTLAT_NSEC_PER_USEC) },
	{ 0, "deepest-idle-state", MEASURES, GROUP_TUNE, VALUE_REQUIRED, "N",
	  "forbid idle states deeper than N; -1 forbids all",
	  "expected an idle state from -1 (none) to " TEXT(IDLE_STATE_MAX),
	  NUMBER(config.deepest_idle, RTLAT_IDLE_NONE, IDLE_STATE_MAX, 1) },

	{ 'n', "nano", SHOWS, GROUP_SHOW, VALUE_NONE, NULL,
	  "nanoseconds, exact (default: microseconds,\nrounded down)", NULL,
	  FLAG(view.nanoseconds) },
	{ 'q', "quiet", SHOWS, GROUP_SHOW, VALUE_NONE, NULL, "only the summary, at the end", NULL,
	  FLAG(view.quiet) },
	{ 'b', "bucket-size", HISTS, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "width of a histogram row in the unit shown,\n1..999999 (default: 1)",
	  "expected a size from 1 to " TEXT(BUCKET_MAX), NUMBER(bucket, 1, BUCKET_MAX, 1) },
	{ 'E', "entries", HISTS, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "number of histogram rows, 10..9999999\n(default: 256)",
	  "expected a number from " TEXT(RTLAT_ENTRIES_MIN) " to " TEXT(RTLAT_ENTRIES_MAX),
	  NUMBER(config.entries, RTLAT_ENTRIES_MIN, RTLAT_ENTRIES_MAX, 1) },
	{ 0, "no-header", TABLE, GROUP_SHOW, VALUE_NONE, NULL, "leave out the header", NULL,
	  FLAG(view.no_header) },
	{ 0, "no-summary", TABLE, GROUP_SHOW, VALUE_NONE, NULL, "leave out the summary", NULL,
	  FLAG(view.no_summary) },
	{ 0, "no-index", TABLE, GROUP_SHOW, VALUE_NONE, NULL,
	  "leave out the index column; wants --with-zeros", NULL, FLAG(view.no_index) },
	{ 0, "no-irq", COMMAND_HIST | COMMAND_MERGE, GROUP_SHOW, VALUE_NONE, NULL,
	  "leave out the IRQ latency", NULL, FLAG(view.no_irq) },
	{ 0, "no-thread", COMMAND_HIST | COMMAND_MERGE, GROUP_SHOW, VALUE_NONE, NULL,
	  "leave out the thread latency", NULL, FLAG(view.no_thread) },
	{ 0, "with-zeros", TABLE, GROUP_SHOW, VALUE_NONE, NULL,
	  "print rows that are zero everywhere, too", NULL, FLAG(view.with_zeros) },
	{ 'o', "output", LATENCY | COMMAND_MERGE, GROUP_SHOW, VALUE_REQUIRED, "FORMAT[:FILE]",
	  "write the result to FILE or standard output as\n"
	  "text (the default), json, csv, cyclictest,\n"
	  "rt-tests-json, rtla (not of top), hgrm, junit,\n"
	  "tap, lava, openmetrics, svg or png; repeatable",
	  NULL, .set = option_set_output },
	{ 'o', "output", NOISE, GROUP_SHOW, VALUE_REQUIRED, "FORMAT[:FILE]",
	  "write the result to FILE or standard output as\n"
	  "text (the default), json, csv, rtla (of osnoise\n"
	  "hist), junit, tap, lava, openmetrics, svg or png;\nrepeatable",
	  NULL, .set = option_set_output },
	{ 'o', "output", TRACK, GROUP_SHOW, VALUE_REQUIRED, "FORMAT[:FILE]",
	  "write the result to FILE or standard output as\n"
	  "text (the default), json, csv, hgrm, junit, tap,\nlava, openmetrics, svg or png; "
	  "repeatable",
	  NULL, .set = option_set_output },
	{ 0, "interval", RUNS, GROUP_SHOW, VALUE_REQUIRED, "TIME",
	  "write openmetrics to its FILE each TIME while\nthe run goes on, suffix s, m, h or d "
	  "(default: 15s)",
	  "expected a time from 1s to 3650d (suffix s, m, h or d; seconds without)",
	  FLAG(interval_given), TIME(interval_ns) },
	{ 0, "percentiles", COMMAND_MERGE, GROUP_SHOW, VALUE_REQUIRED, "LIST",
	  "up to 16 percentiles to compute\n(default: those of the first run)",
	  PERCENTILES_EXPECTED, FLAG(percentiles_given), .set = option_set_percentiles },
	{ 0, "percentiles", RUNS, GROUP_SHOW, VALUE_REQUIRED, "LIST",
	  "up to 16 percentiles to compute\n(default: 50,90,99,99.9,99.99,99.999)",
	  PERCENTILES_EXPECTED, FLAG(percentiles_given), .set = option_set_percentiles },
	{ 0, "gate", LATENCY | COMMAND_MERGE, GROUP_SHOW, VALUE_REQUIRED, "EXPRESSION",
	  "fail, with status 2, unless this holds, such as\nthread.p99.9<50us or worst.missed==0; "
	  "repeatable",
	  NULL, .set = option_set_gate },
	{ 0, "gate", NOISE, GROUP_SHOW, VALUE_REQUIRED, "EXPRESSION",
	  "fail, with status 2, unless this holds, such as\nnoise.max<=50us or "
	  "worst.available>=99.9%; repeatable",
	  NULL, .set = option_set_gate },
	{ 0, "gate", TRACK, GROUP_SHOW, VALUE_REQUIRED, "EXPRESSION",
	  "fail, with status 2, unless this holds, such as\ndelay.p99<=100us or "
	  "worst.delay.max<1ms; repeatable",
	  NULL, .set = option_set_gate },
	{ 0, "allow-empty", RUNS, GROUP_SHOW, VALUE_NONE, NULL,
	  "do not take it for an error that there was\nnothing to measure", NULL,
	  FLAG(config.allow_empty) },
	{ 0, "iterations", RUNS, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "measure N times, 1..1000, each -d long, and keep\neach result (default: 1)",
	  "expected a number from 1 to " TEXT(ITERATIONS_MAX),
	  NUMBER(iterations, 1, ITERATIONS_MAX, 1) },
	{ 0, "gate-quorum", RUNS, GROUP_SHOW, VALUE_REQUIRED, "K",
	  "with --iterations: fail where K of the runs do,\n1..1000 (default: 1)",
	  "expected a number from 1 to " TEXT(ITERATIONS_MAX),
	  NUMBER(gate_quorum, 1, ITERATIONS_MAX, 1) },
	{ 0, "worst", LATENCY, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "worst samples to keep of each CPU, 0..100, and\n"
	  "to trace what made them late (default: 10,\nand to trace that only with a limit)",
	  WORST_EXPECTED, FLAG(worst_given), NUMBER(config.worst, 0, RTLAT_WORST_MAX, 1) },
	{ 0, "worst", NOISE, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "longest noises to keep of each CPU, 0..100\n(default: 10)", WORST_EXPECTED,
	  FLAG(worst_given), NUMBER(config.worst, 0, RTLAT_WORST_MAX, 1) },
	{ 0, "worst", TRACK, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "longest delays to keep of each CPU, 0..100\n(default: 10)", WORST_EXPECTED,
	  FLAG(worst_given), NUMBER(config.worst, 0, RTLAT_WORST_MAX, 1) },

	{ 'D', "debug", RUNS, GROUP_GENERAL, VALUE_NONE, NULL,
	  "say on standard error what is being done", NULL, FLAG(debug) },
};

const unsigned int option_table_size = sizeof(option_table) / sizeof(option_table[0]);

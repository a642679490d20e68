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
	  "delays that end on these CPUs (default: all\nallowed ones)", CPUS_EXPECTED,
	  .set = option_set_cpus },
	{ 'H', "house-keeping", TRACK, GROUP_WHAT, VALUE_REQUIRED, "LIST",
	  "run rtlat itself here (default: allowed CPUs that\nare not measured)", CPUS_EXPECTED,
	  .set = option_set_housekeeping },
	{ 'T', "threshold", TRACK, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "count delays of US or more, and keep only these\namong the longest (default: 0; module: "
	  "1000)",
	  "expected a time from 0 to " TEXT(LIMIT_MAX_US) " (us)",
	  FLAG(config.track.threshold_given),
	  MICROSECONDS(config.track.threshold_ns, 0, LIMIT_MAX_US) },
	{ 0, "timeout", TRACK, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "also keep what has not ended after US,\n1..1000000000 (default: none)",
	  "expected a time from 1 to " TEXT(LIMIT_MAX_US) " (us)",
	  MICROSECONDS(config.track.timeout_ns, 1, LIMIT_MAX_US) },
	{ 0, "pid", TRACK, GROUP_WHAT, VALUE_REQUIRED, "PID", "only this thread, 1..4194304",
	  "expected a thread's number from 1 to " TEXT(TRACK_PID_MAX),
	  NUMBER(config.track.pid, 1, TRACK_PID_MAX, 1) },
	{ 0, "comm", TRACK, GROUP_WHAT, VALUE_REQUIRED, "NAME",
	  "only threads with this name, up to 15 characters",
	  "expected a name of 1 to 15 characters, without quotes, backslashes and control "
	  "characters",
	  .set = option_set_track_comm },
	{ 0, "prio", TRACK, GROUP_WHAT, VALUE_REQUIRED, "PRIO",
	  "only threads with this kernel priority or a\nstronger, lower one, 0..139",
	  "expected a priority of the kernel's from 0 to 139",
	  NUMBER(config.track.priority, 0, RTLAT_PRIORITY_MAX, 1) },
	{ 0, "rt", TRACK, GROUP_WHAT, VALUE_NONE, NULL, "only real-time threads: --prio 99", NULL,
	  FLAG(realtime_only) },
	{ 0, "show-commands", TRACK, GROUP_WHAT, VALUE_NONE, NULL,
	  "wakeup: print shell commands that do the work\nof -S hist, and exit", NULL,
	  FLAG(show_commands) },
	{ 'S', "source", TRACK, GROUP_WHAT, VALUE_REQUIRED, "NAME",
	  "module, if it is installed; events, which rtlat\npairs; hist, the kernel's histogram "
	  "triggers, for\nwakeup (default: auto, module or else events)",
	  NULL, .set = option_set_source },
	{ 'c', "cpus", MEASURES, GROUP_WHAT, VALUE_REQUIRED, "LIST",
	  "measure these CPUs (default: all allowed ones\nexcept those of -H)", CPUS_EXPECTED,
	  .set = option_set_cpus },
	{ 'H', "house-keeping", MEASURES, GROUP_WHAT, VALUE_REQUIRED, "LIST",
	  "run everything except the measuring threads here\n(default: allowed CPUs that are not "
	  "measured)",
	  CPUS_EXPECTED, .set = option_set_housekeeping },
	{ 'p', "period", LATENCY, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "period of each CPU's timer, 20..1000000 us\n(default: 1000)",
	  "expected a period from 20 to 1000000 (us)",
	  MICROSECONDS(config.period_ns, 20, 1000000) },
	{ 'p', "period", NOISE, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "look for noise once in each period of US,\n1..10000000 (default: 1000000)",
	  "expected a period from 1 to 10000000 (us)",
	  MICROSECONDS(config.period_ns, 1, 10000000) },
	{ 'r', "runtime", COMMANDS_OSNOISE, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "look for noise for US of each period, 100 or more\n(default: the whole period)",
	  RUNTIME_EXPECTED, FLAG(runtime_given), MICROSECONDS(config.runtime_ns, 100, 10000000) },
	{ 'r', "runtime", COMMAND_HWNOISE, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "look for noise for US of each period, 100 or more\n(default: 3/4 of the period)",
	  RUNTIME_EXPECTED, FLAG(runtime_given), MICROSECONDS(config.runtime_ns, 100, 10000000) },
	{ 'T', "threshold", NOISE, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "a gap of US or more is noise, 0..1000000\n(default: 1; 0: the kernel's own default)",
	  "expected a time from 0 to 1000000 (us)", MICROSECONDS(config.threshold_ns, 0, 1000000) },
	{ 'd', "duration", RUNS, GROUP_WHAT, VALUE_REQUIRED, "TIME",
	  "end after TIME: 90, 10m, 1h30m (default: at\nCtrl-C or another signal)",
	  "expected a time from 1s to 3650d (suffix s, m, h or d; seconds without)",
	  TIME(config.duration_ns) },
	{ 'l', "samples", LATENCY, GROUP_WHAT, VALUE_REQUIRED, "N",
	  "end when each CPU has N samples, 1..1000000000000",
	  "expected a number from 1 to 1000000000000", NUMBER(samples, 1, 1000000000000, 1) },
	{ 'S', "source", LATENCY, GROUP_WHAT, VALUE_REQUIRED, "NAME",
	  "the source: 'rtlat check' lists all of them\n(default: auto, the first that works here)",
	  NULL, .set = option_set_source },
	{ 'S', "source", NOISE, GROUP_WHAT, VALUE_REQUIRED, "NAME",
	  "osnoise, the kernel's tracer; bpf or spin, a\nthread of rtlat (default: auto, the first "
	  "that\nworks here)",
	  NULL, .set = option_set_source_or_total },
	{ 'u', "user-threads", LATENCY, GROUP_WHAT, VALUE_NONE, NULL,
	  "the kernel's timerlat, with user threads", NULL, FLAG(user_threads) },
	{ 'k', "kernel-threads", LATENCY, GROUP_WHAT, VALUE_NONE, NULL,
	  "the kernel's timerlat, with kernel threads", NULL, FLAG(kernel_threads) },
	{ 'U', "user-load", LATENCY, GROUP_WHAT, VALUE_NONE, NULL,
	  "the kernel's timerlat, with another program's\nthreads", NULL, FLAG(user_load) },
	{ 'A', "aligned", LATENCY, GROUP_WHAT, VALUE_REQUIRED, "US",
	  "start all CPUs on one grid, each US after the one\nbefore, 0..1000000",
	  "expected an offset from 0 to 1000000 (us)", FLAG(config.align),
	  MICROSECONDS(config.align_ns, 0, 1000000) },
	{ 0, "warm-up", RUNS, GROUP_WHAT, VALUE_REQUIRED, "S",
	  "run for S seconds before recording, 0..86400",
	  "expected a time from 0 to 86400 (seconds)",
	  SPAN(config.warm_up_ns, 0, 86400, RTLAT_NSEC_PER_SEC, 1) },
	{ 'P', "priority", LATENCY, GROUP_WHAT, VALUE_REQUIRED, "SPEC",
	  "schedule the measuring threads as o:NICE,\nf:PRIORITY, r:PRIORITY or "
	  "d:RUNTIME:PERIOD\n(default: f:95)",
	  PRIORITY_EXPECTED, FLAG(config.sched_given), .set = option_set_priority },
	{ 'P', "priority", NOISE, GROUP_WHAT, VALUE_REQUIRED, "SPEC",
	  "schedule the measuring threads as o:NICE,\nf:PRIORITY, r:PRIORITY or "
	  "d:RUNTIME:PERIOD\n(default: o:0)",
	  PRIORITY_EXPECTED, FLAG(config.sched_given), .set = option_set_priority },
	{ 'C', "cgroup", MEASURES, GROUP_WHAT, VALUE_OPTIONAL, "NAME",
	  "put the measuring threads in rtlat's own cgroup,\nor in cgroup NAME",
	  "expected the name of a cgroup, or none", .set = option_set_cgroup },

	{ 0, "force", COMMAND_MERGE, GROUP_WHAT, VALUE_NONE, NULL,
	  "merge results with different periods or sources,\ntoo", NULL, FLAG(force) },

	{ 'i', "irq", LATENCY, GROUP_STOP, VALUE_REQUIRED, "US",
	  "stop at an IRQ latency of US or more, with exit\nstatus 2", LATENCY_EXPECTED,
	  LIMIT(config.stop_irq_ns) },
	{ 'T', "thread", LATENCY, GROUP_STOP, VALUE_REQUIRED, "US",
	  "stop at a thread or return latency of US or more,\nwith exit status 2", LATENCY_EXPECTED,
	  LIMIT(config.stop_thread_ns) },
	{ 's', "stack", LATENCY, GROUP_STOP, VALUE_REQUIRED, "US",
	  "at a thread latency of US or more, show the stack\nthat the timer's interrupt met",
	  LATENCY_EXPECTED, LIMIT(config.stack_ns) },
	{ 'a', "auto", LATENCY, GROUP_STOP, VALUE_REQUIRED, "US", "automatic: -T US -s US -t",
	  LATENCY_EXPECTED, FLAG(automatic), LIMIT(config.stop_thread_ns),
	  .set = option_set_automatic },
	{ 's', "stop", NOISE, GROUP_STOP, VALUE_REQUIRED, "US",
	  "stop at a noise of more than US, with exit\nstatus 2", LIMIT_EXPECTED,
	  LIMIT(config.stop_noise_ns) },
	{ 'S', "stop-total", NOISE, GROUP_STOP, VALUE_REQUIRED, "US",
	  "stop after a period with more noise than US; -S\nwith a number is the same",
	  LIMIT_EXPECTED, LIMIT(config.stop_period_ns) },
	{ 'a', "auto", NOISE, GROUP_STOP, VALUE_REQUIRED, "US", "automatic: -s US -T 1 -t",
	  LIMIT_EXPECTED, FLAG(automatic), LIMIT(config.stop_noise_ns),
	  .set = option_set_noise_automatic },
	{ 0, "aa-only", LATENCY, GROUP_STOP, VALUE_REQUIRED, "US",
	  "-T US -s US, and show only what made the latency",
	  "expected a latency from 1 to " TEXT(LIMIT_MAX_US) " (us)", FLAG(view.only_explanation),
	  MICROSECONDS(config.stop_thread_ns, 1, LIMIT_MAX_US), .set = option_set_all_limits },
	{ 0, "stack-format", LATENCY, GROUP_STOP, VALUE_REQUIRED, "FORMAT",
	  "at an address without a name: truncate (default),\nskip or full",
	  "expected truncate, skip or full", WORD(view.stack_format, stack_formats) },
	{ 0, "dump-tasks", LATENCY, GROUP_STOP, VALUE_NONE, NULL,
	  "when a limit is reached, show what every CPU\nwas running", NULL,
	  FLAG(config.dump_tasks) },
	{ 0, "on-threshold", MEASURES, GROUP_STOP, VALUE_REQUIRED, "ACTION",
	  "do this when a limit is reached; repeatable:\ntrace[,file=FILE], "
	  "shell,command=COMMAND,\nsignal,num=N,pid=PID, continue (measuring)",
	  ACTION_EXPECTED, .set = option_set_on_threshold },
	{ 0, "on-end", MEASURES, GROUP_STOP, VALUE_REQUIRED, "ACTION",
	  "do this when the result is written; repeatable:\nshell, signal, trace (of the end)",
	  ACTION_EXPECTED, .set = option_set_on_end },
	{ 0, "no-aa", LATENCY, GROUP_STOP, VALUE_NONE, NULL,
	  "do not trace to explain the latency that reached\na limit, nor the worst ones", NULL,
	  FLAG(no_explanation) },

	{ 0, "no-sources", NOISE, GROUP_TRACE, VALUE_NONE, NULL,
	  "do not trace who interferes, which makes noise", NULL, FLAG(no_explanation) },
	{ 't', "trace", NOISE, GROUP_TRACE, VALUE_OPTIONAL, "FILE",
	  "when a limit is reached, write what was traced\nto FILE (default: " TRACE_FILE_NOISE
	  ");\nFILE.dat is for trace-cmd and kernelshark",
	  "expected the name of a file, or none", .set = option_set_trace },
	{ 't', "trace", LATENCY, GROUP_TRACE, VALUE_OPTIONAL, "FILE",
	  "when a limit is reached, write what was traced\nto FILE (default: " TRACE_FILE_LATENCY
	  ");\nFILE.dat is for trace-cmd and kernelshark",
	  "expected the name of a file, or none", .set = option_set_trace },
	{ 'e', "event", MEASURES, GROUP_TRACE, VALUE_REQUIRED, "EVENT",
	  "also trace SYSTEM:EVENT, or all of SYSTEM; up to\n32 times",
	  "expected up to 32 of SYSTEM:EVENT or SYSTEM", .set = option_set_event },
	{ 0, "filter", MEASURES, GROUP_TRACE, VALUE_REQUIRED, "TEXT",
	  "the kernel's filter for the -e before it", "expected an -e before it, and a filter",
	  .set = option_set_filter },
	{ 0, "trigger", MEASURES, GROUP_TRACE, VALUE_REQUIRED, "TEXT",
	  "the kernel's trigger for the -e before it; what\nhist:... counts goes to "
	  "SYSTEM_EVENT_hist.txt",
	  "expected an -e SYSTEM:EVENT before it, and a trigger", .set = option_set_trigger },

	{ 0, "trace-buffer-size", RUNS, GROUP_TUNE, VALUE_REQUIRED, "KB",
	  "size of each CPU's trace buffer, 1..1048576 kB\n(default: what suits the source)",
	  "expected a size from 1 to " TEXT(TRACE_BUFFER_MAX_KB) " (kB)",
	  NUMBER(config.trace_buffer_kb, 1, TRACE_BUFFER_MAX_KB, 1) },
	{ 0, "dma-latency", MEASURES, GROUP_TUNE, VALUE_REQUIRED, "US",
	  "hold /dev/cpu_dma_latency at US, 0..10000",
	  "expected a latency from 0 to " TEXT(RTLAT_DMA_LATENCY_MAX) " (us)",
	  SPAN(config.dma_latency_us, 0, RTLAT_DMA_LATENCY_MAX, RTLAT_NSEC_PER_USEC,
	       RTLAT_NSEC_PER_USEC) },
	{ 0, "deepest-idle-state", MEASURES, GROUP_TUNE, VALUE_REQUIRED, "N",
	  "forbid idle states deeper than N; -1 forbids all",
	  "expected an idle state from -1 (none) to " TEXT(IDLE_STATE_MAX),
	  NUMBER(config.deepest_idle, RTLAT_IDLE_NONE, IDLE_STATE_MAX, 1) },

	{ 'n', "nano", SHOWS, GROUP_SHOW, VALUE_NONE, NULL,
	  "show nanoseconds (default: microseconds, rounded\ndown)", NULL, FLAG(view.nanoseconds) },
	{ 'q', "quiet", SHOWS, GROUP_SHOW, VALUE_NONE, NULL,
	  "no screen and no progress, only the result", NULL, FLAG(view.quiet) },
	{ 0, "summary", TABLE, GROUP_SHOW, VALUE_NONE, NULL,
	  "leave out the histogram's rows and the worst\nsamples", NULL, FLAG(view.only_summary) },
	{ 'b', "bucket-size", HISTS, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "one row for every N of the unit shown, 1..999999,\nin a linear table; auto, the "
	  "default: rows that fit",
	  "expected auto, or a size from 1 to " TEXT(BUCKET_MAX), .set = option_set_bucket },
	{ 'E', "entries", HISTS, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "a linear table of N rows, 10..9999999 (default\nwith -b: 256)",
	  "expected a number from " TEXT(RTLAT_ENTRIES_MIN) " to " TEXT(RTLAT_ENTRIES_MAX),
	  FLAG(view.linear), NUMBER(config.entries, RTLAT_ENTRIES_MIN, RTLAT_ENTRIES_MAX, 1) },
	{ 0, "no-header", TABLE, GROUP_SHOW, VALUE_NONE, NULL, "leave out the header", NULL,
	  FLAG(view.no_header) },
	{ 0, "no-summary", TABLE, GROUP_SHOW, VALUE_NONE, NULL, "leave out the summary", NULL,
	  FLAG(view.no_summary) },
	{ 0, "no-index", TABLE, GROUP_SHOW, VALUE_NONE, NULL,
	  "leave out the index column; needs --with-zeros", NULL, FLAG(view.no_index) },
	{ 0, "no-irq", COMMAND_HIST | COMMAND_MERGE, GROUP_SHOW, VALUE_NONE, NULL,
	  "leave out the IRQ latency", NULL, FLAG(view.no_irq) },
	{ 0, "no-thread", COMMAND_HIST | COMMAND_MERGE, GROUP_SHOW, VALUE_NONE, NULL,
	  "leave out the thread latency", NULL, FLAG(view.no_thread) },
	{ 0, "with-zeros", TABLE, GROUP_SHOW, VALUE_NONE, NULL,
	  "a linear table, with rows that are zero\neverywhere", NULL, FLAG(view.with_zeros) },
	{ 'o', "output", LATENCY | COMMAND_MERGE, GROUP_SHOW, VALUE_REQUIRED, "FORMAT[:FILE]",
	  "write the result to FILE or standard output as\ntext (the default), json, csv, "
	  "cyclictest,\nrt-tests-json, rtla (not of top), hgrm, junit,\ntap, lava, openmetrics, "
	  "svg, png or html; repeatable",
	  NULL, .set = option_set_output },
	{ 'o', "output", NOISE, GROUP_SHOW, VALUE_REQUIRED, "FORMAT[:FILE]",
	  "write the result to FILE or standard output as\ntext (the default), json, csv, rtla (of "
	  "osnoise\nhist), junit, tap, lava, openmetrics, svg, png\nor html; repeatable",
	  NULL, .set = option_set_output },
	{ 'o', "output", TRACK, GROUP_SHOW, VALUE_REQUIRED, "FORMAT[:FILE]",
	  "write the result to FILE or standard output as\ntext (the default), json, csv, hgrm, "
	  "junit, tap,\nlava, openmetrics, svg, png or html; repeatable",
	  NULL, .set = option_set_output },
	{ 0, "interval", RUNS, GROUP_SHOW, VALUE_REQUIRED, "TIME",
	  "write the result so far to each FILE of -o every\nTIME (default: openmetrics alone, "
	  "every 15s)",
	  "expected a time from 1s to 3650d (suffix s, m, h or d; seconds without)",
	  FLAG(interval_given), TIME(interval_ns) },
	{ 0, "percentiles", COMMAND_MERGE, GROUP_SHOW, VALUE_REQUIRED, "LIST",
	  "compute these percentiles, up to 16\n(default: those of the first run)",
	  PERCENTILES_EXPECTED, FLAG(percentiles_given), .set = option_set_percentiles },
	{ 0, "percentiles", RUNS, GROUP_SHOW, VALUE_REQUIRED, "LIST",
	  "compute these percentiles, up to 16\n(default: 50,90,99,99.9,99.99,99.999)",
	  PERCENTILES_EXPECTED, FLAG(percentiles_given), .set = option_set_percentiles },
	{ 0, "gate", LATENCY | COMMAND_MERGE, GROUP_SHOW, VALUE_REQUIRED, "EXPRESSION",
	  "fail, with status 2, unless this holds, such as\nthread.p99.9<50us or worst.missed==0; "
	  "repeatable",
	  NULL, .set = option_set_gate },
	{ 0, "gate", NOISE, GROUP_SHOW, VALUE_REQUIRED, "EXPRESSION",
	  "fail, with status 2, unless this holds, such as\nnoise.max<=50us, "
	  "worst.available>=99.9%;\nrepeatable",
	  NULL, .set = option_set_gate },
	{ 0, "gate", TRACK, GROUP_SHOW, VALUE_REQUIRED, "EXPRESSION",
	  "fail, with status 2, unless this holds, such as\ndelay.p99<=100us, worst.delay.max<1ms; "
	  "repeatable",
	  NULL, .set = option_set_gate },
	{ 0, "until-gates", RUNS, GROUP_SHOW, VALUE_NONE, NULL,
	  "end as soon as each gate has enough samples and\nholds, or has failed", NULL,
	  FLAG(until_gates) },
	{ 0, "allow-empty", RUNS, GROUP_SHOW, VALUE_NONE, NULL,
	  "accept a run in which nothing was measured", NULL, FLAG(config.allow_empty) },
	{ 0, "iterations", RUNS, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "measure N times, 1..1000, each -d long, and keep\neach result (default: 1)",
	  "expected a number from 1 to " TEXT(ITERATIONS_MAX),
	  NUMBER(iterations, 1, ITERATIONS_MAX, 1) },
	{ 0, "gate-quorum", RUNS, GROUP_SHOW, VALUE_REQUIRED, "K",
	  "with --iterations: fail if K or more of the runs\nfail, 1..1000 (default: 1)",
	  "expected a number from 1 to " TEXT(ITERATIONS_MAX),
	  NUMBER(gate_quorum, 1, ITERATIONS_MAX, 1) },
	{ 0, "worst", LATENCY, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "keep N worst samples of each CPU, 0..100, and\ntrace what made them late (default: 10, "
	  "traced\nonly with a limit)",
	  WORST_EXPECTED, FLAG(worst_given), NUMBER(config.worst, 0, RTLAT_WORST_MAX, 1) },
	{ 0, "worst", NOISE, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "keep the N longest noises of each CPU, 0..100\n(default: 10)", WORST_EXPECTED,
	  FLAG(worst_given), NUMBER(config.worst, 0, RTLAT_WORST_MAX, 1) },
	{ 0, "worst", TRACK, GROUP_SHOW, VALUE_REQUIRED, "N",
	  "keep the N longest delays of each CPU, 0..100\n(default: 10)", WORST_EXPECTED,
	  FLAG(worst_given), NUMBER(config.worst, 0, RTLAT_WORST_MAX, 1) },

	{ 0, "profile", RUNS, GROUP_GENERAL, VALUE_REQUIRED, "FILE",
	  "read options from FILE, one a line; a name without\na slash is one in ~/.config/rtlat "
	  "or /etc/rtlat",
	  "expected a file or a name", .kind = OPTION_OTHER },
	OPTION_COLOR(SHOWS, GROUP_GENERAL),
	{ 'D', "debug", RUNS, GROUP_GENERAL, VALUE_NONE, NULL,
	  "print what is being done to standard error", NULL, FLAG(debug) },
};

const unsigned int option_table_size = sizeof(option_table) / sizeof(option_table[0]);

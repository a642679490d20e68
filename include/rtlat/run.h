/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A run, from its creation to its result, with the live view; and the undoing of changes that a
 * killed run has left.
 */
#ifndef RTLAT_RUN_H
#define RTLAT_RUN_H

#include "rtlat/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A run: a source, its threads, and a recorder per CPU.
 *
 *	create -> start -> (wait, rows, reset)* -> end -> stop -> result -> destroy
 *
 * create chooses the source and checks everything that can be checked without changing anything;
 * start changes the machine (through the journal of rtlat_restore()), and goes on to the next
 * source where a right is missing for the one that was chosen and not named; stop undoes that.
 * After an error at any point, destroy is all that is needed. What went wrong was said to the log.
 */
struct rtlat_run;

int rtlat_run_create(struct rtlat_run **run, const struct rtlat_config *config);
/*
 * The calling thread must live until the run has been stopped: with the sources that measure in
 * processes (record, timerlat-user), the kernel kills these when the thread that started them ends.
 */
int rtlat_run_start(struct rtlat_run *run);
/*
 * If all threads of the program block SIGCONT, rtlat_run_wait() takes it, and the time during
 * which the program was stopped (SIGSTOP, Ctrl-Z) is not counted as latency.
 *
 * Sleep until the run is over (returns 1), until `timeout_ns` has passed, rtlat_run_wake() was
 * called or, with config.go_on, a limit was reached (returns 0).
 */
int rtlat_run_wait(struct rtlat_run *run, uint64_t timeout_ns);
/* End a wait early. Safe from any thread and from a signal handler. */
void rtlat_run_wake(struct rtlat_run *run);
/*
 * Returns the sample that has reached a limit, without its stack. -ENODATA: none has. With
 * config.go_on several may, one on each CPU: rtlat_run_go_on() forgets this one, so that the next
 * is told. All of them are recorded meanwhile; the first one is in the result.
 */
int rtlat_run_exceeded(struct rtlat_run *run, struct rtlat_exceeded *exceeded);
void rtlat_run_go_on(struct rtlat_run *run);
/*
 * With config.trace: writes the latest part of the trace to `fd`, an empty regular file. Tracing is
 * off meanwhile; unless the run goes on, the limit has turned it off before. To be called between
 * start and stop.
 */
enum rtlat_trace_format {
	RTLAT_TRACE_TEXT, /* as the kernel puts it into words */
	/* a trace.dat, for trace-cmd and kernelshark; takes it out of the buffers */
	RTLAT_TRACE_DAT,
};

int rtlat_run_save_trace(struct rtlat_run *run, enum rtlat_trace_format format, int fd);
/*
 * Ends measuring: what was recorded is final, and rtlat_run_exceeded() knows all of it. `why`
 * (borrowed, may be NULL) becomes result.stop.
 */
int rtlat_run_end(struct rtlat_run *run, const char *why);
/* Restore the machine. Where measuring has not been ended it is, with `why`. */
int rtlat_run_stop(struct rtlat_run *run, const char *why);
/* The result borrows from the run: valid until the run is reset or destroyed. After stop only. */
int rtlat_run_result(struct rtlat_run *run, struct rtlat_result *result);
/*
 * Returns the result so far, between start and stop: each CPU at its own point of time, without
 * linear histograms, which its configuration does not have either. `stop` says that it is interim.
 * Valid until the run's next call.
 */
int rtlat_run_interim(struct rtlat_run *run, struct rtlat_result *result);
void rtlat_run_destroy(struct rtlat_run *run);

/* Returns the configuration in force, with cpus and housekeeping filled in. */
const struct rtlat_config *rtlat_run_config(const struct rtlat_run *run);
const char *rtlat_run_source(const struct rtlat_run *run);
const char *rtlat_run_source_reason(const struct rtlat_run *run);
/* True if a right was missing for a better source, as that reason says. */
bool rtlat_run_lacks_rights(const struct rtlat_run *run);
/* Returns RTLAT_HAS() of the contexts that the source measures, as result.contexts. */
unsigned int rtlat_run_contexts(const struct rtlat_run *run);
/* Time measured so far (warm-up not included), since the start or the last reset. */
uint64_t rtlat_run_elapsed(const struct rtlat_run *run);

/*
 * Live view. A row is a consistent snapshot of one CPU (index 0 .. nr_cpus - 1, in ascending CPU
 * order), or of all CPUs (index RTLAT_ROW_TOTAL).
 */
#define RTLAT_ROW_TOTAL (~0U)

struct rtlat_row {
	int cpu; /* -1: all */
	enum rtlat_cpu_state state;
	uint64_t count;
	uint64_t missed;
	uint64_t lost;
	struct rtlat_sample worst; /* largest thread latency; all zero where none is kept */
	struct {
		uint64_t count;   /* 0: the other fields mean nothing */
		uint64_t current; /* not in the total */
		uint64_t min;
		uint64_t avg;
		uint64_t p99;  /* 0: too few samples */
		uint64_t p999; /* 99.9 % likewise */
		uint64_t max;
	} context[RTLAT_CONTEXTS];
	struct rtlat_noise noise;   /* without its sources; all zero where noise is not measured */
	struct rtlat_delays delays; /* all zero where delays are not measured */
	struct rtlat_noise_source source; /* that took most; time 0: none, or not known */
};

unsigned int rtlat_run_nr_cpus(const struct rtlat_run *run);
int rtlat_run_row(struct rtlat_run *run, unsigned int index, struct rtlat_row *row);
/* The last row, once the run has ended. */
void rtlat_cpu_result_row(const struct rtlat_cpu_result *cpu, struct rtlat_row *row);
/* A consistent copy of one CPU's (or the total's) histogram of one context. */
int rtlat_run_histogram(struct rtlat_run *run, unsigned int index, enum rtlat_context context,
			struct rtlat_histogram *histogram);
/*
 * Adds to an interval of a series, which has a line for each CPU and one for all, what was measured
 * since the last time. Costs less than an interim result.
 */
int rtlat_run_series(struct rtlat_run *run, enum rtlat_context context, struct rtlat_series *series,
		     unsigned int interval);
/* Begin the statistics anew, and the duration with them, without a pause in measuring. */
int rtlat_run_reset(struct rtlat_run *run);

/*
 * Undoes what a run changed that was killed before it could restore the machine. Returns the number
 * of changes that it left (0: none), -EBUSY with the pid of a living run in *owner, -EUCLEAN if
 * another user could have written the record of changes, or another errno. The log has what was
 * undone, and what was not, with the reason.
 */
int rtlat_restore(const struct rtlat_log *log, int *owner);

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_RUN_H */

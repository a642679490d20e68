/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The result of a run. */
#ifndef RTLAT_RESULT_H
#define RTLAT_RESULT_H

#include <time.h>

#include "rtlat/config.h"
#include "rtlat/machine.h"
#include "rtlat/noise.h"
#include "rtlat/series.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The result of a run: everything a writer prints, and nothing else is needed to print it.
 */
enum rtlat_cpu_state {
	RTLAT_CPU_MEASURED,
	RTLAT_CPU_OFFLINE, /* went offline during the run; earlier samples are kept */
	RTLAT_CPU_FAILED,  /* its thread ended for another reason */
};

struct rtlat_stats {
	const struct rtlat_histogram *histogram; /* NULL: the source has no such context */
	const uint64_t *linear;                  /* NULL: there is no linear histogram */
	uint32_t nr_linear;                      /* counts there; entries behind them count 0 */
	uint64_t linear_over;                    /* values past the last entry */
};

/*
 * Returns the count in one entry of the linear histogram, 0 to config.entries - 1; 0 where there is
 * no linear histogram.
 */
uint64_t rtlat_stats_entry(const struct rtlat_stats *stats, uint32_t entry);

struct rtlat_cpu_result {
	int cpu; /* -1 in the total */
	enum rtlat_cpu_state state;
	uint64_t count;             /* samples recorded */
	uint64_t missed;            /* periods that passed while the thread was still late */
	uint64_t lost;              /* samples taken that could not be delivered */
	uint64_t clamped;           /* negative differences that were recorded as 0 */
	struct rtlat_sample latest; /* all zero before the first; without interference */
	struct rtlat_stats context[RTLAT_CONTEXTS];
	const struct rtlat_sample *worst; /* by thread latency, noise or delay, largest first */
	unsigned int nr_worst;
	const struct rtlat_noise *noise;   /* NULL: noise was not measured */
	const struct rtlat_delays *delays; /* NULL: delays were not measured */
};

enum rtlat_status { RTLAT_STATUS_PASS, RTLAT_STATUS_FAIL, RTLAT_STATUS_ERROR, RTLAT_STATUS_SKIP };

/* "pass", "fail", "error", "skip" */
const char *rtlat_status_name(enum rtlat_status status);

#define RTLAT_NOTES_MAX 32
#define RTLAT_NOTE_SIZE 200

/* Lines that belong to the result: a CPU that went offline, no real-time priority, ... */
struct rtlat_notes {
	unsigned int nr;
	char text[RTLAT_NOTES_MAX][RTLAT_NOTE_SIZE];
};

/*
 * The first sample of a run to reach a limit of the configuration; it ends the run, or see go_on.
 */
struct rtlat_exceeded {
	enum rtlat_context context;
	uint64_t limit;
	struct rtlat_sample sample;
	bool period; /* the noise of all of a period did: seq counts these, expiry is its end */
	/* the task that the timer's interrupt met, innermost frame first; 0: not known */
	unsigned int nr_stack;
	struct rtlat_frame stack[RTLAT_STACK_MAX];
	struct rtlat_task *tasks; /* of every CPU when the timer expired; NULL: not asked for */
	unsigned int nr_tasks;
	/* The largest IRQ latency from idle of all CPUs in the whole run, and its CPU. */
	uint64_t idle_latency; /* 0: there was none, or it is not known */
	int idle_cpu;
};

struct rtlat_result {
	const struct rtlat_config *config; /* in force: cpus and housekeeping are filled in */
	const struct rtlat_system *system;
	int argc; /* the command line */
	char *const *argv;
	const char *source;
	const char *source_reason;
	unsigned int contexts; /* RTLAT_HAS() of the contexts that the source measures */
	struct timespec start; /* CLOCK_REALTIME */
	/* CLOCK_MONOTONIC at that moment, as expiries are; 0: not known, or of several runs. */
	uint64_t start_monotonic_ns;
	struct timespec end;
	bool running;           /* it goes on: of rtlat_run_interim() */
	uint64_t duration_ns;   /* measured, warm-up not included */
	bool complete;          /* nothing lost, every CPU measured to the end, no pause */
	bool realtime_priority; /* false: the threads ran at normal priority */
	enum rtlat_status status;
	const struct rtlat_notes *reasons; /* why status is not pass, gates aside */
	const struct rtlat_gate_result *gates;
	unsigned int nr_gates;
	const struct rtlat_notes *notes;
	/* the reason for an early end: "signal SIGINT", "threshold", ...; or NULL */
	const char *stop;
	const struct rtlat_exceeded *exceeded; /* NULL: no limit was reached */
	const struct rtlat_stack *stacks;      /* of delays, which have their number less 1 */
	unsigned int nr_stacks;
	const struct rtlat_event_histogram *histograms; /* one for each event */
	unsigned int nr_histograms;
	const struct rtlat_series *series; /* of the CPUs, then of all; NULL: none was kept */
	struct rtlat_cpu_result *cpus;
	unsigned int nr_cpus;
	struct rtlat_cpu_result total;
};

/* Returns the result of one CPU, or NULL where that CPU was not measured. */
const struct rtlat_cpu_result *rtlat_result_cpu(const struct rtlat_result *result, int cpu);

/* "measured", "offline", "failed" */
const char *rtlat_cpu_state_name(enum rtlat_cpu_state state);

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_RESULT_H */

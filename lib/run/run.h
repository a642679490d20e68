/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A run: the state that the phases of its life share. Sources see only the session within it. */
#ifndef LIB_RUN_RUN_H
#define LIB_RUN_RUN_H

#include "lib/session/session.h"
#include "lib/source/table.h"
#include "lib/symbols/timer_names.h"

struct running;

/* The log while a source starts. */
struct run_held {
	struct rtlat_log log; /* the caller's */
	atomic_bool holds;
	char text[512]; /* of lines */
};

struct rtlat_run {
	struct session session;
	struct rtlat_system system;
	struct source_choice choice;
	char reason[768];
	bool refused; /* that source, at its start, for want of a right */
	struct run_held held;
	int dma_latency_fd;
	int continue_fd; /* of SIGCONT, if the program blocks it */
	bool started;
	bool ended;  /* measuring, not yet the run */
	bool paused; /* by a signal or a suspend: samples across that do not count */
	struct timespec end;
	const char *why_stopped;
	struct rtlat_cpuset old_affinity;
	/* Copies for an interim result. */
	struct rtlat_notes notes_so_far;
	struct rtlat_config config_so_far;
	struct rtlat_notes reasons;
	struct rtlat_gate_result gates[RTLAT_GATES_MAX];
	struct rtlat_recorder *total; /* merged, once stopped */
	struct rtlat_recorder *scratch;
	struct timer_names timer_names;
	struct rtlat_cpu_result *results;
	bool has_exceeded;       /* a sample reached a limit, and the run went on */
	struct running *running; /* NULL: the tasks on the CPUs are not traced */
};

/* cpus.c */
/* Fill in which CPUs are measured, and on which ones everything else runs. */
int run_choose_cpus(struct rtlat_config *config);
/*
 * leave_time.c: where measuring threads of real-time priority would leave rtlat no CPU and no time,
 * make their runtime shorter than the period, and say so.
 */
void run_leave_time(struct rtlat_run *run);
/* run->cpus and the memory of each, for the source that was chosen. */
int run_create_cpus(struct rtlat_run *run);
void run_free_cpus(struct rtlat_run *run);
/* Frees the histograms of events, and leaves the run with none. */
void run_free_histograms(struct rtlat_run *run);
/* Chooses the first source that works, or the next one. Logs why none does. */
int run_choose_source(struct rtlat_run *run);

/* live.c: fills in the statistics of `recorder`, of a CPU or of all. Sorts its worst samples. */
void run_stats(struct rtlat_run *run, struct rtlat_recorder *recorder,
	       struct rtlat_cpu_result *stats);
/* Memory for run->total. */
int run_total_buffer(struct rtlat_run *run);

/* exceeded.c */
/* For the result: the sample that ended the run, with the names of its stack; NULL: none did. */
const struct rtlat_exceeded *limit_result(struct rtlat_run *run);

#endif /* LIB_RUN_RUN_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The session: the state that a run shares with its source. */
#ifndef LIB_SESSION_SESSION_H
#define LIB_SESSION_SESSION_H

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "lib/util/clock.h"
#include "lib/util/log.h"
#include "lib/stats/recorder.h"
#include "lib/change/journal.h"
#include "rtlat.h"
#include "lib/symbols/stacks.h"

#define RUN_BANKS 2
/* How often a thread that has measured to the end looks whether the run has ended. */
#define RUN_END_POLL RTLAT_NSEC_PER_MSEC

struct rtlat_source;

/* The sample with which a CPU has reached a limit. */
struct limit_reached {
	enum rtlat_context context;
	struct rtlat_sample sample;
	bool period; /* the noise of a whole one */
};

/* Why samples took long, though the machine was not late. */
enum run_pause {
	RUN_STOPPED,   /* SIGSTOP, Ctrl-Z */
	RUN_SUSPENDED, /* the machine */
	RUN_PAUSES,
};

/* Samples across a pause, which do not count. */
struct run_pauses {
	unsigned int count;
	uint64_t longest;
};

/*
 * One measured CPU. Its recorders are in memory that is shared with child processes. Of its two
 * banks, one is written, and the other is free for the next reset.
 */
struct run_shared {
	struct run_pauses pauses[RUN_PAUSES];
	atomic_uint active; /* bank */
	atomic_bool stop;   /* a writer in another process ends with its sample */
	/* Copies of the run's measured_from and measured_to, for writers in other processes. */
	_Atomic uint64_t measured_from;
	_Atomic uint64_t measured_to;
	/* Set by the writer, and cleared again by a run that goes on. */
	atomic_bool has_reached;
	struct limit_reached reached;
};

struct run_cpu {
	int cpu;
	atomic_int state; /* enum rtlat_cpu_state */
	struct run_shared *shared;
	struct rtlat_recorder *bank[RUN_BANKS];
	void *memory;
	size_t size;
};

/*
 * One each for samples, for osnoise's periods, for the trace that is kept, and for the running
 * tasks.
 */
#define RUN_INSTANCES_MAX 4

struct session {
	struct rtlat_config config;
	const struct rtlat_source *source;
	void *source_data;
	struct rtlat_recorder_layout layout;
	struct run_cpu *cpus;
	unsigned int nr_cpus;
	struct rtlat_journal *journal;    /* opened by the first change to the machine */
	int instances[RUN_INSTANCES_MAX]; /* open and locked: its tracing instances */
	unsigned int nr_instances;
	int wake_fd;
	atomic_bool over; /* every CPU has ended */
	atomic_bool stopping;
	bool realtime_priority;
	/* CLOCK_MONOTONIC: when the program was told that it goes on after a stop; 0: never */
	_Atomic uint64_t continued;
	/*
	 * CLOCK_MONOTONIC: samples that expired earlier, in the warm-up or before a reset, don't
	 * count
	 */
	_Atomic uint64_t measured_from;
	_Atomic uint64_t measured_to; /* 0: it goes on */
	struct timespec start;        /* CLOCK_REALTIME */
	uint64_t start_monotonic_ns;  /* the same moment by CLOCK_MONOTONIC */
	pthread_mutex_t note_lock;
	struct rtlat_notes notes;
	struct rtlat_recorder *whole; /* of a source that has them of all CPUs together; or NULL */
	struct track_stacks stacks;   /* of its delays */
	struct rtlat_event_histogram histograms[RTLAT_EVENTS_MAX]; /* once it has ended */
	unsigned int nr_histograms;
	/*
	 * The sample that reached a limit: its stack by the source, when it stops; then by the
	 * result.
	 */
	struct rtlat_exceeded exceeded;
	/* The sample that rtlat_run_exceeded() told last, until the run goes on; NULL: none. */
	const struct limit_reached *_Atomic told;
};

static inline struct rtlat_recorder *run_recorder(const struct run_cpu *cpu)
{
	return cpu->bank[atomic_load_explicit(&cpu->shared->active, memory_order_acquire)];
}

/* True if the source is asked to tell who interfered, and can. */
bool run_explains(const struct session *run);
/* Returns the mask of result.contexts. */
unsigned int run_contexts(const struct session *run);

static inline uint64_t run_measured_from(const struct session *run)
{
	return atomic_load_explicit(&run->measured_from, memory_order_relaxed);
}

/* When a run of a given duration ends; a reset moves it. */
static inline uint64_t run_planned_end(const struct session *run)
{
	return run->config.duration_ns ? run_measured_from(run) + run->config.duration_ns
				       : UINT64_MAX;
}

/* Samples that expired later don't count. */
static inline uint64_t run_measured_to(const struct session *run)
{
	uint64_t to = atomic_load_explicit(&run->measured_to, memory_order_relaxed);

	return to ? to : run_planned_end(run);
}

/* The end of a run that is stopped now, which may be after its end. */
static inline uint64_t run_end_now(const struct session *run)
{
	uint64_t now = run_now(), planned = run_planned_end(run);

	return now < planned ? now : planned;
}

/* Tell the writers in other processes. */
void run_share_times(struct session *run);
/* Notes the time of the start, by both clocks. */
void run_set_start(struct session *run);

/*
 * The source lets the workload go: time counts from `from`, and the first expiry is one period on.
 */
void run_begin(struct session *run, uint64_t from);

/* Wakes whoever waits for the run, as rtlat_run_wake() does. */
void run_wake(struct session *run);

/* A line that goes to the log now and into the result later. Any thread. */
void run_note(struct session *run, enum rtlat_level level, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The CPU is not measured any more; says so, and ends the run with the last one. Any thread. */
void run_cpu_ended(struct session *run, struct run_cpu *cpu, enum rtlat_cpu_state state,
		   const char *why);

/*
 * Sets `online` to the CPUs that are online, and tells the others' threads that they have ended.
 * Returns a negative errno if the online CPUs are not known.
 */
int run_check_online(struct session *run, struct rtlat_cpuset *online);

/* The run's journal, opened at the first call. */
int run_journal(struct session *run, struct rtlat_journal **journal);

#endif /* LIB_SESSION_SESSION_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes delays of the events of all CPUs, taken in the order of their time: what begins is kept
 * until it ends, and is then recorded on the CPU on which it ended.
 */
#ifndef LIB_SOURCE_TRACK_TRACK_H
#define LIB_SOURCE_TRACK_TRACK_H

#include "lib/stats/recorder.h"
#include "lib/source/track/pairs.h"

struct track_task {
	int32_t pid;
	int32_t priority;
	bool named; /* the event has a name, which may be empty */
	char comm[RTLAT_NAME_SIZE];
};

enum track_kind {
	TRACK_WAKING, /* `task` wakes `other` */
	TRACK_SWITCH, /* from `task` to `other` */
	TRACK_BEGIN,  /* in `task`, of `key` */
	TRACK_END,
	TRACK_FORGET, /* it has ended without an end that counts */
};

struct track_event {
	enum track_kind kind;
	int cpu;
	uint64_t time;
	struct track_task task;
	struct track_task other;
	bool blocked;   /* a switch: the task does not want to run on */
	bool gone;      /* a switch: it never will again */
	uint64_t state; /* then */
	struct track_key key;
	/* The flags and details that the delay gets from its begin, and from its end. */
	uint32_t flags;
	uint64_t detail[RTLAT_DELAY_KEYS];
	char name[RTLAT_DELAY_NAME_SIZE];
};

/* The length of the history of tasks that ran on a CPU. */
#define TRACK_RAN 256

struct track_ran {
	struct track_task task;
	uint64_t from;
	uint64_t to;
};

struct track_cpu {
	bool known; /* since when `running` has been */
	struct track_task running;
	uint64_t since;
	struct track_ran ran[TRACK_RAN];
	unsigned int nr_ran;
	uint64_t seq;
};

struct track {
	struct rtlat_track config;
	/*
	 * Returns the recorder of the CPU that a delay is of, at `time`; NULL: it is not recorded.
	 */
	struct rtlat_recorder *(*recorder)(void *data, int cpu, uint64_t time);
	void *data;
	int32_t self; /* this one's own delays are not of interest; RTLAT_PID_ANY */
	struct track_pairs *pairs;
	struct track_cpu *cpus;
	unsigned int nr_cpus; /* CPUs with a higher number there are none */
};

/*
 * True if the kernel and a shell accept a task's name in quotes: it has no quotes, backslashes or
 * control characters, and is no longer than names are.
 */
bool track_comm_is_plain(const char *comm);

/* -ENOMEM. Of `config` nothing is borrowed. */
int track_init(struct track *track, const struct rtlat_track *config, unsigned int nr_cpus,
	       unsigned int capacity);
void track_free(struct track *track);
/* The next event: take.c. */
void track_take(struct track *track, const struct track_event *event);
/* Forgets all that has begun: events were lost. */
void track_lost(struct track *track);
/* Tells of the events whose timeout has passed. */
void track_timeouts(struct track *track, uint64_t now);

/* sched.c: takes a switch or a wakeup, for trackers of tasks */
void track_take_sched(struct track *track, const struct track_event *event);

/* For it: is this one tracked? */
bool track_wants(const struct track *track, const struct track_task *task);
/* Keeps an event that begins; NULL: there is no room for it, which is counted. */
struct track_start *track_begin(struct track *track, const struct track_key *key,
				const struct track_event *event, const struct track_task *task);
/*
 * Returns the recorder for the sample of an event that ends or goes on. NULL: it is not recorded.
 */
struct rtlat_recorder *track_sample(struct track *track, const struct track_start *start, int cpu,
				    uint64_t time, struct rtlat_sample *sample);
/* Record it. */
void track_record(struct track *track, struct rtlat_recorder *recorder,
		  struct rtlat_sample *sample);
/* Would it be kept among the worst? */
bool track_keeps(const struct track *track, const struct rtlat_recorder *recorder,
		 const struct rtlat_sample *sample);

#endif /* LIB_SOURCE_TRACK_TRACK_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The configuration of a run, and the sources that it can name. */
#ifndef RTLAT_CONFIG_H
#define RTLAT_CONFIG_H

#include "rtlat/cpuset.h"
#include "rtlat/gate.h"
#include "rtlat/histogram.h"
#include "rtlat/track.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Configuration of a run. Start from rtlat_config_init(). Strings are borrowed until the run is
 * destroyed.
 */
enum rtlat_threads {
	RTLAT_THREADS_ANY,
	RTLAT_THREADS_USER,      /* rtlat's own threads, on timerlat_fd */
	RTLAT_THREADS_KERNEL,    /* the tracer's kernel threads */
	RTLAT_THREADS_USER_LOAD, /* somebody else's threads on timerlat_fd; rtlat starts none */
};

/* More events to trace: one event, or all of a subsystem. */
struct rtlat_event {
	const char *name;    /* "sched:sched_switch", or "irq" */
	const char *filter;  /* NULL: all; else as in the kernel's Documentation/trace/events.rst */
	const char *trigger; /* NULL: none */
};

#define RTLAT_EVENTS_MAX 32

/* True if the event has a histogram trigger, "hist:...". */
bool rtlat_event_counts(const struct rtlat_event *event);

/* A copy of an event's file `hist`: the counts of its histogram triggers. */
struct rtlat_event_histogram {
	const char *event; /* its name */
	char *text;
};

/* The three kinds of measurement. */
enum rtlat_measure {
	RTLAT_MEASURE_LATENCY, /* of a periodic timer's activations */
	RTLAT_MEASURE_NOISE,   /* the time that a thread which always runs loses on its CPU */
	RTLAT_MEASURE_DELAY,   /* the time between two events of the kernel */
	RTLAT_MEASURES,
};

#define RTLAT_PERIOD_MIN (20 * RTLAT_NSEC_PER_USEC)
#define RTLAT_PERIOD_MAX (1000 * RTLAT_NSEC_PER_MSEC)
#define RTLAT_WORST_MAX 100
#define RTLAT_ENTRIES_MIN 10
#define RTLAT_ENTRIES_MAX 9999999
#define RTLAT_IDLE_UNCHANGED (-2)
#define RTLAT_IDLE_NONE (-1)
#define RTLAT_DMA_LATENCY_UNCHANGED (-1)
#define RTLAT_DMA_LATENCY_MAX 10000

struct rtlat_config {
	enum rtlat_measure measure;
	struct rtlat_cpuset cpus;         /* empty: every allowed CPU but the housekeeping ones */
	struct rtlat_cpuset housekeeping; /* empty: allowed CPUs that are not measured */
	const char *source;               /* "auto", or a name of rtlat_source_name() */
	enum rtlat_threads threads;
	uint64_t period_ns;
	uint64_t duration_ns; /* 0: until stopped */
	uint64_t warm_up_ns;  /* measured but not recorded first */
	/* The run ends with a recorded latency of that much; 0: it does not. */
	uint64_t stop_irq_ns;
	uint64_t stop_thread_ns; /* thread or return latency */
	bool allow_empty;        /* a run without a single sample or delay is no error */
	bool go_on;              /* it does not end: see rtlat_run_exceeded() */
	/*
	 * Noise: the thread runs for this much of each period, and an interruption longer than the
	 * threshold is noise.
	 */
	uint64_t runtime_ns;
	uint64_t threshold_ns;
	bool hardware_only;     /* with interrupts off, so that only hardware is left to make any */
	uint64_t stop_noise_ns; /* the run ends with one noise that is longer; 0: it does not */
	uint64_t stop_period_ns;  /* or if one period has more noise than that */
	struct rtlat_track track; /* delays */
	/* Trace who interfered, which costs time, if the source does not tell by itself. */
	bool explain;
	uint64_t stack_ns; /* from this latency on, the stack that the timer met; 0: never */
	bool dump_tasks;   /* and which task every CPU was running at such a sample */
	bool trace;        /* keep a trace beside: see rtlat_run_save_trace() */
	struct rtlat_event
		events[RTLAT_EVENTS_MAX]; /* events in that trace beside the tracer's own */
	unsigned int nr_events;
	bool align; /* start all CPUs on one grid, each align_ns after the previous one */
	uint64_t align_ns;
	bool sched_given; /* else FIFO 95 where allowed */
	struct rtlat_sched sched;
	const char *cgroup;       /* NULL: leave; "": rtlat's own; else below the cgroup2 mount */
	int32_t dma_latency_us;   /* RTLAT_DMA_LATENCY_UNCHANGED or 0 .. RTLAT_DMA_LATENCY_MAX */
	int32_t deepest_idle;     /* RTLAT_IDLE_UNCHANGED, RTLAT_IDLE_NONE or the deepest allowed */
	uint32_t trace_buffer_kb; /* per CPU; 0: chosen from the period */
	uint64_t bucket_ns;       /* linear histogram beside the log-linear one */
	uint32_t entries;         /* 0: no linear histogram */
	uint32_t worst;           /* worst samples kept per CPU, 0 .. RTLAT_WORST_MAX */
	struct rtlat_percentiles percentiles;
	struct rtlat_gate gates[RTLAT_GATES_MAX]; /* a source that lacks a latency is not taken */
	unsigned int nr_gates;
	struct rtlat_log log;
};

/*
 * Fills in the defaults for latency: 1 ms period, source auto, 10 worst samples, 50 90 99 99.9
 * 99.99 99.999 %.
 */
void rtlat_config_init(struct rtlat_config *config);
/*
 * Fills in the defaults for noise: 1 s period, all of it runtime, 1 us threshold, normal priority.
 */
void rtlat_config_init_noise(struct rtlat_config *config);
/* Fills in the defaults for delays: every task, no timeout. */
void rtlat_config_init_track(struct rtlat_config *config, enum rtlat_tracker tracker);

/*
 * Sources, in the order in which "auto" tries them. A name is NULL past the end.
 */
const char *rtlat_source_name(unsigned int index);
enum rtlat_measure rtlat_source_measures(unsigned int index);
/*
 * Returns 0 if the source would work here with this configuration. -EOPNOTSUPP: the machine lacks
 * something; -EPERM or -EACCES: privilege is missing; another errno: it cannot be told. `why`
 * always gets a text: the reason why it works, or what is missing and how to get it.
 */
int rtlat_source_probe(unsigned int index, const struct rtlat_config *config, char *why,
		       size_t size);

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_CONFIG_H */

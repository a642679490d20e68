/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * librtlat: measure how late a Linux machine is.
 *
 * Conventions of every function here, unless its comment says otherwise:
 *  - time is in nanoseconds, as uint64_t, of CLOCK_MONOTONIC;
 *  - the return value is 0 or a negative errno; nothing is printed, texts for people go to the
 *    rtlat_log of the configuration;
 *  - pointers passed in are borrowed for the call and never freed;
 *  - functions that take different objects may run in different threads at the same time,
 *    functions that take the same object may not.
 */
#ifndef RTLAT_H
#define RTLAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RTLAT_VERSION "0.1.0"

#define RTLAT_NSEC_PER_USEC 1000ULL
#define RTLAT_NSEC_PER_MSEC 1000000ULL
#define RTLAT_NSEC_PER_SEC 1000000000ULL

/*
 * CPU sets. A value type: copy it, put it on the stack, nothing to free.
 */
#define RTLAT_MAX_CPUS 8192

struct rtlat_cpuset {
	uint64_t bits[RTLAT_MAX_CPUS / 64];
};

void rtlat_cpuset_zero(struct rtlat_cpuset *set);
/* CPUs outside 0 .. RTLAT_MAX_CPUS - 1 are ignored by add and remove, and never in a set. */
void rtlat_cpuset_add(struct rtlat_cpuset *set, int cpu);
void rtlat_cpuset_remove(struct rtlat_cpuset *set, int cpu);
bool rtlat_cpuset_has(const struct rtlat_cpuset *set, int cpu);
bool rtlat_cpuset_empty(const struct rtlat_cpuset *set);
bool rtlat_cpuset_equal(const struct rtlat_cpuset *a, const struct rtlat_cpuset *b);
bool rtlat_cpuset_intersects(const struct rtlat_cpuset *a, const struct rtlat_cpuset *b);
unsigned int rtlat_cpuset_count(const struct rtlat_cpuset *set);
/* The lowest CPU above `after`, or -1. Start with after = -1. */
int rtlat_cpuset_next(const struct rtlat_cpuset *set, int after);
/* to |= from, to &= from, to &= ~from */
void rtlat_cpuset_or(struct rtlat_cpuset *to, const struct rtlat_cpuset *from);
void rtlat_cpuset_and(struct rtlat_cpuset *to, const struct rtlat_cpuset *from);
void rtlat_cpuset_andnot(struct rtlat_cpuset *to, const struct rtlat_cpuset *from);

#define rtlat_for_each_cpu(cpu, set)                                                               \
	for ((cpu) = rtlat_cpuset_next((set), -1); (cpu) >= 0;                                     \
	     (cpu) = rtlat_cpuset_next((set), (cpu)))

/*
 * Parse a CPU list such as "0,2-5,8". Strict: no blanks, no descending ranges, no empty items but
 * one comma at the end.
 * -EINVAL: not a list (the empty string too); -ERANGE: a CPU number of RTLAT_MAX_CPUS or more.
 * On failure *set is unchanged.
 */
int rtlat_cpuset_parse(const char *list, struct rtlat_cpuset *set);
/* Write the list form, shortest ranges. Returns its length without NUL, or -ENOSPC. */
int rtlat_cpuset_format(const struct rtlat_cpuset *set, char *buffer, size_t size);

/*
 * What the machine says. -errno of the sysfs read, except that files which a kernel may lack
 * (isolated, nohz_full, siblings) give the empty set (siblings: the CPU alone) and 0.
 */
int rtlat_cpuset_online(struct rtlat_cpuset *set);
int rtlat_cpuset_possible(struct rtlat_cpuset *set);
int rtlat_cpuset_isolated(struct rtlat_cpuset *set);
int rtlat_cpuset_nohz_full(struct rtlat_cpuset *set);
int rtlat_cpuset_siblings(int cpu, struct rtlat_cpuset *set);
/*
 * The online CPUs that this process may use: its affinity, and the isolated CPUs as well where
 * its cpuset contains them and the affinity was not narrowed by hand (isolcpus= takes isolated
 * CPUs out of every process's affinity, yet they are the ones people want to measure).
 */
int rtlat_cpuset_allowed(struct rtlat_cpuset *set);

/*
 * Strict parsing: decimal digits only, no sign, no blanks, no trailing text. On failure the
 * output is unchanged. -EINVAL: malformed; -ERANGE: well-formed but outside the range.
 */
int rtlat_parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *value);
/* As above for signed numbers: one leading '-' is allowed. */
int rtlat_parse_s64(const char *text, int64_t min, int64_t max, int64_t *value);

#define RTLAT_DURATION_MAX (3650ULL * 86400 * RTLAT_NSEC_PER_SEC)

/* N[s|m|h|d], upper case too, seconds without a suffix, 1 s .. 3650 d. */
int rtlat_parse_duration(const char *text, uint64_t *ns);

enum rtlat_policy {
	RTLAT_POLICY_OTHER,
	RTLAT_POLICY_FIFO,
	RTLAT_POLICY_RR,
	RTLAT_POLICY_DEADLINE,
};

/* How a thread is scheduled. Only the fields of its policy count. */
struct rtlat_sched {
	enum rtlat_policy policy;
	int nice;            /* OTHER: -20 .. 19 */
	int priority;        /* FIFO, RR: 1 .. 99 */
	uint64_t runtime_ns; /* DEADLINE */
	uint64_t period_ns;  /* DEADLINE */
};

/*
 * o:NICE, f:PRIORITY, r:PRIORITY, d:RUNTIME:PERIOD where the times carry a unit (ns, us, ms or s)
 * and 1024 ns <= runtime <= period. The first letter may be in upper case.
 */
int rtlat_parse_sched(const char *text, struct rtlat_sched *sched);
/* The form that rtlat_parse_sched() reads. Returns the length without NUL, or -ENOSPC. */
int rtlat_sched_format(const struct rtlat_sched *sched, char *buffer, size_t size);
/* Apply to thread `tid` (0: the caller). -errno of the system call. */
int rtlat_sched_apply(int tid, const struct rtlat_sched *sched);

/* A percentile in millionths of a percent: 99.9 % is 99900000. */
#define RTLAT_PERCENT 1000000U
#define RTLAT_PERCENTILES_MAX 16

struct rtlat_percentiles {
	unsigned int nr;
	uint32_t value[RTLAT_PERCENTILES_MAX]; /* ascending, no duplicates */
};

/*
 * "50,99,99.9": up to RTLAT_PERCENTILES_MAX numbers above 0 and up to 100, at most six decimals,
 * in any order. -E2BIG: more than that.
 */
int rtlat_parse_percentiles(const char *list, struct rtlat_percentiles *percentiles);
/* "99.9": no trailing zeros. Returns the length without NUL, or -ENOSPC. */
int rtlat_percentile_format(uint32_t percentile, char *buffer, size_t size);

/*
 * Log-linear histogram. Values up to 255 have a bucket each; above, every power of two is split
 * into 128 buckets, so that a bucket is at most 1/128 (0.8 %) as wide as its values, up to
 * RTLAT_HISTOGRAM_MAX (73 minutes in ns). Larger values count in the last bucket and in `over`.
 * count, min, max, sum and the sum of squares are exact.
 */
#define RTLAT_HISTOGRAM_BITS 7
#define RTLAT_HISTOGRAM_TOP 42
#define RTLAT_HISTOGRAM_BUCKETS                                                                    \
	((RTLAT_HISTOGRAM_TOP - RTLAT_HISTOGRAM_BITS + 1) << RTLAT_HISTOGRAM_BITS)
#define RTLAT_HISTOGRAM_MAX ((1ULL << RTLAT_HISTOGRAM_TOP) - 1)

struct rtlat_histogram {
	uint64_t count;
	uint64_t min; /* UINT64_MAX when empty */
	uint64_t max; /* 0 when empty */
	uint64_t sum;
	uint64_t square_low; /* sum of squares, 128 bits */
	uint64_t square_high;
	uint64_t over;
	uint32_t first; /* lowest and highest bucket in use; first > last when empty */
	uint32_t last;
	uint64_t bucket[RTLAT_HISTOGRAM_BUCKETS];
};

void rtlat_histogram_init(struct rtlat_histogram *histogram);
void rtlat_histogram_add(struct rtlat_histogram *histogram, uint64_t value);
/* to += from */
void rtlat_histogram_merge(struct rtlat_histogram *to, const struct rtlat_histogram *from);
/* The bucket that counts `value`, and the lowest and highest value of a bucket. */
unsigned int rtlat_histogram_index(uint64_t value);
uint64_t rtlat_histogram_low(unsigned int index);
uint64_t rtlat_histogram_high(unsigned int index);
/* 0 when empty. */
double rtlat_histogram_mean(const struct rtlat_histogram *histogram);
/* Population standard deviation; 0 when empty. */
double rtlat_histogram_stddev(const struct rtlat_histogram *histogram);
/*
 * The value that `percentile` of the counted values do not exceed: the upper edge of its bucket,
 * but never above the exact maximum. -ENODATA when the count cannot support it: with 95 %
 * confidence at least one value must lie beyond it, which takes 3 / (1 - percentile) values.
 * 100 % is the maximum and wants one value.
 */
int rtlat_histogram_percentile(const struct rtlat_histogram *histogram, uint32_t percentile,
			       uint64_t *value);

/*
 * What the values say of larger ones. Both take them for independent draws from one distribution,
 * which latencies are not: they come in groups, and change with the load.
 *
 * The bound: no value was above `bound`, so with 95 % confidence no more than `probability` of all
 * are: 3 / count. The estimate, which is no bound: the generalised Pareto distribution of those
 * above a threshold (peaks over threshold), continued.
 */
struct rtlat_tail {
	uint64_t bound; /* ns, the maximum */
	double probability;
	bool estimated; /* there are enough for an estimate, and it can be made; else no more: */
	uint64_t threshold; /* ns */
	uint64_t peaks;     /* values above it */
	double shape;       /* below 0: the tail has an end; 0: exponential; above: heavier */
	double shape_error; /* standard error */
	double scale;       /* ns */
	double fit;         /* how likely such peaks are if they are so distributed: 0 .. 1 */
	double level_10;    /* ns: one in 10 times as many values is above */
	double level_100;
};

/* What fits less is not to be relied on. */
#define RTLAT_TAIL_FIT_MIN 0.05

/* -ENODATA: fewer than 3 values. */
int rtlat_histogram_tail(const struct rtlat_histogram *histogram, struct rtlat_tail *tail);

/*
 * Interference: who had the CPU between an expiry and its thread. All of it is net: the time of an
 * interrupted one does not contain the time of whoever interrupted it.
 */
enum rtlat_interferer {
	RTLAT_BY_THREAD,
	RTLAT_BY_SOFTIRQ,
	RTLAT_BY_IRQ,
	RTLAT_BY_NMI,
	RTLAT_INTERFERERS,
};

#define RTLAT_NAME_SIZE 16

/* The single longest one of its kind. */
struct rtlat_culprit {
	uint64_t duration; /* 0: there was none */
	int32_t id;        /* pid, softirq, or vector or IRQ number */
	char name[RTLAT_NAME_SIZE];
};

#define RTLAT_SYMBOL_SIZE 96

/* Functions of other timers that ran in the timer's interrupt before its own. */
struct rtlat_hrtimers {
	uint64_t time;
	uint32_t count;
	uint64_t longest;             /* of the one that took longest */
	uint64_t function;            /* that one: its address, where it has no name yet */
	char name[RTLAT_SYMBOL_SIZE]; /* "tick_nohz_handler", "name [module]" */
};

/* The task that the timer's interrupt met. */
struct rtlat_met {
	bool known;
	int32_t pid; /* 0: the CPU was idle */
	char name[RTLAT_NAME_SIZE];
};

/*
 * late + hrtimers.time + handler + dispatch + all of time[] is the thread latency, to the accuracy of
 * the clock.
 */
struct rtlat_interference {
	uint64_t late;     /* of the IRQ latency what is not interference: masked, idle, hardware */
	uint64_t handler;  /* the timer's own interrupt handler */
	uint64_t dispatch; /* leaving idle, and from the switch to the thread's code */
	uint64_t hardware; /* of noise: all of it, where nothing interfered */
	uint64_t time[RTLAT_INTERFERERS];
	uint32_t count[RTLAT_INTERFERERS];
	struct rtlat_culprit worst[RTLAT_BY_NMI]; /* NMIs have no names */
	struct rtlat_met met;                     /* of latencies */
	struct rtlat_hrtimers hrtimers;           /* of latencies */
};

/* "thread", "softirq", "irq", "nmi" */
const char *rtlat_interferer_name(enum rtlat_interferer interferer);

/*
 * The parts that a thread latency is divided into, in the order in which they mostly come.
 */
enum rtlat_part {
	RTLAT_PART_LATE,
	RTLAT_PART_HRTIMER, /* functions of other timers */
	RTLAT_PART_HANDLER,
	RTLAT_PART_IRQ,
	RTLAT_PART_SOFTIRQ,
	RTLAT_PART_NMI,
	RTLAT_PART_THREAD,
	RTLAT_PART_DISPATCH,
	RTLAT_PART_HARDWARE, /* of noise: without any interference */
	RTLAT_PARTS,
	/* Of a sample: what is left of its latency. */
	RTLAT_PART_UNEXPLAINED = RTLAT_PARTS,
};

/* "late", "hrtimer", "handler", "irq", "softirq", "nmi", "thread", "dispatch", "hardware", "unexplained" */
const char *rtlat_part_name(enum rtlat_part part);

/* One part of one sample's thread latency, or of a noise. */
struct rtlat_share {
	enum rtlat_part part;
	uint64_t time;                /* all of the part */
	uint32_t count;               /* how many interfered; 0 for late, handler and dispatch */
	struct rtlat_culprit longest; /* of those; duration 0: not known by name */
	char function[RTLAT_SYMBOL_SIZE]; /* hrtimer: its name in whole, or else its address */
};

/* The longest of RTLAT_PART_LATE is the task that the interrupt met: it had interrupts off. */
void rtlat_interference_share(const struct rtlat_interference *interference, enum rtlat_part part,
			      struct rtlat_share *share);
/*
 * "late", "irq qxl:21", "irq qxl:21 +2": the part, the name and id of the longest, and how many
 * there were beside it; "late, interrupts off in modprobe:370", "late, exit from idle",
 * "hrtimer tick_nohz_handler". Printable ASCII, whatever the name has. Returns the length without NUL, or
 * -ENOSPC.
 */
int rtlat_share_format(const struct rtlat_share *share, char *buffer, size_t size);

#include "rtlat/track.h"

/*
 * Samples: one activation of one CPU's periodic timer. Each latency runs from the expiry. Or one
 * noise, or one delay: seq counts them, and expiry is when it began.
 */
enum rtlat_context {
	RTLAT_IRQ,    /* to the timer's interrupt handler */
	RTLAT_THREAD, /* to the thread running */
	RTLAT_RETURN, /* to the thread coming back for the next activation */
	RTLAT_LATENCIES,
	/* No latency: for how long a thread that would always run was kept from it. */
	RTLAT_NOISE = RTLAT_LATENCIES,
	/* Nor is this: what passed between two events of the kernel. */
	RTLAT_DELAY,
	RTLAT_CONTEXTS,
};

#define RTLAT_HAS(context) (1U << (context))
/* In the same mask: who interfered. */
#define RTLAT_HAS_INTERFERENCE (1U << 8)
/* Of noise: how often which kind interfered. */
#define RTLAT_HAS_COUNTS (1U << 9)
/* The interrupt of the activation met the idle task. */
#define RTLAT_HAS_MET_IDLE (1U << 10)

struct rtlat_sample {
	uint64_t seq;    /* activation number on its CPU, from 1; missed periods have none */
	uint64_t expiry; /* programmed expiry; exact for `clock`, to some 100 ns from a trace */
	uint64_t latency[RTLAT_CONTEXTS]; /* only where RTLAT_HAS(context) is in `has` */
	uint64_t missed; /* periods that had passed unserved since the activation before */
	uint32_t has;
	uint32_t cpu;
	/* At the end: */
	union {
		struct rtlat_interference interference; /* where `has` RTLAT_HAS_INTERFERENCE */
		struct rtlat_delay delay;               /* where `has` RTLAT_HAS(RTLAT_DELAY) */
	};
};

/*
 * What made the sample late: the largest part of its thread latency, of equal ones the first.
 * -ENODATA: the source did not tell, or nothing made it late.
 */
int rtlat_sample_culprit(const struct rtlat_sample *sample, struct rtlat_share *share);

/* Each part, what is left, and the longest interferer of a kind apart from the others. */
#define RTLAT_SHARES_MAX (RTLAT_PARTS + 2 + RTLAT_BY_NMI)

/*
 * What the sample's thread latency consists of, largest first. The longest interferer of a kind
 * that took at least half of what its kind did has a share of its own, with a count of 1, and the
 * others have one without a name. Else all of a kind are one share, which names the longest.
 * Returns how many there are, or -ENODATA: the source did not tell.
 */
int rtlat_sample_explain(const struct rtlat_sample *sample,
			 struct rtlat_share shares[RTLAT_SHARES_MAX]);

/* "irq", "thread", "return", "noise", "delay" */
const char *rtlat_context_name(enum rtlat_context context);

/*
 * Messages for people, one line each without a newline. `emit` may be called from any thread of
 * the run, one at a time; NULL drops them.
 */
enum rtlat_level { RTLAT_ERROR, RTLAT_WARNING, RTLAT_INFO, RTLAT_DEBUG };

struct rtlat_log {
	void (*emit)(void *data, enum rtlat_level level, const char *text);
	void *data;
};

/*
 * Gates: what a result must hold to be a pass. A gate is a scope, a metric, a comparison and a
 * value: "thread.max<=100us", "cpu3.irq.p99.9<20us", "worst.missed==0".
 */
enum rtlat_gate_scope {
	RTLAT_GATE_ALL,   /* all CPUs together: no word, or "all." */
	RTLAT_GATE_WORST, /* the CPU that is furthest from it, or closest to failing: "worst." */
	RTLAT_GATE_CPU,   /* one: "cpu3." */
};

enum rtlat_gate_metric {
	RTLAT_GATE_MIN, /* of a latency: "irq.min", "thread.p99.9", "return.max" */
	RTLAT_GATE_AVG,
	RTLAT_GATE_MAX,
	RTLAT_GATE_STDDEV,
	RTLAT_GATE_PERCENTILE,
	RTLAT_GATE_COUNT,
	RTLAT_GATE_MISSED,
	RTLAT_GATE_LOST,
	RTLAT_GATE_DURATION, /* of the run */
	/* Of noise alone, as "noise.max" and the like are: */
	RTLAT_GATE_AVAILABLE, /* "available>=99.9%", in RTLAT_PERCENT */
	RTLAT_GATE_PERIOD,    /* "period.max": the most noise in one period */
	RTLAT_GATE_HARDWARE,  /* "hardware": how many were without any interference */
};

enum rtlat_gate_comparison {
	RTLAT_GATE_LESS,
	RTLAT_GATE_LESS_EQUAL,
	RTLAT_GATE_GREATER,
	RTLAT_GATE_GREATER_EQUAL,
	RTLAT_GATE_EQUAL,
	RTLAT_GATE_NOT_EQUAL,
};

struct rtlat_gate {
	const char *text; /* as it was parsed, borrowed */
	enum rtlat_gate_scope scope;
	int cpu; /* -1: not one */
	enum rtlat_gate_metric metric;
	enum rtlat_context context; /* of a latency */
	uint32_t percentile;
	enum rtlat_gate_comparison comparison;
	uint64_t value; /* ns, a count, or in RTLAT_PERCENT */
};

#define RTLAT_GATES_MAX 24

/*
 * Times have a unit (ns, us, ms, s), the duration one of s, m, h, d, a count has none, a percentage
 * may have '%'. -EINVAL: not a gate; -ERANGE: a number in it is out of range. On failure *gate is
 * unchanged.
 */
int rtlat_gate_parse(const char *text, struct rtlat_gate *gate);
/* Is it about this latency, or about noise? */
bool rtlat_gate_wants(const struct rtlat_gate *gate, enum rtlat_context context);
/* Is what it is about a time, not a count, nor a percentage? */
bool rtlat_gate_is_time(const struct rtlat_gate *gate);

/* From good to bad; only the first is a pass. */
enum rtlat_gate_outcome {
	RTLAT_GATE_HELD,
	RTLAT_GATE_ABSENT,  /* the source, or the run, does not measure that */
	RTLAT_GATE_TOO_FEW, /* the samples cannot support it: see rtlat_histogram_percentile() */
	/* It holds for what was recorded, but what was lost may have been worse. */
	RTLAT_GATE_UNDECIDED,
	RTLAT_GATE_FAILED,
};

struct rtlat_gate_result {
	const struct rtlat_gate *gate;
	enum rtlat_gate_outcome outcome;
	double measured; /* ns, a count, or in RTLAT_PERCENT, where rtlat_gate_measured() */
	int cpu;         /* that it was measured on; -1: on all, or on none */
};

struct rtlat_result;

void rtlat_gate_judge(const struct rtlat_gate *gate, const struct rtlat_result *result,
		      struct rtlat_gate_result *verdict);
/* Was there something to compare with its value? Where there was not, the gate does not hold. */
bool rtlat_gate_measured(const struct rtlat_gate_result *verdict);
/* "held", "not measured", "not enough samples", "undecided", "failed" */
const char *rtlat_gate_outcome_name(enum rtlat_gate_outcome outcome);
/* "gate thread.max<=100us: held, it was 71.204 us". The length without NUL, or -ENOSPC. */
int rtlat_gate_format(const struct rtlat_gate_result *verdict, char *buffer, size_t size);

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

/* More to trace: all of one event, or of a subsystem's. */
struct rtlat_event {
	const char *name;    /* "sched:sched_switch", or "irq" */
	const char *filter;  /* NULL: all; else as in the kernel's Documentation/trace/events.rst */
	const char *trigger; /* NULL: none */
};

#define RTLAT_EVENTS_MAX 32

/* Is its trigger a histogram, "hist:..."? */
bool rtlat_event_counts(const struct rtlat_event *event);

/* A copy of an event's file `hist`: what the kernel has counted by such triggers. */
struct rtlat_event_histogram {
	const char *event; /* its name */
	char *text;
};

/* What is measured. */
enum rtlat_measure {
	RTLAT_MEASURE_LATENCY, /* of a periodic timer's activations */
	RTLAT_MEASURE_NOISE,   /* what a thread that always runs loses of its CPU */
	RTLAT_MEASURE_DELAY,   /* what passes between two events of the kernel */
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
	/* Noise: for so much of each period the thread runs, and what keeps it longer is noise. */
	uint64_t runtime_ns;
	uint64_t threshold_ns;
	bool hardware_only;     /* with interrupts off, so that only hardware is left to make any */
	uint64_t stop_noise_ns; /* the run ends with one noise that is longer; 0: it does not */
	uint64_t stop_period_ns;  /* or with more than that in one period */
	struct rtlat_track track; /* delays */
	/* Where the source does not tell who interfered, trace that too, which costs time. */
	bool explain;
	uint64_t stack_ns; /* from this latency on, the stack that the timer met; 0: never */
	bool dump_tasks;   /* and of such a sample, what every CPU was running */
	bool trace;        /* keep a trace beside: see rtlat_run_save_trace() */
	struct rtlat_event
		events[RTLAT_EVENTS_MAX]; /* that it has, beside what the tracer traces */
	unsigned int nr_events;
	bool align; /* start all CPUs on one grid, each align_ns after the one before */
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

/* The defaults: 1 ms period, source auto, 10 worst samples, 50 90 99 99.9 99.99 99.999 %. */
void rtlat_config_init(struct rtlat_config *config);
/* The same for noise: 1 s period, all of it runtime, 1 us threshold, at normal priority. */
void rtlat_config_init_noise(struct rtlat_config *config);
/* The same for delays: of every task, without a timeout. */
void rtlat_config_init_track(struct rtlat_config *config, enum rtlat_tracker tracker);

/*
 * Sources, in the order in which "auto" tries them. A name is NULL past the end.
 */
const char *rtlat_source_name(unsigned int index);
enum rtlat_measure rtlat_source_measures(unsigned int index);
/*
 * Would this source work here, with this configuration? 0: yes. -EOPNOTSUPP: the machine lacks
 * something; -EPERM or -EACCES: privilege is missing; another errno: it can't be told. `why`
 * always gets a text: what makes it usable, or what is missing and how to get it.
 */
int rtlat_source_probe(unsigned int index, const struct rtlat_config *config, char *why,
		       size_t size);

/*
 * What is known of the machine. Text fields are "" where the machine does not say.
 */
struct rtlat_system {
	char hostname[65];
	char kernel[65];         /* 6.12.0-rt */
	char kernel_version[65]; /* #1 SMP PREEMPT_RT ... */
	char machine[65];        /* x86_64 */
	char cpu_model[128];
	char clocksource[32];
	char governor[64];       /* one name, or a list when CPUs differ */
	char virtualization[64]; /* "", or the name of the hypervisor or container */
	char idle_states[256];   /* "POLL C1 C6": enabled states of the first CPU */
	char cmdline[4096];
	bool realtime; /* PREEMPT_RT */
	struct rtlat_cpuset online;
	struct rtlat_cpuset isolated;
	struct rtlat_cpuset nohz_full;
};

void rtlat_system_read(struct rtlat_system *system);

/*
 * What stands in the way of good latency.
 */
enum rtlat_mark { RTLAT_PASS, RTLAT_WARN, RTLAT_NOTE };

struct rtlat_check {
	const char *name; /* static: "preempt_rt", "clocksource", ... */
	enum rtlat_mark mark;
	char value[160];  /* what was found */
	char advice[240]; /* "" with RTLAT_PASS */
};

#define RTLAT_CHECKS_MAX 32

/* Run all checks for the CPUs of `config`; returns how many of `checks` were filled. */
int rtlat_check_system(const struct rtlat_config *config, const struct rtlat_system *system,
		       struct rtlat_check checks[RTLAT_CHECKS_MAX]);

#include "rtlat/noise.h"

/*
 * The result of a run: everything a writer prints, and nothing else is needed to print it.
 */
enum rtlat_cpu_state {
	RTLAT_CPU_MEASURED,
	RTLAT_CPU_OFFLINE, /* went offline during the run; what came before is kept */
	RTLAT_CPU_FAILED,  /* its thread ended for another reason */
};

struct rtlat_stats {
	const struct rtlat_histogram *histogram; /* NULL: the source has no such context */
	const uint64_t *linear;                  /* NULL: there is no linear histogram */
	uint32_t nr_linear;                      /* counts there; entries behind them count 0 */
	uint64_t linear_over;                    /* values past the last entry */
};

/* What an entry of the linear histogram counts, from 0 to config.entries - 1; 0 without one. */
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
	const struct rtlat_noise *noise;   /* NULL: that is not what was measured */
	const struct rtlat_delays *delays; /* the same */
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

#define RTLAT_STACK_MAX 48

/* A function of the kernel that was at work. */
struct rtlat_frame {
	uint64_t address;
	char symbol[RTLAT_SYMBOL_SIZE]; /* "name+0x1c [module]"; "": not known */
};

#define RTLAT_TASK_UNKNOWN (-1)

/* The functions that a task was in, innermost first. */
struct rtlat_stack {
	unsigned int nr;
	struct rtlat_frame frame[RTLAT_STACK_MAX];
};

/* What a CPU was running. */
struct rtlat_task {
	int cpu;
	int pid; /* 0: it was idle; RTLAT_TASK_UNKNOWN: not known */
	char name[RTLAT_NAME_SIZE];
};

/* The first sample of a run to reach a limit of the configuration; it ends the run, or see go_on. */
struct rtlat_exceeded {
	enum rtlat_context context;
	uint64_t limit;
	struct rtlat_sample sample;
	bool period; /* the noise of all of a period did: seq counts these, expiry is its end */
	unsigned int nr_stack; /* what the timer's interrupt met, innermost first; 0: not known */
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
	unsigned int contexts; /* RTLAT_HAS() of what the source measures, or tells */
	struct timespec start; /* CLOCK_REALTIME */
	struct timespec end;
	bool running;           /* it goes on: of rtlat_run_interim() */
	uint64_t duration_ns;   /* measured, warm-up not included */
	bool complete;          /* nothing lost, every CPU measured to the end */
	bool realtime_priority; /* false: the threads ran at normal priority */
	enum rtlat_status status;
	const struct rtlat_notes *reasons; /* why status is not pass, gates aside */
	const struct rtlat_gate_result *gates;
	unsigned int nr_gates;
	const struct rtlat_notes *notes;
	const char *stop; /* NULL, or what ended the run early: "signal SIGINT", "threshold", ... */
	const struct rtlat_exceeded *exceeded; /* NULL: no limit was reached */
	const struct rtlat_stack *stacks;      /* of delays, which have their number less 1 */
	unsigned int nr_stacks;
	const struct rtlat_event_histogram *histograms; /* of events, each of which is there once */
	unsigned int nr_histograms;
	struct rtlat_cpu_result *cpus;
	unsigned int nr_cpus;
	struct rtlat_cpu_result total;
};

/* That of one CPU, or NULL. */
const struct rtlat_cpu_result *rtlat_result_cpu(const struct rtlat_result *result, int cpu);

/* "measured", "offline", "failed" */
const char *rtlat_cpu_state_name(enum rtlat_cpu_state state);

/*
 * A run: a source, its threads, and a recorder per CPU.
 *
 *	create -> start -> (wait, rows, reset)* -> end -> stop -> result -> destroy
 *
 * create chooses the source and checks everything that can be checked without changing anything;
 * start changes the machine (through the journal of rtlat_restore()), and goes on to the next source
 * where a right is missing for the one that was chosen and not named; stop undoes that. After an
 * error at any point, destroy is all that is needed. What went wrong was said to the log.
 */
struct rtlat_run;

int rtlat_run_create(struct rtlat_run **run, const struct rtlat_config *config);
/*
 * The calling thread must live until the run has been stopped: with the sources that measure in
 * processes (record, timerlat-user), the kernel kills these when the thread that started them ends.
 */
int rtlat_run_start(struct rtlat_run *run);
/*
 * Sleep until the run is over (returns 1), until `timeout_ns` has passed, rtlat_run_wake() was
 * called or, with config.go_on, a limit was reached (returns 0).
 */
int rtlat_run_wait(struct rtlat_run *run, uint64_t timeout_ns);
/* End a wait early. Safe from any thread and from a signal handler. */
void rtlat_run_wake(struct rtlat_run *run);
/*
 * The sample that has reached a limit, without its stack; -ENODATA: none has. With config.go_on
 * there may be more, one of each CPU: rtlat_run_go_on() forgets this one, so that the next is told.
 * Meanwhile all of them are recorded; the first is the one in the result.
 */
int rtlat_run_exceeded(struct rtlat_run *run, struct rtlat_exceeded *exceeded);
void rtlat_run_go_on(struct rtlat_run *run);
/*
 * With config.trace: write what was traced last to `fd`, an empty regular file. Tracing is off
 * meanwhile; what has reached a limit has turned it off before, unless the run goes on. Between
 * start and stop.
 */
enum rtlat_trace_format {
	RTLAT_TRACE_TEXT, /* as the kernel puts it into words */
	RTLAT_TRACE_DAT, /* a trace.dat, for trace-cmd and kernelshark; takes it out of the buffers */
};

int rtlat_run_save_trace(struct rtlat_run *run, enum rtlat_trace_format format, int fd);
/*
 * End measuring: what was recorded is final, and rtlat_run_exceeded() knows of all of it.
 * `why` (borrowed, may be NULL) becomes result.stop.
 */
int rtlat_run_end(struct rtlat_run *run, const char *why);
/* Restore the machine. Where measuring has not been ended it is, with `why`. */
int rtlat_run_stop(struct rtlat_run *run, const char *why);
/* The result borrows from the run: valid until the run is reset or destroyed. After stop only. */
int rtlat_run_result(struct rtlat_run *run, struct rtlat_result *result);
/*
 * Between start and stop: the result so far, each CPU as of its own snapshot, without linear
 * histograms, of which its configuration has none. `stop` says that it is interim. Valid until the
 * run's next call.
 */
int rtlat_run_interim(struct rtlat_run *run, struct rtlat_result *result);
void rtlat_run_destroy(struct rtlat_run *run);

/* In force, with cpus and housekeeping filled in. */
const struct rtlat_config *rtlat_run_config(const struct rtlat_run *run);
const char *rtlat_run_source(const struct rtlat_run *run);
const char *rtlat_run_source_reason(const struct rtlat_run *run);
/* As result.contexts. */
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
		uint64_t p99; /* 0: too few samples */
		uint64_t max;
	} context[RTLAT_CONTEXTS];
	struct rtlat_noise noise;   /* without its sources; all zero where that is not measured */
	struct rtlat_delays delays; /* the same */
	struct rtlat_noise_source source; /* that took most; time 0: none, or not known */
};

unsigned int rtlat_run_nr_cpus(const struct rtlat_run *run);
int rtlat_run_row(struct rtlat_run *run, unsigned int index, struct rtlat_row *row);
/* The last row, once the run has ended. */
void rtlat_cpu_result_row(const struct rtlat_cpu_result *cpu, struct rtlat_row *row);
/* A consistent copy of one CPU's (or the total's) histogram of one context. */
int rtlat_run_histogram(struct rtlat_run *run, unsigned int index, enum rtlat_context context,
			struct rtlat_histogram *histogram);
/* Begin the statistics anew, and the duration with them, without a pause in measuring. */
int rtlat_run_reset(struct rtlat_run *run);

/*
 * Undo what a run left behind that was killed before it could restore the machine. Returns the
 * number of changes that it left (0: none), -EBUSY with the pid of a run that is alive in *owner,
 * -EUCLEAN where somebody else could have written what was to be undone, or another errno. What
 * was undone goes to the log, and what was not, with the reason.
 */
int rtlat_restore(const struct rtlat_log *log, int *owner);

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_H */

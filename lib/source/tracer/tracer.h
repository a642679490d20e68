/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The kernel's timerlat tracer in an instance of rtlat's own: its settings, the processes that read
 * timerlat_fd, and the threads that collect the trace.
 */
#ifndef LIB_SOURCE_TRACER_TRACER_H
#define LIB_SOURCE_TRACER_TRACER_H

#include <tracefs.h>

#include "lib/source/tracer/osnoise_samples.h"
#include "lib/session/session.h"
#include "lib/trace/noise_event.h"
#include "lib/source/tracer/timerlat_samples.h"
#include "lib/trace/stack_event.h"
#include "lib/trace/dat_file.h"
#include "lib/trace/reader.h"

/* The periods that the tracer itself accepts. */
#define TIMERLAT_PERIOD_MIN (100 * RTLAT_NSEC_PER_USEC)
#define TIMERLAT_PERIOD_MAX (1000 * RTLAT_NSEC_PER_MSEC)

struct timerlat;
struct timerlat_collector;
struct timerlat_cpu;

/* The operations in which the tracers differ: timerlat, and osnoise. */
struct tracer {
	const char *name;
	bool has_priority; /* its threads begin with one of their own */
	int (*load_formats)(struct timerlat *timerlat);
	/* Writes the tracer's settings, but for the limits. */
	int (*set)(struct timerlat *timerlat);
	/* Bytes that are traced per second on one CPU. */
	uint64_t (*trace_rate)(const struct timerlat *timerlat);
	uint64_t interval_max; /* between two looks at the buffers */
	bool rate_varies;      /* buffers that fill faster are collected more often */
	/*
	 * begin() comes before the first look at a CPU's trace buffer; take() puts its content into
	 * the CPU's recorder; finish() takes the rest at the end.
	 */
	void (*begin)(struct timerlat_cpu *cpu);
	void (*take)(struct timerlat_cpu *cpu);
	void (*finish)(struct timerlat_cpu *cpu);
	/* After each look at the buffers; NULL: there is nothing else to do. */
	void (*looked)(struct timerlat_collector *collector);
};

extern const struct tracer tracer_timerlat;
extern const struct tracer tracer_osnoise;

/*
 * The loop of a reader of timerlat_fd, in a process of its own. Returns 0 when told to stop, or a
 * negative errno of read().
 */
typedef int (*timerlat_read_loop)(struct timerlat_cpu *cpu, int fd);

struct timerlat_cpu {
	struct timerlat *timerlat;
	struct run_cpu *cpu;
	struct trace_reader *reader;
	struct timerlat_samples samples;
	struct noise noise;             /* with config.explain */
	struct osnoise_samples osnoise; /* where that is the tracer */
	struct trace_reader *periods;   /* of its other buffer */
	struct trace_page period_page;  /* up to the next one that is to be taken, */
	const void *period;             /* which is NULL where it has to be looked for, */
	bool no_period; /* no end of a period has come since the last page of noise */
	uint64_t periods_overrun;
	struct trace_entry exceeding; /* noise, for the trace that is kept */
	struct kernel_stack stack;    /* the latest, with config.stack_ns */
	unsigned int pages;           /* that were taken in the last collection */
	bool more;                    /* there were more than were read in one look */
	uint64_t overrun;             /* entries that were lost, at the last look that found some */
	int unread;                   /* -errno: the last try to empty the trace buffer failed */
	bool told_unread;             /* that one did */
	struct pause_watch pause;     /* for samples */
	bool reached;                 /* a limit in a trace that goes on, in its last activation */
	bool over;                    /* that has ended */
	pid_t pid;                    /* of the process on timerlat_fd; 0: none */
	bool reads;                   /* it has opened its file */
	bool finished;                /* it was told to stop, and did */
	int pidfd;
};

struct timerlat_collector {
	struct timerlat *timerlat;
	pthread_t thread;
	unsigned int first;  /* collects every nr_collectors'th CPU from here */
	uint64_t interval;   /* between two collections */
	uint64_t looked_at;  /* when the last collection began, or the thread did */
	uint64_t next_count; /* time of the next reading of the kernel's counts */
};

struct timerlat {
	struct session *run;
	const struct tracer *tracer;
	bool user;    /* the workload runs in user space */
	bool records; /* samples do not come through the trace */
	int device;   /* kernel threads of the module; -1: none are */
	bool by_device;
	uint64_t first_expiry; /* of the first reader of the device; 0: any time */
	bool stops;            /* the tracer stops tracing at the limits of the configuration */
	bool looks;            /* it does not: limits are looked for in each entry */
	timerlat_read_loop read_loop;
	/* The work for each CPU at each collection; NULL: none. */
	void (*collect)(struct timerlat_cpu *cpu);
	struct tracefs_instance *instance;
	struct tracefs_instance *kept; /* NULL: no trace is kept */
	/*
	 * The instance to which osnoise writes the sums of each period, in a buffer that noise
	 * cannot fill. NULL: they are in the noise's own buffer.
	 */
	struct tracefs_instance *periods;
	struct tep_handle *tep;
	struct trace_event event;
	struct trace_field seq;
	struct trace_field context;
	struct trace_field latency;
	struct trace_field pid;
	struct noise_formats noise; /* with config.explain */
	struct osnoise_formats osnoise;
	struct stack_format stack; /* with config.stack_ns */
	struct timerlat_cpu *cpus; /* run->nr_cpus */
	uint64_t interval;         /* between two collections */
	unsigned int buffer_pages; /* of each CPU */
	atomic_bool flooded;       /* noise comes faster than it can be read */
	bool tried_to_count;       /* so the kernel was asked to count it */
	_Atomic(uint64_t *)
		counted;    /* of each CPU and bucket, at the last reading; NULL: it does not */
	uint64_t dropped;   /* for which it had no room */
	uint64_t off_since; /* when tracing was seen to be off for no known reason; or 0 */
	int go_pipe[2];     /* readers wait for its end */
	int stop_fd;
	/* tracing_on of the instance that tells whether tracing is off; -1: there is none */
	int on_fd;
	struct timerlat_collector *collectors;
	unsigned int nr_collectors;
	unsigned int nr_running; /* collectors */
};

/* timerlat.c: shared by all sources on the tracer */
struct timerlat *timerlat_create(struct session *run, const struct tracer *tracer, bool user);
void timerlat_destroy(struct timerlat *timerlat);
/* The run ended at `to`, and the CPU's thread was still late: the periods since its last sample. */
void timerlat_add_unserved(struct timerlat_cpu *cpu, uint64_t to);
/*
 * Starts the readers, unless the user runs the load, and the collectors. The tracer is enabled
 * before.
 */
int timerlat_start_user(struct timerlat *timerlat);
/* Takes the trace up to `to`. */
void timerlat_end_at(struct session *run, uint64_t to);
/* The member of struct rtlat_source. */
void timerlat_stop(struct session *run);

/* probe.c: is it there, and may we? As rtlat_source_probe(). */
int timerlat_probe(const struct rtlat_config *config, bool user, char *why, size_t size);
/* Checks that tracefs may be used and has the tracer `name`, which the kernel's `option` builds. */
int timerlat_probe_tracer(const char *name, const char *option, char *why, size_t size);
/* True if the tracer knows the option, whether it is set or not. */
bool timerlat_knows_option(const char *name);
/* tracefs, mounted now if need be; NULL where that fails. */
const char *timerlat_directory(void);
/* Forms the path of the setting `name`. */
void timerlat_setting_path(char *path, size_t size, const char *name);
/* True if the tracer is rtlat's, which gives records and keeps histograms. */
bool timerlat_has_records(void);
/*
 * Checks that a tracer of rtlat's is there, in the kernel or, which *by_device tells, as its
 * module. As rtlat_source_probe(); `lack` says what the kernel's own tracer does not do.
 */
int timerlat_probe_own(const struct rtlat_config *config, bool user, const char *lack,
		       bool *by_device, char *why, size_t size);
/* True if `word`, an option's name with or without NO_, is one of the options in force. */
bool timerlat_has_option(const char *word);

/* setup.c */
/* An instance with everything set but the tracer; then the tracer. Through the journal. */
int timerlat_configure(struct timerlat *timerlat);
int timerlat_enable(struct timerlat *timerlat);
/* Once the warm-up is over, tell the tracer where to stop tracing. */
int tracer_set_limits(struct timerlat *timerlat);

/* settings.c: all changes go through the journal, and failures are logged. */
int tracer_set_path(struct timerlat *timerlat, const char *path, const char *value);
/* A file of osnoise/ */
int tracer_set(struct timerlat *timerlat, const char *name, const char *value);
int tracer_set_number(struct timerlat *timerlat, const char *name, uint64_t value);
int tracer_set_option(struct timerlat *timerlat, const char *name, bool on);
int tracer_set_cpus(struct timerlat *timerlat);
/* Ends the tracer's threads, each in the middle of its period, and starts them anew. */
void tracer_restart_threads(void);
/* Do so in two steps. *cpus holds what the second step needs, and is freed by it. */
int tracer_end_threads(char **cpus);
void tracer_begin_threads(char *cpus);

/* trace.c: the trace that is kept */
int timerlat_trace_create(struct timerlat *timerlat);
/* Ends the trace: nothing that happens after the run gets into it. */
void timerlat_trace_end(struct timerlat *timerlat);
/* The member of struct rtlat_source. */
int timerlat_save_trace(struct session *run, enum rtlat_trace_format format, int fd);

/* -P and -C for kernel threads, once they exist. */
int timerlat_adjust_kthreads(struct timerlat *timerlat);

/* readers.c: start all and wait until they have opened their files; then let them go. */
int timerlat_readers_start(struct timerlat *timerlat);
void timerlat_readers_go(struct timerlat *timerlat);
/* For readers that record: let each end with the sample that it is at. */
void timerlat_readers_finish(struct timerlat *timerlat);
void timerlat_readers_kill(struct timerlat *timerlat);

/* collect.c */
int timerlat_collect_open(struct timerlat *timerlat);
int timerlat_collect_start(struct timerlat *timerlat);
/* Takes what is left in the buffers, and ends the collectors. */
void timerlat_collect_stop(struct timerlat *timerlat);
void timerlat_collect_close(struct timerlat *timerlat);

/* resume.c */
int timerlat_resume_open(struct timerlat *timerlat);
/* True if tracing is off but should be on. */
bool timerlat_is_off(const struct timerlat *timerlat);
void timerlat_resume(struct timerlat *timerlat);
/* After a collection, before which tracing was off or not: unless it was for a limit, on again. */
void timerlat_resume_if_untold(struct timerlat *timerlat, bool was_off);

/* resume.c: in all instances, on or off */
void timerlat_set_tracing(const struct timerlat *timerlat, bool on);

/* Members of struct tracer. */
void timerlat_begin(struct timerlat_cpu *cpu);
void timerlat_take(struct timerlat_cpu *cpu);
void timerlat_finish(struct timerlat_cpu *cpu);
/* timerlat_take.c: that of all pages, each by `take`. */
void timerlat_take_pages(struct timerlat_cpu *cpu,
			 void (*take)(struct timerlat_cpu *cpu, struct trace_page *page));
/* Say it once of a CPU that its trace cannot be read. */
void timerlat_tell_unread(struct timerlat_cpu *cpu, int err);
/* The stack of the sample that ended the run, if there is one, into the run. */
void timerlat_take_stack(struct timerlat *timerlat);
/* Finds the stack where nothing was collected: in the trace buffer. */
void timerlat_find_stack(struct timerlat *timerlat);

/* osnoise_take.c, as struct tracer has them */
void osnoise_begin(struct timerlat_cpu *cpu);
void osnoise_take(struct timerlat_cpu *cpu);
void osnoise_finish(struct timerlat_cpu *cpu);
/* osnoise_ops.c: have each noise traced, and the sums of each period */
int osnoise_enable_gaps(struct timerlat *timerlat);
int osnoise_create_periods(struct timerlat *timerlat);
/* osnoise_count.c: members of struct tracer */
void osnoise_count(struct timerlat_collector *collector);

#endif /* LIB_SOURCE_TRACER_TRACER_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Structures and functions that the parts of the tracers share. */
#ifndef _RTLAT_H
#define _RTLAT_H

#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/percpu.h>
#include <linux/rtlat_compat.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>
#include <uapi/linux/timerlat.h>

#define RTLAT_PRIORITY		95
#define RTLAT_PERIOD_MIN	(20 * NSEC_PER_USEC)
#define RTLAT_PERIOD_MAX	(1000 * NSEC_PER_MSEC)

enum rtlat_context {
	RTLAT_CONTEXT_IRQ,
	RTLAT_CONTEXT_THREAD,
	RTLAT_CONTEXT_RETURN,
};

enum rtlat_tracer {
	RTLAT_NONE,
	RTLAT_OSNOISE,
	RTLAT_TIMERLAT,
};

/* Bits of rtlat_options, in the order of the options file. */
enum rtlat_option {
	RTLAT_OPTION_DEFAULTS,
	RTLAT_OPTION_WORKLOAD,
	RTLAT_OPTION_PANIC,
	RTLAT_OPTION_PREEMPT_DISABLE,
	RTLAT_OPTION_IRQ_DISABLE,
	RTLAT_OPTION_ALIGN,
	RTLAT_OPTIONS,
};

#define RTLAT_DEFAULT_OPTIONS	BIT(RTLAT_OPTION_WORKLOAD)

/* Settings of a CPU's timer: ns; a threshold of 0 is none. */
struct rtlat_settings {
	u64 period;
	u64 stop;	/* of the IRQ latency; with osnoise of one noise */
	u64 stop_total;	/* of the thread latency; with osnoise of a period's noise */
	u64 print_stack;
};

/* Settings of osnoise alone, and of all CPUs of timerlat together: ns */
struct rtlat_tracer_settings {
	u64 period;
	u64 runtime;
	u64 align;
};

/* settings.c */
extern struct rtlat_settings rtlat_settings;
extern struct rtlat_tracer_settings rtlat_tracer_settings;
extern unsigned long rtlat_options;
extern enum rtlat_tracer rtlat_running;
extern struct cpumask rtlat_cpus_wanted;
/* Before the first timer of a workload is armed. */
void rtlat_align_begin(void);

static inline bool rtlat_option(enum rtlat_option option)
{
	return test_bit(option, &rtlat_options);
}

/*
 * Accounting of one level, written by that level only, so that a higher one
 * which interrupts may read all of it. A span is open while start is not 0.
 */
struct rtlat_span {
	u64 start;
	u64 nested;	/* the total that higher levels had taken at the start */
	u64 before;	/* net time of a span that was cut in two */
	u64 total;	/* net time of all closed spans */
	u32 count;	/* of spans since the tracer was started */
	int id;
};

/* The activation that is armed or under way. */
struct rtlat_window {
	bool open;		/* from arming to the thread */
	bool fired;
	bool in_handler;	/* the open IRQ span is the timer's own */
	u64 expiry;
	struct timerlat_record record;
};

enum rtlat_state {
	RTLAT_IDLE,	/* the last sample was taken, or there was none */
	RTLAT_ARMED,
	RTLAT_FIRED,
};

#define RTLAT_STACK_ENTRIES	128

struct rtlat_stack {
	unsigned int nr;
	unsigned long calls[RTLAT_STACK_ENTRIES];
};

/* The task that sent an interrupt to another CPU, and where it ran. */
struct rtlat_sender {
	u32 sequence;	/* of writes; 0: there was none, odd: one is under way */
	int cpu;
	pid_t pid;
	char name[TASK_COMM_LEN];
};

struct rtlat_hist;
struct rtlat_file;

struct rtlat_cpu {
	int cpu;
	bool active;			/* probes account for this CPU */
	bool user;			/* task reads records */
	bool migrated;
	bool osnoise;			/* task is osnoise's loop */
	struct task_struct *task;
	struct task_struct *leaving;	/* between the two halves of a detachment */
	pid_t pid;
	const struct rtlat_settings *settings;
	/* the module alone */
	struct rtlat_file *file;	/* to which the CPU belongs */
	u64 first_expiry;		/* 0: a period after the start */

	struct rtlat_span span[TIMERLAT_LEVELS];
	struct rtlat_span other_timer;	/* whose function runs in an interrupt that has ours */
	unsigned long other_function;
	u32 nmis;			/* closed, to read a clock and totals as one */
	int timer_irq;			/* by which the timer comes; -1: not known */

	enum rtlat_state state;
	bool sampled;			/* there is an activation to return from */
	u64 seq;
	u64 return_latency;
	u64 missed;			/* since the tracer was started */
	struct hrtimer timer;
	struct rtlat_window window;

	struct rtlat_hist *hist;	/* of kernel threads, until the tracer ends */
	struct rtlat_stack stack;
	struct irq_work irq_work;
	struct work_struct work;

	struct rtlat_sender sent;	/* the latest to this CPU, written by other CPUs */
	struct rtlat_sender arrived;	/* of the interrupt that goes on, if it is an IPI */
};

/* cpu.c */
extern struct rtlat_cpu __percpu *rtlat_cpus;

static __always_inline struct rtlat_cpu *rtlat_this_cpu(void)
{
	return this_cpu_ptr(rtlat_cpus);
}

static __always_inline struct rtlat_cpu *rtlat_of_cpu(int cpu)
{
	return per_cpu_ptr(rtlat_cpus, cpu);
}

int rtlat_cpus_create(void);
void rtlat_cpus_destroy(void);
/* Attaches a task, by which its timer is armed: from here on the timer wakes the task. */
void rtlat_attach(struct rtlat_cpu *c, const struct rtlat_settings *settings,
		  struct task_struct *task, bool user);
/*
 * The opposite, in two halves with a grace period (synchronize_rcu()) between them, which many CPUs
 * may share.
 */
void rtlat_detach(struct rtlat_cpu *c);
void rtlat_detach_end(struct rtlat_cpu *c);

/* Any context, NMI too. */
static inline u64 rtlat_clock(void)
{
	return ktime_get_mono_fast_ns();
}

/* The tracer and the module each have the following three functions of their own. */

/* Notes that a reader leaves its CPU. The scheduler, which tells, holds its locks. */
void rtlat_reader_leaves(struct rtlat_cpu *c);
/* Returns what read() returns to such a reader. */
int rtlat_reader_has_left(void);
/* Returns when the CPU's first timer is to expire. */
u64 rtlat_first_expiry(const struct rtlat_cpu *c, u64 now);

/* workload.c: which task runs on which CPU. The functions take their locks themselves. */
int rtlat_workload_start(enum rtlat_tracer tracer);
void rtlat_workload_stop(void);
/* Run `change` while no workload runs, and start it again. */
int rtlat_workload_change(int (*change)(void *data), void *data);
int rtlat_workload_claim(struct rtlat_cpu *c);
void rtlat_workload_release(struct rtlat_cpu *c, struct task_struct *task);
int rtlat_workload_init(void);
/* The CPU's histograms; -ENODATA: it has none. */
int rtlat_workload_hist_show(struct rtlat_cpu *c, struct seq_file *s);
int rtlat_workload_hist_clear(struct rtlat_cpu *c, u64 linear_ns, int entries);

/* timer.c */
void rtlat_timer_setup(struct rtlat_cpu *c);
void rtlat_timer_cancel(struct rtlat_cpu *c);
/* The caller's timer, for its next activation. -EINVAL: it is not its CPU or timer any more. */
int rtlat_timer_arm(struct rtlat_cpu *c);
/*
 * Waits until the timer has fired. -EINTR: a signal, or kthread_stop(); -EINVAL: the task was
 * detached.
 */
int rtlat_timer_wait(struct rtlat_cpu *c);
/* The thread is here: take the latency. -EINVAL: it is on another CPU. */
int rtlat_timer_thread(struct rtlat_cpu *c);
/* The thread is back: take the latency, once. */
void rtlat_timer_return(struct rtlat_cpu *c);
int rtlat_timer_main(void *data);

/*
 * In the ids of interrupts, those of x86's vectors have this bit, as they and the numbers of
 * devices' interrupts overlap. Who reads an id gets it without.
 */
#define RTLAT_VECTOR	BIT(30)

/* interference.c */
void rtlat_account_reset(struct rtlat_cpu *c);
void rtlat_account_enter_nmi(struct rtlat_cpu *c);
void rtlat_account_leave_nmi(struct rtlat_cpu *c);
void rtlat_account_enter_irq(struct rtlat_cpu *c, int id);
void rtlat_account_leave_irq(struct rtlat_cpu *c, int id, const char *name);
/* Accounts for a call of another timer's function in an interrupt. */
void rtlat_account_timer(struct rtlat_cpu *c, unsigned long function);
void rtlat_account_enter_softirq(struct rtlat_cpu *c, int vector);
void rtlat_account_leave_softirq(struct rtlat_cpu *c, int vector);
void rtlat_account_switch(struct rtlat_cpu *c, struct task_struct *prev,
			  struct task_struct *next);
/* The next activation; its timer fires; its thread runs. The latter two return the time. */
void rtlat_account_arm(struct rtlat_cpu *c, u64 expiry);
u64 rtlat_account_fire(struct rtlat_cpu *c);
u64 rtlat_account_close(struct rtlat_cpu *c);
/* Returns the number of interruptions so far, of all levels. */
u64 rtlat_account_interruptions(const struct rtlat_cpu *c);

/* hooks.c: the probes that call the accounting */
int rtlat_hooks_register(void);
void rtlat_hooks_unregister(void);

/* output.c: what the tracing instances get */
struct trace_array;
int rtlat_output_add(struct trace_array *tr);
/* Removes an instance. Nothing is written to it after this has returned. */
void rtlat_output_remove(struct trace_array *tr);
unsigned int rtlat_output_instances(void);
/*
 * Write the sample of the timer, in its interrupt, and of the thread, which also notes the maximum.
 */
void rtlat_output_irq(struct rtlat_cpu *c, u64 latency);
void rtlat_output_latency(struct rtlat_cpu *c, enum rtlat_context context, u64 latency);
void rtlat_output_stop(struct rtlat_cpu *c, enum rtlat_context context, u64 latency,
		       u64 threshold);	/* ns */
void rtlat_output_max(u64 latency);
void rtlat_output_stack(const unsigned long *calls, unsigned int nr);
bool rtlat_output_on(void);

struct rtlat_noise {
	u64 noise;
	u64 runtime;
	u64 max_sample;
	u32 hardware;
	u32 count[TIMERLAT_LEVELS];
};

void rtlat_output_noise(const struct rtlat_noise *noise);
u64 rtlat_output_threshold(void);

/* stack.c */
void rtlat_stack_save(struct rtlat_cpu *c);
void rtlat_stack_output(struct rtlat_cpu *c, u64 latency);

/* hist.c */
struct rtlat_hist *rtlat_hist_alloc(u64 linear_ns, u32 entries);
void rtlat_hist_free(struct rtlat_hist *hist);
/*
 * Has the CPU, which has one, begin a new one. With `entries` that gets a linear one; -1 leaves
 * that as it was. The caller keeps others from doing so.
 */
int rtlat_hist_clear(struct rtlat_cpu *c, u64 linear_ns, int entries);
/*
 * Copies the parts in use consistently, to a histogram with the most entries there can be. False:
 * it was being written all the time.
 */
bool rtlat_hist_copy(struct rtlat_hist *to, const struct rtlat_hist *from);
void rtlat_hist_show(struct seq_file *s, const struct rtlat_hist *hist);
/* The activation whose thread has just run. */
void rtlat_hist_add(struct rtlat_cpu *c);

/* kthread.c: the workload's threads in the kernel, for themselves */
void rtlat_kthread_bind(void);
/* True if the thread is to end, or may not stay on its CPU. */
bool rtlat_kthread_must_leave(void);
/* The thread's last: returns when it is to end. */
void rtlat_kthread_leave(void);

/* osnoise.c */
int rtlat_osnoise_main(void *data);

/* record.c: one activation for a reader. Returns the bytes of its record, or a negative errno. */
ssize_t rtlat_record_read(struct rtlat_cpu *c, char __user *buffer, size_t count);

/* fd.c, options.c, files.c */
extern const struct file_operations rtlat_fd_fops;
extern const struct file_operations rtlat_options_fops;
int rtlat_files_create(void);

#endif /* _RTLAT_H */

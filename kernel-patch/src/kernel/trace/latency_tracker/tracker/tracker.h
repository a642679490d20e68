/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Services that the trackers share: each is a module that gives its probes to tracker_load() and
 * has parameters, an alert stream, a histogram and counts from then on.
 */
#ifndef _LATENCY_TRACKER_TRACKER_H
#define _LATENCY_TRACKER_TRACKER_H

#include <linux/fs.h>
#include <linux/latency_tracker.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/rcupdate.h>
#include <linux/rtlat_compat.h>
#include <linux/sched.h>
#include <linux/timekeeping.h>
#include <linux/tracepoint.h>
#include <uapi/linux/latency_tracker.h>

struct alert_ring;
struct dentry;
struct tracker_filter;
struct tracker_histogram;
struct tracker_notes;

/**
 * struct tracker_probe - a probe of a tracker, and where it goes
 * @tracepoint: name of the tracepoint
 * @function: called there, the tracker is its first argument
 * @found: the tracepoint, while the probe is there
 */
struct tracker_probe {
	const char *tracepoint;
	void *function;
	struct tracepoint *found;
};

/**
 * struct tracker - one tracker
 * @name: of its directory
 * @number: LATENCY_TRACKER_*
 * @capacity: events that may be under way at once
 * @module: whose it is
 * @probe: what it hooks
 * @nr_probes: how many
 * @threshold: in ns; 0: each event is an alert
 * @timeout: in ns; 0: none
 * @filter: whom to track; NULL: all
 * @core: pairs its events
 * @alerts: its alerts
 * @histogram: its delays
 * @add_counts: adds what it has counted itself; NULL: nothing
 * @directory: in debugfs
 * @ending: it is being unloaded: what its events are about may be gone
 */
struct tracker {
	const char *name;
	u16 number;
	unsigned int capacity;
	struct module *module;
	struct tracker_probe *probe;
	unsigned int nr_probes;
	u64 threshold;
	u64 timeout;
	struct tracker_filter __rcu *filter;
	struct latency_tracker *core;
	struct alert_ring *alerts;
	struct tracker_histogram *histogram;
	void (*add_counts)(struct latency_tracker_counts *counts);
	struct dentry *directory;
	bool ending;
};

int tracker_load(struct tracker *tracker);
void tracker_unload(struct tracker *tracker);

/* filter.c */
extern const struct kernel_param_ops tracker_param_microseconds;
extern const struct kernel_param_ops tracker_param_pid;
extern const struct kernel_param_ops tracker_param_comm;
extern const struct kernel_param_ops tracker_param_cpus;
extern const struct kernel_param_ops tracker_param_prio_max;
extern const struct kernel_param_ops tracker_param_rt_only;

/* Parameters of the static variable tracker. */
#define TRACKER_PARAMETERS()							\
	module_param_cb(usec_threshold, &tracker_param_microseconds,			\
			&tracker.threshold, 0644);					\
	MODULE_PARM_DESC(usec_threshold, "longer delays are alerts (us, 0: all are)");	\
	module_param_cb(usec_timeout, &tracker_param_microseconds,			\
			&tracker.timeout, 0644);					\
	MODULE_PARM_DESC(usec_timeout, "an alert already after this long (us, 0: no)");	\
	module_param_cb(pid, &tracker_param_pid, &tracker, 0644);			\
	MODULE_PARM_DESC(pid, "only this thread, or this process (0: all)");		\
	module_param_cb(comm, &tracker_param_comm, &tracker, 0644);			\
	MODULE_PARM_DESC(comm, "only tasks of this name (empty: all)");			\
	module_param_cb(cpus, &tracker_param_cpus, &tracker, 0644);			\
	MODULE_PARM_DESC(cpus, "only these CPUs (list, empty: all)");			\
	module_param_cb(prio_max, &tracker_param_prio_max, &tracker, 0644);		\
	MODULE_PARM_DESC(prio_max, "only tasks of this kernel priority or a lower number"); \
	module_param_cb(rt_only, &tracker_param_rt_only, &tracker, 0644);		\
	MODULE_PARM_DESC(rt_only, "only real-time tasks")

bool tracker_filter_task(const struct tracker_filter *filter, const struct task_struct *task);
bool tracker_filter_delay(const struct tracker_filter *filter, u64 delay);

static inline bool tracker_wants_task(const struct tracker *tracker,
				      const struct task_struct *task)
{
	const struct tracker_filter *filter = rcu_dereference_sched(tracker->filter);

	return likely(!filter) || tracker_filter_task(filter, task);
}

/* Whether a delay that ends now, on this CPU, counts. */
static inline bool tracker_wants_delay(const struct tracker *tracker, u64 delay)
{
	const struct tracker_filter *filter = rcu_dereference_sched(tracker->filter);

	return likely(!filter) || tracker_filter_delay(filter, delay);
}

/* histogram.c */
struct tracker_histogram *tracker_histogram_create(u16 number);
void tracker_histogram_destroy(struct tracker_histogram *histogram);
void tracker_histogram_record(struct tracker_histogram *histogram, u64 delay);
extern const struct file_operations tracker_histogram_file;
extern const struct file_operations tracker_clear_file;

/* alert.c */
struct alert_ring *alert_ring_create(void);
void alert_ring_destroy(struct alert_ring *ring);
void alert_ring_counts(struct alert_ring *ring, u64 *alerts, u64 *lost);
extern const struct file_operations tracker_alerts_file;

void tracker_alert_begin(const struct tracker *tracker, struct latency_alert *alert,
			 const struct latency_tracker_event *event, unsigned int timeout);
void tracker_alert_over(const struct tracker *tracker, struct latency_alert *alert, u64 delay);
void tracker_alert_task(struct latency_alert *alert, const struct task_struct *task);
void tracker_alert_end(const struct tracker *tracker, struct latency_alert *alert);

/* stack.c: each returns how many addresses there are, LATENCY_ALERT_STACK at most. */
unsigned int tracker_stack_here(const struct tracker *tracker, u64 *stack);
unsigned int tracker_stack_of(const struct tracker *tracker, struct task_struct *task, u64 *stack);

/* note.c */
/**
 * struct tracker_note - what is found out about an event while it is under way
 * @time: when
 * @pid: of whom
 * @prio: its priority
 * @comm: its name
 * @stack_size: addresses that are used
 * @stack: a stack
 */
struct tracker_note {
	u64 time;
	pid_t pid;
	int prio;
	char comm[TASK_COMM_LEN];
	unsigned int stack_size;
	u64 stack[LATENCY_ALERT_STACK];
};

struct tracker_notes *tracker_notes_create(void);
void tracker_notes_destroy(struct tracker_notes *notes);
struct tracker_note *tracker_note_begin(struct tracker_notes *notes, const void *owner, u64 start,
					u64 weight, unsigned long *flags);
struct tracker_note *tracker_note_find(struct tracker_notes *notes, const void *owner, u64 start,
				       unsigned long *flags);
void tracker_note_end(struct tracker_notes *notes, const void *owner, unsigned long flags);

/* The note of an event that is to end without a word. */
#define TRACKER_DROPPED ((void *)-1L)

bool tracker_drop(const struct tracker *tracker, void *key, size_t size);

static inline int tracker_in(const struct tracker *tracker, void *key, size_t size,
			     void (*over)(unsigned long ptr, unsigned int timeout), u64 timeout,
			     void *priv)
{
	/* Each delay is counted, so each is to be told, however short. */
	return latency_tracker_event_in(tracker->core, key, size, 0, over, timeout, priv);
}

/* An event that is begun twice begins the second time: it was never over, or is another one. */
static inline void tracker_in_anew(const struct tracker *tracker, void *key, size_t size,
				   void (*over)(unsigned long ptr, unsigned int timeout),
				   u64 timeout, void *priv)
{
	if (tracker_in(tracker, key, size, over, timeout, priv) != -EEXIST)
		return;
	tracker_drop(tracker, key, size);
	tracker_in(tracker, key, size, over, timeout, priv);
}

/* Whether a delay is an alert. */
static __always_inline bool tracker_is_long(const struct tracker *tracker, u64 delay)
{
	u64 threshold = READ_ONCE(tracker->threshold);

	return unlikely(delay > threshold || !threshold);
}

/* Whether an event that is over, or timed out, is an alert; counts its delay. */
static inline bool tracker_over(const struct tracker *tracker,
				const struct latency_tracker_event *event, unsigned int timeout)
{
	if (event->priv == TRACKER_DROPPED || READ_ONCE(tracker->ending) ||
	    !tracker_wants_delay(tracker, timeout ? event->timeout : event->delay))
		return false;
	if (timeout)
		return true;
	tracker_histogram_record(tracker->histogram, event->delay);
	return tracker_is_long(tracker, event->delay);
}

#endif /* _LATENCY_TRACKER_TRACKER_H */

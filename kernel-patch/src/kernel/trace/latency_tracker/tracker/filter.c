// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parameters that all trackers have, and whom a tracker is to track. A filter is replaced as a
 * whole, so that a probe sees either the old or the new one; without any there is none to look at.
 */
#include <linux/cpumask.h>
#include <linux/kstrtox.h>
#include <linux/mutex.h>
#include <linux/sched/prio.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/threads.h>
#include <uapi/linux/timerlat_hist.h>

#include "tracker.h"

struct tracker_filter {
	struct rcu_head rcu;
	u64 since; /* CLOCK_MONOTONIC, ns */
	pid_t pid;
	int prio_max;
	bool rt_only;
	bool has_cpus;
	char comm[TASK_COMM_LEN];
	struct cpumask cpus;
};

static DEFINE_MUTEX(filter_mutex);

static const struct tracker_filter all = {
	.prio_max = MAX_PRIO - 1,
};

bool tracker_filter_task(const struct tracker_filter *filter, const struct task_struct *task)
{
	if (filter->pid && filter->pid != task->pid && filter->pid != task->tgid)
		return false;
	if (filter->comm[0] && strncmp(filter->comm, task->comm, TASK_COMM_LEN))
		return false;
	return task->prio <= filter->prio_max && (!filter->rt_only || task->prio < MAX_RT_PRIO);
}
EXPORT_SYMBOL_GPL(tracker_filter_task);

/* A delay from before the filter was set may be of a task that the filter does not let through. */
bool tracker_filter_delay(const struct tracker_filter *filter, u64 delay)
{
	return ktime_get_mono_fast_ns() - delay >= filter->since &&
	       (!filter->has_cpus || cpumask_test_cpu(smp_processor_id(), &filter->cpus));
}
EXPORT_SYMBOL_GPL(tracker_filter_delay);

static bool wants_all(const struct tracker_filter *filter)
{
	return !filter->pid && !filter->comm[0] && !filter->has_cpus && !filter->rt_only &&
	       filter->prio_max == all.prio_max;
}

static const struct tracker_filter *current_filter(const struct tracker *tracker)
{
	const struct tracker_filter *filter =
		rcu_dereference_protected(tracker->filter, lockdep_is_held(&filter_mutex));

	return filter ?: &all;
}

static void replace(struct tracker *tracker, struct tracker_filter *filter)
{
	struct tracker_filter *old =
		rcu_dereference_protected(tracker->filter, lockdep_is_held(&filter_mutex));

	if (filter && wants_all(filter)) {
		kfree(filter);
		filter = NULL;
	}
	rcu_assign_pointer(tracker->filter, filter);
	if (old)
		kfree_rcu(old, rcu);
}

/* False while a kernel with the tracker built in reads its command line. */
static bool can_allocate(void)
{
#ifdef MODULE
	return true;
#else
	return slab_is_available();
#endif
}

/* Sets one thing of the filter that the parameter is of. */
static int change(const char *text, const struct kernel_param *param,
		  int (*set)(struct tracker_filter *filter, const char *text))
{
	struct tracker *tracker = param->arg;
	struct tracker_filter *filter;
	int ret;

	if (!can_allocate())
		return -EBUSY;
	filter = kmalloc_obj(*filter);
	if (!filter)
		return -ENOMEM;
	mutex_lock(&filter_mutex);
	memcpy(filter, current_filter(tracker), sizeof(*filter));
	ret = set(filter, text);
	filter->since = ktime_get_mono_fast_ns();
	if (ret)
		kfree(filter);
	else
		replace(tracker, filter);
	mutex_unlock(&filter_mutex);
	return ret;
}

static int parse_int(const char *text, int max, int *value)
{
	int number;

	if (kstrtoint(text, 10, &number) || number < 0 || number > max)
		return -EINVAL;
	*value = number;
	return 0;
}

static int set_pid(struct tracker_filter *filter, const char *text)
{
	return parse_int(text, PID_MAX_LIMIT, &filter->pid);
}

static int set_prio_max(struct tracker_filter *filter, const char *text)
{
	return parse_int(text, MAX_PRIO - 1, &filter->prio_max);
}

static int set_rt_only(struct tracker_filter *filter, const char *text)
{
	return kstrtobool(text, &filter->rt_only) ? -EINVAL : 0;
}

static int set_comm(struct tracker_filter *filter, const char *text)
{
	/* Text that is written to the file may have a line's end. */
	size_t length = strcspn(text, "\n");

	if (length >= sizeof(filter->comm) || (text[length] && text[length + 1]))
		return -EINVAL;
	memset(filter->comm, 0, sizeof(filter->comm));
	memcpy(filter->comm, text, length);
	return 0;
}

static int set_cpus(struct tracker_filter *filter, const char *text)
{
	filter->has_cpus = text[strspn(text, "\n ")];
	if (cpulist_parse(text, &filter->cpus))
		return -EINVAL;
	if (filter->has_cpus && !cpumask_intersects(&filter->cpus, cpu_possible_mask))
		return -EINVAL;
	return 0;
}

/* --- as the kernel wants them ------------------------------------------------ */

#define FILTER_PARAMETER(name, format, ...)						\
static int name##_set(const char *text, const struct kernel_param *param)		\
{											\
	return change(text, param, set_##name);						\
}											\
											\
static int name##_get(char *text, const struct kernel_param *param)			\
{											\
	const struct tracker_filter *filter;						\
	int ret;									\
											\
	mutex_lock(&filter_mutex);							\
	filter = current_filter(param->arg);						\
	ret = scnprintf(text, PAGE_SIZE, format "\n", __VA_ARGS__);			\
	mutex_unlock(&filter_mutex);							\
	return ret;									\
}

FILTER_PARAMETER(pid, "%d", filter->pid)
FILTER_PARAMETER(prio_max, "%d", filter->prio_max)
FILTER_PARAMETER(rt_only, "%c", filter->rt_only ? 'Y' : 'N')
FILTER_PARAMETER(comm, "%s", filter->comm)
FILTER_PARAMETER(cpus, "%*pbl", filter->has_cpus ? nr_cpu_ids : 0, cpumask_bits(&filter->cpus))

/* When the module goes, or could not be loaded. */
static void free_filter(void *arg)
{
	mutex_lock(&filter_mutex);
	replace(arg, NULL);
	mutex_unlock(&filter_mutex);
}

const struct kernel_param_ops tracker_param_pid = {
	.set = pid_set,
	.get = pid_get,
	.free = free_filter,
};
EXPORT_SYMBOL_GPL(tracker_param_pid);

const struct kernel_param_ops tracker_param_prio_max = {
	.set = prio_max_set,
	.get = prio_max_get,
};
EXPORT_SYMBOL_GPL(tracker_param_prio_max);

const struct kernel_param_ops tracker_param_rt_only = {
	.set = rt_only_set,
	.get = rt_only_get,
};
EXPORT_SYMBOL_GPL(tracker_param_rt_only);

const struct kernel_param_ops tracker_param_comm = {
	.set = comm_set,
	.get = comm_get,
};
EXPORT_SYMBOL_GPL(tracker_param_comm);

const struct kernel_param_ops tracker_param_cpus = {
	.set = cpus_set,
	.get = cpus_get,
};
EXPORT_SYMBOL_GPL(tracker_param_cpus);

static int microseconds_set(const char *text, const struct kernel_param *param)
{
	u64 value;

	if (kstrtou64(text, 10, &value) || value > TIMERLAT_HIST_MAX / NSEC_PER_USEC)
		return -EINVAL;
	WRITE_ONCE(*(u64 *)param->arg, value * NSEC_PER_USEC);
	return 0;
}

static int microseconds_get(char *text, const struct kernel_param *param)
{
	return scnprintf(text, PAGE_SIZE, "%llu\n",
			 div_u64(READ_ONCE(*(u64 *)param->arg), NSEC_PER_USEC));
}

const struct kernel_param_ops tracker_param_microseconds = {
	.set = microseconds_set,
	.get = microseconds_get,
};
EXPORT_SYMBOL_GPL(tracker_param_microseconds);

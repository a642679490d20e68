// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sleep profiles: for how long each task was off its CPU, and why.
 *
 * This keeps a table of its own and no events of the latency tracker. An event is there from its
 * beginning to its end, and then only its delay is left; here each task has one entry for as long
 * as it lives and beyond, so that what a switch takes is one look-up, and sums, the worst sleep
 * and its stack are where the look-up ends.
 *
 * The probes run with the lock of a run queue held and interrupts off. They neither allocate nor
 * wake nor fault, and a lock, a raw one, is only taken for a task that is seen for the first time.
 */
#define pr_fmt(fmt) "latency_tracker_sleep: " fmt

#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>
#include <linux/tracepoint.h>

#include "sleep.h"

#define TASKS_MIN	16
#define TASKS_MAX	65536

/* True for a state in which a task waits for something that may never come, which is normal. */
static bool is_voluntary(unsigned int state)
{
	return !(state & TASK_UNINTERRUPTIBLE) || (state & TASK_NOLOAD);
}

#ifdef CONFIG_PREEMPT_RT
/* True for a wait for a lock of the kernel, for which the task did not ask. */
static bool is_lock(unsigned int state)
{
	return state & TASK_RTLOCK_WAIT;
}
#else
static bool is_lock(unsigned int state)
{
	return false;
}
#endif

static enum sleep_reason reason_of(bool preempt, unsigned int state)
{
	if (preempt || !state)
		return SLEEP_RUNNABLE;
	return is_lock(state) || !is_voluntary(state) ? SLEEP_INVOLUNTARY : SLEEP_VOLUNTARY;
}

static void leave(struct task_struct *task, u64 now, bool preempt, unsigned int state,
		  unsigned long caller)
{
	struct sleep_entry *entry;

	if (!task->pid)
		return;
	if (state & TASK_DEAD) {
		entry = sleep_table_find(task);
		if (entry)
			WRITE_ONCE(entry->exited, true);
		return;
	}
	entry = sleep_table_get(task);
	if (entry)
		sleep_begin(entry, task, now, reason_of(preempt, state), caller);
}

static void probe_sched_switch(void *data, bool preempt, struct task_struct *prev,
			       struct task_struct *next, unsigned int prev_state)
{
	u64 now = ktime_get_mono_fast_ns();
	struct sleep_entry *entry;

	leave(prev, now, preempt, prev_state, _RET_IP_);
	entry = next->pid ? sleep_table_find(next) : NULL;
	if (entry)
		sleep_end(entry, now);
}

static void probe_sched_waking(void *data, struct task_struct *task)
{
	struct sleep_entry *entry = sleep_table_find(task);

	if (entry)
		sleep_wake(entry, ktime_get_mono_fast_ns());
}

/* The probe of wakeups comes first: no end of a sleep that was seen to begin is missed. */
static struct sleep_probe {
	const char *name;
	void *function;
	struct tracepoint *tracepoint;
	bool registered;
} probes[] = {
	{ .name = "sched_waking", .function = probe_sched_waking },
	{ .name = "sched_switch", .function = probe_sched_switch },
};

/* Finds the tracepoints, which are not exported by name. */
static void find_tracepoint(struct tracepoint *tracepoint, void *unused)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		if (!strcmp(tracepoint->name, probes[i].name))
			probes[i].tracepoint = tracepoint;
	}
}

static void unregister_probes(void)
{
	unsigned int i = ARRAY_SIZE(probes);

	while (i-- > 0) {
		if (probes[i].registered)
			tracepoint_probe_unregister(probes[i].tracepoint, probes[i].function, NULL);
		probes[i].registered = false;
	}
	tracepoint_synchronize_unregister();
}

static int register_probes(void)
{
	unsigned int i;
	int ret;

	for_each_kernel_tracepoint(find_tracepoint, NULL);
	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		ret = -ENOENT;
		if (probes[i].tracepoint)
			ret = tracepoint_probe_register(probes[i].tracepoint, probes[i].function,
							NULL);
		if (ret) {
			pr_err("no probe on %s: %d\n", probes[i].name, ret);
			unregister_probes();
			return ret;
		}
		probes[i].registered = true;
	}
	return 0;
}

static int __init sleep_init(void)
{
	int ret;

	ret = sleep_table_create(sleep_settings.tasks);
	if (ret)
		return ret;
	ret = sleep_proc_create();
	if (ret)
		goto out_table;
	ret = sleep_file_create();
	if (ret)
		goto out_proc;
	ret = register_probes();
	if (ret)
		goto out_file;
	return 0;

out_file:
	sleep_file_remove();
out_proc:
	sleep_proc_remove();
out_table:
	sleep_table_destroy();
	return ret;
}

static void __exit sleep_exit(void)
{
	unregister_probes();
	sleep_file_remove();
	sleep_proc_remove();
	sleep_table_destroy();
}

static int set_tasks(const char *value, const struct kernel_param *param)
{
	return param_set_uint_minmax(value, param, TASKS_MIN, TASKS_MAX);
}

static int set_stacks(const char *value, const struct kernel_param *param)
{
	int stacks = sleep_stacks_parse(value);

	if (stacks < 0)
		return stacks;
	WRITE_ONCE(sleep_settings.stacks, stacks);
	return 0;
}

static int get_stacks(char *buffer, const struct kernel_param *param)
{
	return sysfs_emit(buffer, "%s\n", sleep_stacks_name(READ_ONCE(sleep_settings.stacks)));
}

static const struct kernel_param_ops tasks_ops = {
	.set = set_tasks,
	.get = param_get_uint,
};

static const struct kernel_param_ops stacks_ops = {
	.set = set_stacks,
	.get = get_stacks,
};

module_param_named(min, sleep_settings.min_us, uint, 0644);
MODULE_PARM_DESC(min, "Do not count sleeps that are shorter (us)");
module_param_named(exclude_voluntary, sleep_settings.exclude_voluntary, bool, 0644);
MODULE_PARM_DESC(exclude_voluntary,
		 "Do not count for how long tasks were blocked that asked to wait, interruptibly");
module_param_cb(stacks, &stacks_ops, NULL, 0644);
MODULE_PARM_DESC(stacks, "Of user tasks: none, kernel, user (default) or both");
module_param_cb(tasks, &tasks_ops, &sleep_settings.tasks, 0444);
MODULE_PARM_DESC(tasks, "Room for so many tasks, 16 to 65536 (default 8192)");

module_init(sleep_init);
module_exit(sleep_exit);
MODULE_DESCRIPTION("Sleep profiles of tasks: blocked, waiting for a CPU, preempted");
MODULE_LICENSE("GPL");

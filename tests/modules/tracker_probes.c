// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes at the beginning and the end of system calls: empty ones, or, with the parameter track,
 * such as tell a latency tracker, for which no system call ever takes too long. What such a call
 * takes more or less is what its pair of events costs.
 */
#include <linux/err.h>
#include <linux/latency_tracker.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#define NEVER U64_MAX

static bool track;
module_param(track, bool, 0444);
MODULE_PARM_DESC(track, "tell a tracker, and do not only look on");

static struct latency_tracker *tracker;

static void enter_empty(void *data, struct pt_regs *regs, long number)
{
}

static void leave_empty(void *data, struct pt_regs *regs, long result)
{
}

static void over(unsigned long ptr, unsigned int timeout)
{
}

static void enter(void *data, struct pt_regs *regs, long number)
{
	struct task_struct *task = current;

	latency_tracker_event_in(tracker, &task, sizeof(task), NEVER, over, 0, NULL);
}

static void leave(void *data, struct pt_regs *regs, long result)
{
	struct task_struct *task = current;

	latency_tracker_event_out(tracker, &task, sizeof(task));
}

static struct hook {
	const char *name;
	void *empty;
	void *tracking;
	struct tracepoint *tracepoint;
} hooks[] = {
	{ "sys_enter", enter_empty, enter },
	{ "sys_exit", leave_empty, leave },
};

static void *probe_of(const struct hook *hook)
{
	return track ? hook->tracking : hook->empty;
}

static void look(struct tracepoint *tracepoint, void *data)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hooks); i++) {
		if (!strcmp(tracepoint->name, hooks[i].name))
			hooks[i].tracepoint = tracepoint;
	}
}

static void unhook(unsigned int hooked)
{
	while (hooked--)
		tracepoint_probe_unregister(hooks[hooked].tracepoint, probe_of(&hooks[hooked]),
					    NULL);
	tracepoint_synchronize_unregister();
	latency_tracker_destroy(tracker);
}

static int __init tracker_probes_init(void)
{
	unsigned int i;
	int ret;

	tracker = latency_tracker_create(NULL, NULL);
	if (IS_ERR(tracker))
		return PTR_ERR(tracker);
	for_each_kernel_tracepoint(look, NULL);
	for (i = 0; i < ARRAY_SIZE(hooks); i++) {
		ret = -ENOENT;
		if (hooks[i].tracepoint)
			ret = tracepoint_probe_register(hooks[i].tracepoint, probe_of(&hooks[i]),
							NULL);
		if (ret) {
			unhook(i);
			return ret;
		}
	}
	return 0;
}

static void __exit tracker_probes_exit(void)
{
	struct latency_tracker_counts counts;

	latency_tracker_get_counts(tracker, &counts);
	unhook(ARRAY_SIZE(hooks));
	pr_info("tracker_probes: %llu tracked, %llu full, %llu duplicate, %llu refused, %llu "
		"missed\n",
		counts.tracked, counts.full, counts.duplicate, counts.refused, counts.missed);
}

module_init(tracker_probes_init);
module_exit(tracker_probes_exit);
MODULE_DESCRIPTION("Empty probes at system calls, or such as tell a latency tracker");
MODULE_LICENSE("GPL");

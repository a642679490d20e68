// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes where trackers have theirs: empty ones, or, with the parameter track, such as tell a
 * latency tracker of system calls, of which none ever takes too long. What such a call takes more
 * or less is what its pair of events costs.
 */
#include <linux/blk-mq.h>
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

static char *of = "syscalls";
module_param(of, charp, 0444);
MODULE_PARM_DESC(of, "have the probes of these trackers (list of syscalls, wakeup, block)");

static struct latency_tracker *tracker;

static void system_call(void *data, struct pt_regs *regs, long number)
{
}

static void of_task(void *data, struct task_struct *task)
{
}

static void switching(void *data, bool preempt, struct task_struct *prev, struct task_struct *next,
		      unsigned int prev_state)
{
}

static void issue(void *data, struct request *request)
{
}

static void complete_request(void *data, struct request *request, blk_status_t error,
			     unsigned int bytes)
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
	const char *of;
	const char *name;
	void *empty;
	void *tracking;
	struct tracepoint *tracepoint;
} hooks[] = {
	{ "syscalls", "sys_enter", system_call, enter },
	{ "syscalls", "sys_exit", system_call, leave },
	{ "syscalls", "sched_switch", switching },
	{ "syscalls", "sched_process_exit", of_task },
	{ "wakeup", "sched_waking", of_task },
	{ "wakeup", "sched_switch", switching },
	{ "block", "block_rq_issue", issue },
	{ "block", "block_rq_complete", complete_request },
};

static void *probe_of(const struct hook *hook)
{
	return track && hook->tracking ? hook->tracking : hook->empty;
}

static bool is_in_list(const char *list, const char *name)
{
	size_t length = strlen(name);
	const char *word;

	for (word = list; word; word = strchr(word, ',')) {
		word += *word == ',';
		if (strcspn(word, ",") == length && !strncmp(word, name, length))
			return true;
	}
	return false;
}

static void look(struct tracepoint *tracepoint, void *data)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hooks); i++) {
		if (!strcmp(tracepoint->name, hooks[i].name))
			hooks[i].tracepoint = tracepoint;
	}
}

/* Hooks up a probe: two at the same tracepoint have to differ. */
static int hook_up(struct hook *hook)
{
	if (!is_in_list(of, hook->of))
		return 0;
	if (!hook->tracepoint)
		return -ENOENT;
	return tracepoint_probe_register(hook->tracepoint, probe_of(hook), hook);
}

static void unhook(unsigned int hooked)
{
	while (hooked--) {
		if (is_in_list(of, hooks[hooked].of))
			tracepoint_probe_unregister(hooks[hooked].tracepoint,
						    probe_of(&hooks[hooked]), &hooks[hooked]);
	}
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
		ret = hook_up(&hooks[i]);
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

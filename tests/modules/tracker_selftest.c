// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tries the latency tracker's core: thresholds, timeouts, and where it may be called. Each case is
 * something that its documentation says. Loaded, it has run them all, and says so in the log; with
 * a case that failed it does not load.
 */
#define pr_fmt(fmt) "tracker_selftest: " fmt

#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/module.h>

#include "tracker_selftest.h"

/* --- thresholds ----------------------------------------------------------------- */

static void longer_than_threshold(void)
{
	u64 begin = ktime_get_mono_fast_ns();

	expect(!in(1 * MS, 0));
	busy(2 * MS);
	expect(!told.over);
	expect(!out());
	expect(told.over == 1 && !told.timeouts);
	expect(told.delay >= 2 * MS && told.delay <= ktime_get_mono_fast_ns() - begin);
	expect(told.priv == &told && told.key_len == sizeof(one) &&
	       !memcmp(told.key, &one, sizeof(one)));
	expect(out() == -ENOENT && told.over == 1);
}

static void shorter_than_threshold(void)
{
	expect(!in(3600 * 1000 * MS, 0));
	expect(is_under_way());
	expect(!out());
	expect(!is_under_way() && !told.over);
}

static void no_threshold(void)
{
	expect(!in(0, 0));
	expect(!out());
	expect(told.over == 1);
}

/* --- timeouts ------------------------------------------------------------------- */

static void timeout_first(void)
{
	expect(!in(3600 * 1000 * MS, 2 * MS));
	msleep(20);
	expect(told.timeouts == 1 && !told.over && told.in_hard_interrupt);
	expect(told.late >= 2 * MS);
	pr_info("timeout of 2 ms after %llu ns\n", told.late);
	expect(told.priv == &told);
	/* The event is still there, and its late end is told, however long the threshold is. */
	expect(is_under_way());
	expect(!out());
	expect(told.over == 1 && told.timeouts == 1 && told.delay >= told.late);
	expect(!is_under_way());
}

static void end_first(void)
{
	expect(!in(3600 * 1000 * MS, 10 * MS));
	expect(!out());
	msleep(30);
	expect(!told.over && !told.timeouts);
	expect(!in(0, 3600 * 1000 * MS));
	expect(!out());
	expect(told.over == 1 && !told.timeouts);
	expect(!in(0, U64_MAX));
	expect(!out());
	expect(told.over == 2 && !told.timeouts);
}

static void ends_itself(unsigned long ptr, unsigned int timeout)
{
	callback(ptr, timeout);
	if (timeout)
		expect(!out() && !told.over);
}

static void end_during_timeout(void)
{
	expect(!latency_tracker_event_in(tracker, &one, sizeof(one), 3600 * 1000 * MS, ends_itself,
					 1 * MS, NULL));
	msleep(20);
	expect(told.timeouts == 1 && told.over == 1 && !is_under_way());
	expect(out() == -ENOENT);
}

static void destroyed_before_timeout(void)
{
	struct latency_tracker *other = latency_tracker_create(NULL, NULL);
	unsigned int before;
	u64 key;

	expect(!IS_ERR(other));
	if (IS_ERR(other))
		return;
	for (key = 0; key < 100; key++)
		expect(!latency_tracker_event_in(other, &key, sizeof(key), 0, callback, 300 * MS,
						 NULL));
	latency_tracker_destroy(other);
	/* A slow machine may need longer than that: until it is destroyed they may come. */
	before = told.timeouts;
	msleep(400);
	expect(told.timeouts == before && !told.over);
}

/* --- contexts ------------------------------------------------------------------- */

static int inner;

static void pair(void)
{
	inner = in(0, 10 * MS) ?: out();
}

static void interrupt(struct irq_work *work)
{
	expect(in_hardirq());
	pair();
}

static void softirq(struct tasklet_struct *tasklet)
{
	pair();
}

static void in_interrupts(void)
{
	DECLARE_TASKLET(tasklet, softirq);
	struct irq_work work = IRQ_WORK_INIT_HARD(interrupt);

	inner = 1;
	irq_work_queue(&work);
	irq_work_sync(&work);
	expect(!inner && told.over == 1);
	inner = 1;
	tasklet_schedule(&tasklet);
	tasklet_unlock_wait(&tasklet);
	msleep(20);
	tasklet_kill(&tasklet);
	expect(!inner && told.over == 2);
}

/* Whatever a compiler makes of a function that does nothing, it is called. */
static noinline void probed_at_ftrace(void)
{
	barrier();
}

static noinline notrace void probed_by_int3(void)
{
	barrier();
}

static int probe(struct kprobe *kprobe, struct pt_regs *regs)
{
	pair();
	return 0;
}

/* With one, a probe is not optimized. */
static void after_probe(struct kprobe *kprobe, struct pt_regs *regs, unsigned long flags)
{
}

static void in_kprobes(void)
{
	struct kprobe kprobe = {
		.addr = (kprobe_opcode_t *)probed_at_ftrace,
		.pre_handler = probe,
	};
	struct kprobe int3 = {
		.addr = (kprobe_opcode_t *)probed_by_int3,
		.pre_handler = probe,
		.post_handler = after_probe,
	};
	struct latency_tracker_counts before, after;

	inner = 1;
	expect(!register_kprobe(&kprobe));
	probed_at_ftrace();
	unregister_kprobe(&kprobe);
	expect(!inner && told.over == 1);
	latency_tracker_get_counts(tracker, &before);
	expect(!register_kprobe(&int3));
	probed_by_int3();
	unregister_kprobe(&int3);
	latency_tracker_get_counts(tracker, &after);
	expect(inner == -EBUSY && told.over == 1 && after.refused == before.refused + 1);
}

static const struct trial trial[] = {
	{ "longer_than_threshold", longer_than_threshold },
	{ "shorter_than_threshold", shorter_than_threshold },
	{ "no_threshold", no_threshold },
	{ "timeout_first", timeout_first },
	{ "end_first", end_first },
	{ "end_during_timeout", end_during_timeout },
	{ "destroyed_before_timeout", destroyed_before_timeout },
	{ "in_interrupts", in_interrupts },
	{ "in_kprobes", in_kprobes },
};

static int __init tracker_selftest_init(void)
{
	return run_trials(trial, ARRAY_SIZE(trial));
}

static void __exit tracker_selftest_exit(void)
{
}

module_init(tracker_selftest_init);
module_exit(tracker_selftest_exit);
MODULE_DESCRIPTION("Tries the latency tracker's core");
MODULE_LICENSE("GPL");

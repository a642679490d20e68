// SPDX-License-Identifier: GPL-2.0-only
/*
 * After each long noise that the osnoise tracer sees on its CPU, some more that no interrupt and no
 * thread accounts for, as if they were the machine's own: the tracer's thread is held up where it
 * reports a noise, after the long one and then after each of those.
 */
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/timekeeping.h>
#include <linux/tracepoint.h>

#define LONG_NS (300 * NSEC_PER_USEC)

static unsigned int us = 10;
module_param(us, uint, 0444);
MODULE_PARM_DESC(us, "how long each is");

static unsigned int count = 1;
module_param(count, uint, 0444);
MODULE_PARM_DESC(count, "how many there are after a long noise");

static DEFINE_PER_CPU(unsigned int, left);
static struct tracepoint *reported;

static void hold_up(void *unused, u64 start, u64 duration, u64 interference)
{
	u64 end = ktime_get_mono_fast_ns() + us * NSEC_PER_USEC;

	if (duration >= LONG_NS)
		this_cpu_write(left, count);
	if (!this_cpu_read(left))
		return;
	this_cpu_dec(left);
	while (ktime_get_mono_fast_ns() < end)
		;
}

static void find(struct tracepoint *tracepoint, void *unused)
{
	if (!strcmp(tracepoint->name, "sample_threshold"))
		reported = tracepoint;
}

static int __init hidden_init(void)
{
	for_each_kernel_tracepoint(find, NULL);
	return reported ? tracepoint_probe_register(reported, hold_up, NULL) : -ENOENT;
}

static void __exit hidden_exit(void)
{
	tracepoint_probe_unregister(reported, hold_up, NULL);
	tracepoint_synchronize_unregister();
}

module_init(hidden_init);
module_exit(hidden_exit);
MODULE_DESCRIPTION("Plants noise that nobody accounts for");
MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Plants latencies for tests, on the CPU of whoever writes their length in us to a file in
 * /sys/kernel/plant, and writes on when they are over:
 *	storm	interrupts, one right after the other
 *	softirq	a softirq that takes its time
 *	hrtimer	a timer's function, in the interrupt of all timers, that takes its time
 *	ipi	interrupts that the task's CPU sends to CPU 0, one right after the other
 *	awake	the task is woken when it is about to sleep, and goes on for as long
 *	steal	the CPU has interrupts off meanwhile, and KVM tells that it gave the CPU to others; the
 *		parameter kvm is the address of steal_time in /proc/kallsyms
 * The file planted says when each began and ended, the first one first: CLOCK_MONOTONIC, ns.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kernel_stat.h>
#include <linux/kobject.h>
#include <linux/kstrtox.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rtlat_compat.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/sysfs.h>
#include <linux/timekeeping.h>

/* The length of one interrupt of a storm: long beside what it takes to enter and to leave it. */
#define INTERRUPT_NS (40 * NSEC_PER_USEC)
/* The length of an interrupt from another CPU: long beside the delays of the emulation itself. */
#define FROM_AFAR_NS (2 * NSEC_PER_MSEC)
#define LENGTH_MAX_US 10000
#define DELAY_US 100ULL
/* The most that a page takes. */
#define PLANTED_MAX 64

struct planted {
	u64 begin;
	u64 end;
};

static struct planted planted[PLANTED_MAX];
static unsigned int nr_planted;
static u64 length_ns;
static unsigned long kvm;
module_param(kvm, ulong, 0400);
static DECLARE_COMPLETION(done);
static DEFINE_MUTEX(plant_mutex);

/*
 * The clock is read through a pointer, and a stack that is taken in the thunk of such a call may end
 * there: read it seldom.
 */
static void busy_until(u64 time)
{
	u64 now, us;

	for (now = ktime_get_mono_fast_ns(); now < time; now = ktime_get_mono_fast_ns()) {
		us = div_u64(time - now, NSEC_PER_USEC);
		if (us > 1)
			udelay(min(us - 1, DELAY_US));
	}
}

static void finish(void)
{
	planted[nr_planted].end = ktime_get_mono_fast_ns();
	nr_planted++;
	complete(&done);
}

static void interrupt(struct irq_work *work)
{
	u64 now = ktime_get_mono_fast_ns(), end;

	if (!planted[nr_planted].begin)
		planted[nr_planted].begin = now;
	end = planted[nr_planted].begin + length_ns;
	if (now + INTERRUPT_NS < end) {
		busy_until(now + INTERRUPT_NS);
		irq_work_queue(work);
		return;
	}
	busy_until(end);
	finish();
}

/* On PREEMPT_RT, too, in an interrupt. Its vector comes before that of the CPU's timer. */
static struct irq_work storm = IRQ_WORK_INIT_HARD(interrupt);

static void long_softirq(struct tasklet_struct *unused)
{
	planted[nr_planted].begin = ktime_get_mono_fast_ns();
	busy_until(planted[nr_planted].begin + length_ns);
	finish();
}

static DECLARE_TASKLET(softirq, long_softirq);

/* In an interrupt on PREEMPT_RT, too. */
static enum hrtimer_restart long_timer(struct hrtimer *unused)
{
	planted[nr_planted].begin = ktime_get_mono_fast_ns();
	busy_until(planted[nr_planted].begin + length_ns);
	finish();
	return HRTIMER_NORESTART;
}

static struct hrtimer timer;

static int plant(const char *length, void (*start)(void))
{
	unsigned int us;
	int ret;

	ret = kstrtouint(length, 10, &us);
	if (ret)
		return ret;
	if (us < 1 || us > LENGTH_MAX_US)
		return -ERANGE;
	mutex_lock(&plant_mutex);
	ret = -ENOSPC;
	if (nr_planted < PLANTED_MAX) {
		length_ns = us * NSEC_PER_USEC;
		start();
		wait_for_completion(&done);
		ret = 0;
	}
	mutex_unlock(&plant_mutex);
	return ret;
}

static void start_storm(void)
{
	irq_work_queue(&storm);
}

static void start_softirq(void)
{
	tasklet_schedule(&softirq);
}

static void start_hrtimer(void)
{
	hrtimer_start(&timer, ns_to_ktime(INTERRUPT_NS), HRTIMER_MODE_REL_PINNED_HARD);
}

static void interrupt_from_afar(void *unused)
{
	busy_until(ktime_get_mono_fast_ns() + FROM_AFAR_NS);
}

static void start_ipi(void)
{
	u64 end;

	planted[nr_planted].begin = ktime_get_mono_fast_ns();
	end = planted[nr_planted].begin + length_ns;
	do {
		smp_call_function_single(0, interrupt_from_afar, NULL, 1);
	} while (ktime_get_mono_fast_ns() < end);
	finish();
}

static void start_awake(void)
{
	set_current_state(TASK_INTERRUPTIBLE);
	wake_up_process(current);
	planted[nr_planted].begin = ktime_get_mono_fast_ns();
	busy_until(planted[nr_planted].begin + length_ns);
	finish();
}

static void start_steal(void)
{
	u64 *told;
	unsigned long flags;

	local_irq_save(flags);
	planted[nr_planted].begin = ktime_get_mono_fast_ns();
	busy_until(planted[nr_planted].begin + length_ns);
	/* The time is the first member of what the hypervisor writes to, and the kernel knows it. */
	told = this_cpu_ptr((u64 __percpu *)kvm);
	*told += length_ns;
	kcpustat_this_cpu->cpustat[CPUTIME_STEAL] += length_ns;
	local_irq_restore(flags);
	finish();
}

static ssize_t storm_store(struct kobject *kobj, struct kobj_attribute *attr, const char *text,
			   size_t count)
{
	int ret = plant(text, start_storm);

	return ret ? ret : count;
}

static ssize_t softirq_store(struct kobject *kobj, struct kobj_attribute *attr, const char *text,
			     size_t count)
{
	int ret = plant(text, start_softirq);

	return ret ? ret : count;
}

static ssize_t hrtimer_store(struct kobject *kobj, struct kobj_attribute *attr, const char *text,
			     size_t count)
{
	int ret = plant(text, start_hrtimer);

	return ret ? ret : count;
}

static ssize_t ipi_store(struct kobject *kobj, struct kobj_attribute *attr, const char *text,
			 size_t count)
{
	int ret = plant(text, start_ipi);

	return ret ? ret : count;
}

static ssize_t awake_store(struct kobject *kobj, struct kobj_attribute *attr, const char *text,
			   size_t count)
{
	int ret = plant(text, start_awake);

	return ret ? ret : count;
}

static ssize_t steal_store(struct kobject *kobj, struct kobj_attribute *attr, const char *text,
			   size_t count)
{
	int ret = kvm ? plant(text, start_steal) : -ENODEV;

	return ret ? ret : count;
}

static ssize_t planted_show(struct kobject *kobj, struct kobj_attribute *attr, char *text)
{
	unsigned int i;
	int length = 0;

	for (i = 0; i < nr_planted; i++)
		length += sysfs_emit_at(text, length, "%llu %llu\n", planted[i].begin,
					planted[i].end);
	return length;
}

static struct kobj_attribute storm_file = __ATTR_WO(storm);
static struct kobj_attribute softirq_file = __ATTR_WO(softirq);
static struct kobj_attribute hrtimer_file = __ATTR_WO(hrtimer);
static struct kobj_attribute ipi_file = __ATTR_WO(ipi);
static struct kobj_attribute awake_file = __ATTR_WO(awake);
static struct kobj_attribute steal_file = __ATTR_WO(steal);
static struct kobj_attribute planted_file = __ATTR_RO(planted);

static struct attribute *files[] = {
	&storm_file.attr, &softirq_file.attr, &hrtimer_file.attr, &ipi_file.attr,
	&awake_file.attr, &steal_file.attr,   &planted_file.attr, NULL,
};

static const struct attribute_group group = {
	.attrs = files,
};

static struct kobject *directory;

static int __init plant_init(void)
{
	int ret;

	hrtimer_setup(&timer, long_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	directory = kobject_create_and_add("plant", kernel_kobj);
	if (!directory)
		return -ENOMEM;
	ret = sysfs_create_group(directory, &group);
	if (ret)
		kobject_put(directory);
	return ret;
}

static void __exit plant_exit(void)
{
	/* Waits for who is writing. */
	kobject_put(directory);
	irq_work_sync(&storm);
	tasklet_kill(&softirq);
	hrtimer_cancel(&timer);
}

module_init(plant_init);
module_exit(plant_exit);
MODULE_DESCRIPTION("Plants latencies for the tests of rtlat");
MODULE_LICENSE("GPL");

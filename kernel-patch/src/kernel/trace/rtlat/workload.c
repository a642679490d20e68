// SPDX-License-Identifier: GPL-2.0-only
/*
 * The workload of the tracers: kernel threads, or readers of timerlat_fd; and their start, stop,
 * hotplug and change.
 *
 * Two locks: state_lock for start, stop and change, taken before the CPU hotplug
 * lock; cpu_lock for each CPU's task, taken after it, for hotplug too.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/kthread.h>
#include <linux/mutex.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <uapi/linux/timerlat_hist.h>

#include "rtlat.h"

static DEFINE_MUTEX(state_lock);
static DEFINE_MUTEX(cpu_lock);

/* The copy of the histograms that are just read; from the first reading on. */
static struct rtlat_hist *shown_hist;

static bool workload_in_user_space(void)
{
	return !rtlat_option(RTLAT_OPTION_WORKLOAD);
}

static void attach(struct rtlat_cpu *c, struct task_struct *task, bool user)
{
	c->osnoise = rtlat_running == RTLAT_OSNOISE;
	rtlat_attach(c, &rtlat_settings, task, user);
}

static int start_kthread(struct rtlat_cpu *c)
{
	bool timerlat = rtlat_running == RTLAT_TIMERLAT;
	struct task_struct *task;

	/* A CPU that has come back goes on with its histograms. */
	if (timerlat && !c->hist) {
		c->hist = rtlat_hist_alloc(0, 0);
		if (!c->hist)
			return -ENOMEM;
	}
	task = kthread_create_on_cpu(timerlat ? rtlat_timer_main : rtlat_osnoise_main, c, c->cpu,
				     timerlat ? "timerlat/%u" : "osnoise/%u");
	if (IS_ERR(task))
		return PTR_ERR(task);
	attach(c, task, false);
	wake_up_process(task);
	return 0;
}

static int start_cpu(int cpu)
{
	struct rtlat_cpu *c = rtlat_of_cpu(cpu);

	if (c->task || c->active)
		return 0;
	if (!workload_in_user_space())
		return cpumask_test_cpu(cpu, &rtlat_cpus_wanted) ? start_kthread(c) : 0;
	/* Without a workload, osnoise follows every thread; timerlat waits for a reader. */
	if (rtlat_running == RTLAT_OSNOISE) {
		attach(c, NULL, false);
		c->active = true;
	}
	return 0;
}

/* Begins to stop a CPU's workload, which ends after a grace period. False: there is none. */
static bool begin_stop(struct rtlat_cpu *c)
{
	struct task_struct *task = c->task;

	if (!task && !c->active)
		return false;
	if (task && c->user)
		send_sig(SIGKILL, task, 1);
	else if (task)
		kthread_stop(task);
	rtlat_detach(c);
	return true;
}

static void stop_cpu(int cpu)
{
	struct rtlat_cpu *c = rtlat_of_cpu(cpu);

	if (!begin_stop(c))
		return;
	synchronize_rcu();
	rtlat_detach_end(c);
}

/* All CPUs share a grace period, as each takes some ms. */
static void stop_all(void)
{
	bool any = false;
	int cpu;

	for_each_possible_cpu(cpu)
		any |= begin_stop(rtlat_of_cpu(cpu));
	if (!any)
		return;
	synchronize_rcu();
	for_each_possible_cpu(cpu)
		rtlat_detach_end(rtlat_of_cpu(cpu));
}

/* While there is no workload. */
static void free_hists(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct rtlat_cpu *c = rtlat_of_cpu(cpu);

		rtlat_hist_free(c->hist);
		c->hist = NULL;
	}
	rtlat_hist_free(shown_hist);
	shown_hist = NULL;
}

static int start_all(void)
{
	int cpu, ret;

	rtlat_align_begin();
	if (workload_in_user_space())
		free_hists();
	for_each_online_cpu(cpu) {
		ret = start_cpu(cpu);
		if (ret) {
			stop_all();
			return ret;
		}
	}
	return 0;
}

int rtlat_workload_start(enum rtlat_tracer tracer)
{
	int ret;

	mutex_lock(&state_lock);
	ret = rtlat_hooks_register();
	if (ret)
		goto out;
	cpus_read_lock();
	mutex_lock(&cpu_lock);
	rtlat_running = tracer;
	ret = start_all();
	if (ret) {
		free_hists();
		rtlat_running = RTLAT_NONE;
	}
	mutex_unlock(&cpu_lock);
	cpus_read_unlock();
	if (ret)
		rtlat_hooks_unregister();
out:
	mutex_unlock(&state_lock);
	return ret;
}

void rtlat_workload_stop(void)
{
	mutex_lock(&state_lock);
	cpus_read_lock();
	mutex_lock(&cpu_lock);
	stop_all();
	free_hists();
	rtlat_running = RTLAT_NONE;
	mutex_unlock(&cpu_lock);
	cpus_read_unlock();
	rtlat_hooks_unregister();
	mutex_unlock(&state_lock);
}

int rtlat_workload_change(int (*change)(void *data), void *data)
{
	int ret, err = 0;

	mutex_lock(&state_lock);
	cpus_read_lock();
	mutex_lock(&cpu_lock);
	if (rtlat_running)
		stop_all();
	ret = change(data);
	if (rtlat_running)
		err = start_all();
	mutex_unlock(&cpu_lock);
	cpus_read_unlock();
	mutex_unlock(&state_lock);
	return ret ? ret : err;
}

/* The caller becomes the workload of the CPU that it is bound to. */
int rtlat_workload_claim(struct rtlat_cpu *c)
{
	int ret;

	mutex_lock(&cpu_lock);
	ret = -EINVAL;
	if (rtlat_running != RTLAT_TIMERLAT || !workload_in_user_space())
		goto out;
	ret = -EPERM;
	if (current->nr_cpus_allowed > 1 || raw_smp_processor_id() != c->cpu)
		goto out;
	/* A CPU that is about to go offline may have told of it before. */
	ret = -ENODEV;
	if (!cpu_active(c->cpu))
		goto out;
	ret = -EBUSY;
	if (c->task)
		goto out;
	attach(c, current, true);
	c->active = true;
	ret = 0;
out:
	mutex_unlock(&cpu_lock);
	return ret;
}

void rtlat_workload_release(struct rtlat_cpu *c, struct task_struct *task)
{
	mutex_lock(&cpu_lock);
	if (c->task == task) {
		rtlat_detach(c);
		synchronize_rcu();
		rtlat_detach_end(c);
	}
	mutex_unlock(&cpu_lock);
}

/* Has the reader killed later. */
void rtlat_reader_leaves(struct rtlat_cpu *c)
{
	WRITE_ONCE(c->migrated, true);
	irq_work_queue(&c->irq_work);
}

static void queue_kill(struct irq_work *irq_work)
{
	schedule_work(&container_of(irq_work, struct rtlat_cpu, irq_work)->work);
}

static void kill_reader(struct work_struct *work)
{
	struct rtlat_cpu *c = container_of(work, struct rtlat_cpu, work);

	mutex_lock(&cpu_lock);
	if (c->task && c->user && c->migrated)
		send_sig(SIGKILL, c->task, 1);
	mutex_unlock(&cpu_lock);
}

int rtlat_workload_hist_show(struct rtlat_cpu *c, struct seq_file *s)
{
	int ret = -ENODATA;

	mutex_lock(&cpu_lock);
	if (!c->hist)
		goto out;
	ret = -ENOMEM;
	if (!shown_hist)
		shown_hist = rtlat_hist_alloc(0, TIMERLAT_HIST_ENTRIES);
	if (!shown_hist)
		goto out;
	ret = -EBUSY;
	if (!rtlat_hist_copy(shown_hist, c->hist))
		goto out;
	rtlat_hist_show(s, shown_hist);
	ret = 0;
out:
	mutex_unlock(&cpu_lock);
	return ret;
}

int rtlat_workload_hist_clear(struct rtlat_cpu *c, u64 linear_ns, int entries)
{
	int ret = -ENODATA;

	mutex_lock(&cpu_lock);
	if (c->hist)
		ret = rtlat_hist_clear(c, linear_ns, entries);
	mutex_unlock(&cpu_lock);
	return ret;
}

static int cpu_online_callback(unsigned int cpu)
{
	mutex_lock(&cpu_lock);
	if (rtlat_running && start_cpu(cpu))
		pr_err("rtlat: no thread on CPU %u\n", cpu);
	mutex_unlock(&cpu_lock);
	return 0;
}

static int cpu_offline_callback(unsigned int cpu)
{
	mutex_lock(&cpu_lock);
	stop_cpu(cpu);
	mutex_unlock(&cpu_lock);
	return 0;
}

int rtlat_workload_init(void)
{
	int cpu, ret;

	ret = rtlat_cpus_create();
	if (ret)
		return ret;
	cpumask_copy(&rtlat_cpus_wanted, cpu_all_mask);
	for_each_possible_cpu(cpu) {
		struct rtlat_cpu *c = rtlat_of_cpu(cpu);

		c->irq_work = IRQ_WORK_INIT_HARD(queue_kill);
		INIT_WORK(&c->work, kill_reader);
	}
	ret = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "trace/rtlat:online", cpu_online_callback,
				cpu_offline_callback);
	return ret < 0 ? ret : 0;
}

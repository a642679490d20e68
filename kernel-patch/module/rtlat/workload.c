// SPDX-License-Identifier: GPL-2.0-only
/*
 * The workloads of open files of /dev/rtlat: which CPU belongs to which file, and who runs there.
 *
 * Locks, in their order: a file's own; hooks_lock for the probes, whose registration takes the CPU
 * hotplug lock; that; cpus_lock for which file a CPU belongs to.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/kthread.h>

#include "device.h"

static DEFINE_MUTEX(hooks_lock);
static DEFINE_MUTEX(cpus_lock);
static unsigned int hooks_users;
static int hotplug_state;

/* --- what the shared parts ask for ----------------------------------------- */

u64 rtlat_first_expiry(const struct rtlat_cpu *c, u64 now)
{
	u64 first = READ_ONCE(c->first_expiry);

	return first ? first : now + c->settings->period;
}

void rtlat_reader_leaves(struct rtlat_cpu *c)
{
	WRITE_ONCE(c->migrated, true);
}

int rtlat_reader_has_left(void)
{
	return -ENXIO;
}

/* --- probes ------------------------------------------------------------------ */

static int hook(struct rtlat_file *file)
{
	int ret;

	mutex_lock(&hooks_lock);
	ret = hooks_users ? 0 : rtlat_hooks_register();
	if (!ret) {
		hooks_users++;
		file->hooked = true;
	}
	mutex_unlock(&hooks_lock);
	return ret;
}

static void unhook(struct rtlat_file *file)
{
	mutex_lock(&hooks_lock);
	if (file->hooked && !--hooks_users)
		rtlat_hooks_unregister();
	file->hooked = false;
	mutex_unlock(&hooks_lock);
}

/* --- which file a CPU belongs to ------------------------------------------------ */

static int take_cpu(struct rtlat_file *file, struct rtlat_cpu *c)
{
	if (c->file)
		return -EBUSY;
	c->file = file;
	c->first_expiry = file->next_first;
	if (file->next_first)
		file->next_first += file->step;
	return 0;
}

/* Begins to stop the workload of a CPU, which a grace period and rtlat_detach_end() have to end. */
static void stop_cpu(struct rtlat_cpu *c)
{
	struct task_struct *task = c->task;

	if (task && !c->user)
		kthread_stop(task);
	rtlat_detach(c);
	/* A reader that waits is told. */
	if (task && c->user)
		wake_up_process(task);
}

static void give_back(struct rtlat_cpu *c)
{
	rtlat_detach_end(c);
	rtlat_hist_free(c->hist);
	c->hist = NULL;
	c->file = NULL;
}

/* All CPUs share a grace period, as each takes some ms. */
void rtlat_file_release(struct rtlat_file *file)
{
	bool any = false;
	int cpu;

	mutex_lock(&cpus_lock);
	for_each_possible_cpu(cpu) {
		if (rtlat_of_cpu(cpu)->file != file)
			continue;
		stop_cpu(rtlat_of_cpu(cpu));
		any = true;
	}
	if (any)
		synchronize_rcu();
	for_each_possible_cpu(cpu) {
		if (rtlat_of_cpu(cpu)->file == file)
			give_back(rtlat_of_cpu(cpu));
	}
	mutex_unlock(&cpus_lock);
	unhook(file);
}

static int cpu_goes_offline(unsigned int cpu)
{
	struct rtlat_cpu *c = rtlat_of_cpu(cpu);

	mutex_lock(&cpus_lock);
	if (c->file && (c->task || c->active)) {
		stop_cpu(c);
		synchronize_rcu();
		rtlat_detach_end(c);
	}
	mutex_unlock(&cpus_lock);
	return 0;
}

/* --- readers ----------------------------------------------------------------- */

static bool period_is_valid(u64 period)
{
	return period >= RTLAT_PERIOD_LEAST && period <= RTLAT_PERIOD_MOST;
}

static int claim(struct rtlat_file *file)
{
	struct rtlat_cpu *c;
	int ret = -EPERM;

	mutex_lock(&cpus_lock);
	c = rtlat_of_cpu(raw_smp_processor_id());
	/* A CPU that is about to go offline may have told of it before. */
	if (current->nr_cpus_allowed == 1)
		ret = cpu_active(c->cpu) ? take_cpu(file, c) : -ENODEV;
	if (!ret) {
		rtlat_attach(c, &file->settings, current, true);
		c->active = true;
		file->reader = c;
	}
	mutex_unlock(&cpus_lock);
	return ret;
}

int rtlat_file_set_up(struct rtlat_file *file, const struct rtlat_device_setup *setup)
{
	int ret;

	if (setup->flags || !period_is_valid(setup->period))
		return -EINVAL;
	if (file->hooked)
		return -EBUSY;
	file->settings.period = setup->period;
	file->settings.stop = setup->stop_irq;
	file->settings.stop_total = setup->stop_thread;
	file->next_first = setup->first_expiry;
	ret = hook(file);
	if (ret)
		return ret;
	ret = claim(file);
	if (ret)
		unhook(file);
	return ret;
}

/* --- kernel threads ------------------------------------------------------------- */

static bool hist_is_valid(u64 linear, u32 entries)
{
	return entries <= TIMERLAT_HIST_ENTRIES && !entries == !linear;
}

static int begin_thread(struct rtlat_file *file, const struct rtlat_device_threads *threads,
			int cpu)
{
	struct rtlat_cpu *c = rtlat_of_cpu(cpu);
	struct task_struct *task;
	int ret;

	if (!cpu_online(cpu))
		return -ENODEV;
	ret = take_cpu(file, c);
	if (ret)
		return ret;
	c->hist = rtlat_hist_alloc(threads->linear, threads->entries);
	if (!c->hist)
		return -ENOMEM;
	task = kthread_create_on_cpu(rtlat_timer_main, c, cpu, "rtlat/%u");
	if (IS_ERR(task))
		return PTR_ERR(task);
	rtlat_attach(c, &file->settings, task, false);
	wake_up_process(task);
	return 0;
}

static int begin_threads(struct rtlat_file *file, const struct rtlat_device_threads *threads)
{
	int cpu, ret = 0;

	cpus_read_lock();
	mutex_lock(&cpus_lock);
	for (cpu = 0; cpu < RTLAT_CPUS_MAX && !ret; cpu++) {
		if (!(threads->cpus[cpu / 64] & BIT_ULL(cpu % 64)))
			continue;
		ret = cpu < nr_cpu_ids ? begin_thread(file, threads, cpu) : -ENODEV;
	}
	mutex_unlock(&cpus_lock);
	cpus_read_unlock();
	return ret;
}

int rtlat_file_set_threads(struct rtlat_file *file, const struct rtlat_device_threads *threads)
{
	int ret;

	if (threads->flags || threads->reserved || !period_is_valid(threads->period) ||
	    !hist_is_valid(threads->linear, threads->entries))
		return -EINVAL;
	if (file->hooked)
		return -EBUSY;
	file->settings.period = threads->period;
	file->next_first = threads->first_expiry;
	file->step = threads->step;
	ret = hook(file);
	if (ret)
		return ret;
	ret = begin_threads(file, threads);
	if (ret)
		rtlat_file_release(file);
	return ret;
}

static struct rtlat_cpu *with_hist(const struct rtlat_file *file, u32 cpu)
{
	struct rtlat_cpu *c;

	if (cpu >= nr_cpu_ids || !cpu_possible(cpu))
		return NULL;
	c = rtlat_of_cpu(cpu);
	return c->file == file && c->hist ? c : NULL;
}

int rtlat_file_copy_hist(const struct rtlat_file *file, u32 cpu, struct rtlat_hist *to)
{
	const struct rtlat_cpu *c;
	int ret = -ENODATA;

	mutex_lock(&cpus_lock);
	c = with_hist(file, cpu);
	if (c)
		ret = rtlat_hist_copy(to, c->hist) ? 0 : -EBUSY;
	mutex_unlock(&cpus_lock);
	return ret;
}

int rtlat_file_clear(const struct rtlat_file *file, const struct rtlat_device_clear *request)
{
	struct rtlat_cpu *c;
	int ret = -ENODATA;

	if (request->reserved || !hist_is_valid(request->linear, request->entries))
		return -EINVAL;
	mutex_lock(&cpus_lock);
	c = with_hist(file, request->cpu);
	if (c)
		ret = rtlat_hist_clear(c, request->linear, request->entries);
	mutex_unlock(&cpus_lock);
	return ret;
}

/* --- the module's begin and end --------------------------------------------------- */

int rtlat_files_init(void)
{
	int ret;

	ret = rtlat_cpus_create();
	if (ret)
		return ret;
	ret = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "rtlat:online", NULL,
					cpu_goes_offline);
	if (ret < 0) {
		rtlat_cpus_destroy();
		return ret;
	}
	hotplug_state = ret;
	return 0;
}

void rtlat_files_exit(void)
{
	cpuhp_remove_state_nocalls(hotplug_state);
	rtlat_cpus_destroy();
}

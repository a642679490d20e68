// SPDX-License-Identifier: GPL-2.0-only
/*
 * The device /dev/rtlat, where each open file has a workload of its own: its reader on one CPU, or
 * kernel threads on several. Nothing is set for all, so nobody has to put anything back.
 *
 * Locks, in their order: a file's own; hooks_lock for the probes, whose registration takes the CPU
 * hotplug lock; that; cpus_lock for which file a CPU belongs to.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/fs.h>
#include <linux/kthread.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <uapi/linux/rtlat.h>
#include <uapi/linux/timerlat_hist.h>

#include "rtlat.h"

#define ROOM_MOST	(4 << 20)	/* of the text of histograms */

struct rtlat_file {
	struct rtlat_settings settings;
	u64 next_first;			/* expiry of the next CPU to begin; 0: a period later */
	u64 step;
	struct rtlat_cpu *reader;	/* the CPU of a reader */
	bool hooked;
	struct mutex lock;		/* one ioctl() at a time */
};

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
static void give_back_all(struct rtlat_file *file)
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

static int set_up(struct rtlat_file *file, const struct rtlat_device_setup *setup)
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

static int set_threads(struct rtlat_file *file, const struct rtlat_device_threads *threads)
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
	if (ret) {
		give_back_all(file);
		unhook(file);
	}
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

static int copy_hist(const struct rtlat_file *file, u32 cpu, struct rtlat_hist *to)
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

/* Returns the length of the text. */
static long show(const struct rtlat_file *file, const struct rtlat_device_show *request)
{
	struct seq_file text = { .size = min_t(u64, request->room, ROOM_MOST) };
	struct rtlat_hist *hist = rtlat_hist_alloc(0, TIMERLAT_HIST_ENTRIES);
	long ret = -ENOMEM;

	text.buf = kvmalloc(text.size, GFP_KERNEL);
	if (!hist || !text.buf)
		goto out;
	ret = copy_hist(file, request->cpu, hist);
	if (ret)
		goto out;
	rtlat_hist_show(&text, hist);
	ret = -ENOSPC;
	if (seq_has_overflowed(&text))
		goto out;
	ret = text.count;
	if (copy_to_user(u64_to_user_ptr(request->text), text.buf, text.count))
		ret = -EFAULT;
out:
	kvfree(text.buf);
	rtlat_hist_free(hist);
	return ret;
}

static int clear(const struct rtlat_file *file, const struct rtlat_device_clear *request)
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

/* --- the device ---------------------------------------------------------------- */

union request {
	struct rtlat_device_setup setup;
	struct rtlat_device_threads threads;
	struct rtlat_device_show show;
	struct rtlat_device_clear clear;
};

static long serve(struct rtlat_file *file, unsigned int command, const union request *request)
{
	switch (command) {
	case RTLAT_SETUP:
		return set_up(file, &request->setup);
	case RTLAT_THREADS:
		return set_threads(file, &request->threads);
	case RTLAT_SHOW:
		return show(file, &request->show);
	case RTLAT_CLEAR:
		return clear(file, &request->clear);
	default:
		return -ENOTTY;
	}
}

static size_t size_of_request(unsigned int command)
{
	switch (command) {
	case RTLAT_SETUP:
		return sizeof(struct rtlat_device_setup);
	case RTLAT_THREADS:
		return sizeof(struct rtlat_device_threads);
	case RTLAT_SHOW:
		return sizeof(struct rtlat_device_show);
	case RTLAT_CLEAR:
		return sizeof(struct rtlat_device_clear);
	default:
		return 0;
	}
}

static long device_ioctl(struct file *file, unsigned int command, unsigned long argument)
{
	struct rtlat_file *own = file->private_data;
	size_t known = size_of_request(command);
	union request *request;
	long ret = -EFAULT;
	u32 size;

	if (!known)
		return -ENOTTY;
	if (get_user(size, (u32 __user *)argument))
		return -EFAULT;
	if (size < sizeof(size) || size > PAGE_SIZE)
		return -EINVAL;
	request = kzalloc(sizeof(*request), GFP_KERNEL);
	if (!request)
		return -ENOMEM;
	ret = copy_struct_from_user(request, known, (void __user *)argument, size);
	if (!ret) {
		mutex_lock(&own->lock);
		ret = serve(own, command, request);
		mutex_unlock(&own->lock);
	}
	kfree(request);
	return ret;
}

static ssize_t device_read(struct file *file, char __user *buffer, size_t count, loff_t *position)
{
	const struct rtlat_file *own = file->private_data;
	struct rtlat_cpu *c = READ_ONCE(own->reader);

	if (!c)
		return -EINVAL;
	return READ_ONCE(c->task) == current ? rtlat_record_read(c, buffer, count) : -ENXIO;
}

static int device_open(struct inode *inode, struct file *file)
{
	struct rtlat_file *own;
	int ret;

	/* The kernel that tells nothing by tracing tells nothing here. */
	ret = security_locked_down(LOCKDOWN_TRACEFS);
	if (ret)
		return ret;
	own = kzalloc(sizeof(*own), GFP_KERNEL);
	if (!own)
		return -ENOMEM;
	mutex_init(&own->lock);
	file->private_data = own;
	return stream_open(inode, file);
}

static int device_release(struct inode *inode, struct file *file)
{
	struct rtlat_file *own = file->private_data;

	give_back_all(own);
	unhook(own);
	kfree(own);
	return 0;
}

static const struct file_operations operations = {
	.owner = THIS_MODULE,
	.open = device_open,
	.release = device_release,
	.read = device_read,
	.unlocked_ioctl = device_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

static struct miscdevice device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = RTLAT_DEVICE,
	.fops = &operations,
	.mode = 0600,
};

static int __init device_init(void)
{
	int ret;

	ret = rtlat_cpus_create();
	if (ret)
		return ret;
	hotplug_state = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "rtlat:online", NULL,
						  cpu_goes_offline);
	ret = hotplug_state;
	if (ret < 0)
		goto fail;
	ret = misc_register(&device);
	if (!ret)
		return 0;
	cpuhp_remove_state_nocalls(hotplug_state);
fail:
	rtlat_cpus_destroy();
	return ret;
}

static void __exit device_exit(void)
{
	misc_deregister(&device);
	cpuhp_remove_state_nocalls(hotplug_state);
	rtlat_cpus_destroy();
}

module_init(device_init);
module_exit(device_exit);
MODULE_DESCRIPTION("Timerlat with a record of each activation, or histograms of kernel threads");
MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The device /dev/rtlat, where each open file has a workload of its own: its reader on one CPU, or
 * kernel threads on several. Nothing is set for all, so nobody has to put anything back.
 */
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "device.h"

#define ROOM_MOST	(4 << 20)	/* of the text of histograms */

/* Returns the length of the text. */
static long show(const struct rtlat_file *file, const struct rtlat_device_show *request)
{
	struct seq_file text = { .size = min_t(u64, request->room, ROOM_MOST) };
	struct rtlat_hist *hist = rtlat_hist_alloc(0, TIMERLAT_HIST_ENTRIES);
	long ret = -ENOMEM;

	text.buf = kvmalloc(text.size, GFP_KERNEL);
	if (!hist || !text.buf)
		goto out;
	ret = rtlat_file_copy_hist(file, request->cpu, hist);
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
		return rtlat_file_set_up(file, &request->setup);
	case RTLAT_THREADS:
		return rtlat_file_set_threads(file, &request->threads);
	case RTLAT_SHOW:
		return show(file, &request->show);
	case RTLAT_CLEAR:
		return rtlat_file_clear(file, &request->clear);
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
	request = kzalloc_obj(*request);
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
	own = kzalloc_obj(*own);
	if (!own)
		return -ENOMEM;
	mutex_init(&own->lock);
	file->private_data = own;
	return stream_open(inode, file);
}

static int device_release(struct inode *inode, struct file *file)
{
	struct rtlat_file *own = file->private_data;

	rtlat_file_release(own);
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

	ret = rtlat_files_init();
	if (ret)
		return ret;
	ret = misc_register(&device);
	if (ret)
		rtlat_files_exit();
	return ret;
}

static void __exit device_exit(void)
{
	misc_deregister(&device);
	rtlat_files_exit();
}

module_init(device_init);
module_exit(device_exit);
MODULE_DESCRIPTION("Timerlat with a record of each activation, or histograms of kernel threads");
MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0-only
/* timerlat_fd: who opens it becomes the workload of a CPU. */
#include <linux/fs.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

#include "../trace.h"
#include "rtlat.h"

struct rtlat_reader {
	struct rtlat_cpu *c;
	struct task_struct *task;
};

static int fd_open(struct inode *inode, struct file *file)
{
	struct rtlat_reader *reader;
	int ret;

	ret = tracing_check_open_get_tr(NULL);
	if (ret)
		return ret;
	reader = kzalloc_obj(*reader);
	if (!reader)
		return -ENOMEM;
	reader->c = rtlat_of_cpu((long)inode->i_private);
	ret = rtlat_workload_claim(reader->c);
	if (ret) {
		kfree(reader);
		return ret;
	}
	reader->task = get_task_struct(current);
	file->private_data = reader;
	return 0;
}

static int fd_release(struct inode *inode, struct file *file)
{
	struct rtlat_reader *reader = file->private_data;

	rtlat_workload_release(reader->c, reader->task);
	put_task_struct(reader->task);
	kfree(reader);
	return 0;
}

/* A reader that has left its CPU cannot measure any more, and must not go on as if it could. */
int rtlat_reader_has_left(void)
{
	send_sig(SIGKILL, current, 1);
	return -EINVAL;
}

static ssize_t fd_read(struct file *file, char __user *buffer, size_t count, loff_t *position)
{
	struct rtlat_reader *reader = file->private_data;

	return current == reader->task ? rtlat_record_read(reader->c, buffer, count) : -EINVAL;
}

const struct file_operations rtlat_fd_fops = {
	.open = fd_open,
	.read = fd_read,
	.release = fd_release,
	.llseek = noop_llseek,
};
